"""A hundred finished games of each game replay as they were played."""

from __future__ import annotations

import json
from collections import Counter

import msgspec
import pytest

from games.rules.core.levels import LEVELS
from games.rules.registry import GAMES
from tools import corpus
from tools.corpus_making import GAMES_EACH, made
from tools.samples import values_by_option


@pytest.mark.parametrize("slug", corpus.in_corpus())
def test_every_game_of_the_corpus_replays(slug: str) -> None:
    recorded = corpus.read(slug)
    assert len(recorded.games) == GAMES_EACH
    assert corpus.differences(GAMES[slug], recorded) == []


@pytest.mark.parametrize("slug", corpus.in_corpus())
def test_the_corpus_has_every_option_number_of_players_and_kind_of_bot(slug: str) -> None:
    rules, settings = GAMES[slug], [game.setting for game in corpus.read(slug).games]
    assert {setting.players for setting in settings} == set(rules.players)
    played = {
        (name, json.dumps(value)) for each in settings for name, value in each.options.items()
    }
    for name, values in values_by_option(rules).items():
        assert {(name, json.dumps(value)) for value in values} <= played
    bots = Counter(name for setting in settings for name in set(setting.bots))
    assert bots["expert"] >= 5 and bots["regular"] > 20 and bots["random"] > 20
    assert LEVELS["expert"].work, "it thinks"


def test_a_difference_is_found_where_it_begins() -> None:
    recorded = corpus.read("cuba")
    game = recorded.games[1]
    digests = [*game.course.digests[:3], "otherwise", *game.course.digests[4:]]
    course = msgspec.structs.replace(game.course, digests=digests)
    other = msgspec.structs.replace(recorded, games=[msgspec.structs.replace(game, course=course)])
    assert corpus.differences(GAMES["cuba"], other) == [
        "game 0: by move 75 something is asked or told otherwise"
    ]
    told = list[str]()
    again = made(GAMES["cuba"], other, [game.setting], told.append)
    assert again.games[0].course == game.course
    assert told[0].endswith("the same moves")
