"""The board in words: there for every game, kept in step, and only for pages that show it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.page import rendering
from games.page.boards import Sitting, board_of
from games.rules.core.codec import encode
from games.rules.core.interface import Rules
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.telling.updates import table_update
from games.telling.wording import SiteWording
from tests.games.conftest import Playing
from tests.games.test_rendering import Reader
from tests.rules.playing import playout

described = [rules for rules in GAMES.values() if board_of(rules.slug).has_description]
slugs = [rules.slug for rules in described]
NAMES = ["Ana", "Ben", "Carla", "Dario", "Emilia"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("rules", described, ids=slugs)
def test_every_position_of_a_game_is_described(rules: Rules[Any], language: str) -> None:
    """Sections with names of their own, a heading and lines, for players and spectators."""
    chance = random.Random(f"described {rules.slug}")
    for turn in playout(rules, seed=5):
        state = turn.before.state
        count = len(turn.before.state.players)
        viewer = chance.choice([None, *range(count)])
        view = encode(rules.view(state, viewer))
        seats = [
            Sitting(place, str(place), NAMES[place], "", place == viewer) for place in range(count)
        ]
        with translation.override(language):
            words = SiteWording(rules, NAMES[:count])
            sections = board_of(rules.slug).description(view, seats, words)
        assert sections
        assert len({section.key for section in sections}) == len(sections)
        for section in sections:
            assert section.title
            assert section.lines, section.title
            assert all(line.strip() and "{" not in line for line in section.lines), section
        told = " ".join(text for section in sections for text in (section.title, *section.lines))
        assert all(name in told for name in NAMES[:count]), "it says what everybody has"


def test_only_pages_that_show_it_get_it(begin: Any) -> None:
    playing: Playing = begin()
    row = table_load(playing.id)
    reader = Reader(row.seats[0].user_id)
    scene = rendering.Scene(row, reader, table_update(row, reader.pk, 0))
    assert not [part for part in scene.roots() if part.name == "description"]
    whole = rendering.whole(scene.roots(described=True))["description"]
    assert "On the quay" in whole
    assert 'aria-current="step"' in whole


def test_the_page_has_it_on_demand(begin: Any, client: Client) -> None:
    playing: Playing = begin()
    page = f"/tables/{playing.id}/"
    assert "On the quay" not in client.get(page).content.decode()
    assert "?described=1#in-words" in client.get(page).content.decode()
    assert "On the quay" in client.get(f"{page}?described=1").content.decode()
