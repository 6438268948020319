"""Every tip of a board is a sentence: what the thing is for, not only what it is called."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from games.rules.core.interface import Rules, Viewer
from games.rules.registry import GAMES
from tests.games.drawn import draw
from tests.games.test_rendering import Elements
from tests.rules.playing import opening, playout, slugs

SEEDS = 4  # games with other options and other numbers of players
MOMENTS = 5  # of each game, besides its opening and its end
WORDS = 4  # of the shortest sentence that explains something

every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=slugs)
every_language = pytest.mark.parametrize("language", ["en", "de"])


def moments(rules: Rules[Any]) -> Iterator[tuple[Any, Viewer]]:
    """States of random games, from the opening to the end, for a watcher and for a player."""
    for seed in range(SEEDS):
        chance, first = random.Random(seed), opening(rules, seed).position.state
        states = [turn.step.position.state for turn in playout(rules, seed)]
        for state in [first, *chance.sample(states, MOMENTS), states[-1]]:
            yield state, None
            yield state, chance.randrange(len(state.players))


@functools.cache
def tips(slug: str, language: str) -> set[str]:
    """What the things on the boards of a game say about themselves."""
    rules = GAMES[slug]
    with translation.override(language):
        return {
            tip
            for state, viewer in moments(rules)
            for tip in Elements(draw(rules, state, viewer)).values("data-tip")
        }


def is_sentence(text: str) -> bool:
    """Whether this is whole: it begins with a capital, ends with a full stop, and says enough."""
    return text[:1].isupper() and text.endswith(".") and len(text.split()) >= WORDS


def explains(tip: str) -> bool:
    """Whether whole sentences follow the name, and the number, that a tip may begin with."""
    _, colon, rest = tip.partition(": ")
    said = rest if colon else tip
    starts = [0, *(found.end() for found in re.finditer(r"[:.] ", said))]
    return any(is_sentence(said[start:]) for start in starts)


@pytest.mark.costly
@every_language
@every_game
def test_every_tip_is_a_sentence(rules: Rules[Any], language: str) -> None:
    found = tips(rules.slug, language)
    assert found, "a game explains its board"
    assert not sorted(tip for tip in found if not explains(tip))


@pytest.mark.slow
@every_game
def test_tips_are_told_in_the_language_of_the_reader(rules: Rules[Any]) -> None:
    assert not tips(rules.slug, "en") & tips(rules.slug, "de")
