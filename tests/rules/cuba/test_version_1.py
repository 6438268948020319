"""Tables of version 1 go on: their positions load, their moves replay, their log is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules.core.codec import decode_position
from games.rules.core.golden import play_out
from games.rules.core.interface import Position
from games.rules.core.play import Step, replay
from games.rules.cuba import rules
from games.rules.cuba.moves import EndTurn, PlayCard, Use
from games.rules.cuba.state import State, Trading
from tests.rules.cuba.german import ENGLISH, GERMAN
from tests.rules.cuba.table import Table

HERE = Path(__file__).parent
EVENTS = json.loads((HERE / "version_1_events.json").read_text())


def stored() -> Position[State]:
    """A table of three in round 3, in the middle of a series of trades."""
    return decode_position(rules, (HERE / "version_1_position.json").read_bytes())[0]


def test_points_of_version_1_have_one_source_and_trades_go_on() -> None:
    document = json.loads((HERE / "version_1_position.json").read_text())
    assert document["version"] == 1
    state = stored().state
    rules.check(state)
    before = [player["points"] for player in document["state"]["players"]]
    assert [player.points for player in state.players] == before and all(before)
    assert [player.sources for player in state.players] == [{"earlier": n} for n in before]
    assert state.edition == 1 and state.agenda == [Trading(trades=1)]


def test_a_table_of_version_1_is_played_to_its_end() -> None:
    first = stored()
    step = Step(first, (), False, rules.pending(first.state))
    moves = play_out(rules, step, [rules.bots["random"]] * 3, "version 1")
    state = replay(rules, stored(), moves).state
    rules.check(state)
    outcome = rules.outcome(state)
    assert outcome is not None
    for standing, player in zip(outcome.standings, state.players, strict=True):
        assert sum(standing.sources.values()) == standing.score == player.points
        assert standing.sources["earlier"] > 0


def test_edition_1_keeps_the_moves_that_its_logs_hold() -> None:
    table = Table().built(0, "B2", "hotel").built(0, "A2", "inn")
    table.state.edition = 1
    table.markers(architect=2)
    assert set(table.moves()) == {
        PlayCard(character)
        for character in ("worker", "tradeswoman", "architect", "foreman", "mayor")
    }
    table.play(PlayCard("foreman"))
    assert table.moves() == [Use("inn"), Use("hotel"), EndTurn()]
    table.play(Use("hotel"))
    assert table.points[0] == 2 and table.asked == (1, "card")


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_of_version_1_can_still_be_told(name: str) -> None:
    """The facts of every event as version 1 logged it, once for those who may read all of it."""
    facts = dict(EVENTS[name])
    for secret in facts.pop("private", {}).values():
        facts |= secret
    for wording in (ENGLISH, GERMAN):
        assert "{" not in wording.event(facts)
