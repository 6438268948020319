"""Where points came from, the tie-break's name, and tables that are older than the counting."""

from __future__ import annotations

import json

import pytest

from games.rules.core.codec import decode_position, encode_position
from games.rules.guatemala_cafe import rules
from games.rules.guatemala_cafe.components import EARLIER
from tests.rules.guatemala_cafe.table import ROW_7, Table
from tests.rules.guatemala_cafe.test_blockade_and_end import near_the_end
from tests.rules.guatemala_cafe.test_scoring import example_1


def test_points_are_counted_by_colour() -> None:
    table = example_1().announce("7,5").decline_all()
    assert [player.scored for player in table.state.players] == [
        {"brown": 9}, {"brown": 4}, {"brown": 2},
    ]  # fmt: skip
    assert [player.scored for player in table.view(None).players] == [
        {"brown": 9}, {"brown": 4}, {"brown": 2},
    ]  # fmt: skip


def test_the_outcome_says_from_which_coffee() -> None:
    table = near_the_end(13, 54).announce("7,5").decline_all()
    outcome = table.outcome
    assert outcome is not None
    assert outcome.standings[0].sources == {"black": 54, "brown": 3}
    assert outcome.standings[1].sources == {}
    assert rules.tiebreaks == ("centavos",)
    assert [s.tiebreaks for s in outcome.standings] == [(p.money,) for p in table.state.players]


def test_points_without_a_source_are_a_fault() -> None:
    table = Table()
    table.state.players[0].points = 1
    with pytest.raises(AssertionError, match="come from somewhere"):
        rules.check(table.state)


def old_document(table: Table) -> bytes:
    """The position as version 1 stored it."""
    document = json.loads(encode_position(rules, table.position, 7))
    document["version"] = 1
    del document["state"]["region"]
    for player in document["state"]["players"]:
        del player["scored"]
    return json.dumps(document).encode()


def test_a_table_of_version_1_goes_on() -> None:
    table = example_1().score(0, 30).at(ROW_7)
    table.position = decode_position(rules, old_document(table))[0]
    rules.check(table.state)
    assert [player.scored for player in table.state.players] == [{EARLIER: 30}, {}, {}]
    table.announce("7,5").decline_all()
    assert table.state.players[0].scored == {EARLIER: 30, "brown": 9}


def test_a_road_of_version_1_is_laid_from_the_crossing_it_was_at() -> None:
    """Crossings that are not offered any more may have been picked before."""
    table = Table(2).at(12).road_on("3,0")
    table.play(table.take("3,0"))
    table.state.crossing = "5,8"
    table.position = decode_position(rules, old_document(table))[0]
    assert table.decision.key == "direction"
    assert table.spots == {"edge:v5,7", "edge:v5,8", "edge:h4,8", "edge:h5,8"}
