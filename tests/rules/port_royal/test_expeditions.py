"""Expeditions (3.8)."""

from __future__ import annotations

import pytest

from games.rules.port_royal.moves import Fulfil, Hire, Pass, Reveal, Send
from tests.rules.port_royal.table import Table


def test_edge_30_a_jack_stands_in_for_a_priest() -> None:
    table = Table().deal(0, "priest", "jack").row("exp_cc").fulfil("exp_cc")
    assert table.persons(0) == []
    assert table.faces(table.state.discard) == ["priest", "jack"]
    assert table.faces(table.state.players[0].expeditions) == ["exp_cc"]
    assert table.state.row == [] and table.coins(0) == 3 + 2
    assert table.state.influence(0) == 4
    assert table.fact("expedition")["persons"] == ["priest", "jack"]


def test_edge_31_with_two_priests_and_a_jack_the_player_chooses_who_goes() -> None:
    table = Table().deal(0, "priest", "priest", "jack").row("exp_cc").fulfil("exp_cc")
    assert table.asked == (0, "crew") and not table.barrier
    assert table.moves() == [Send(("priest", "priest")), Send(("priest", "jack"))]
    table.play(Send(("priest", "jack")))
    assert table.persons(0) == ["priest"]


def test_3_8_a_single_way_needs_no_question() -> None:
    table = Table().deal(0, "priest", "priest", "settler").row("exp_cch").fulfil("exp_cch")
    assert table.persons(0) == [] and table.coins(0) == 3 + 3
    assert table.asked == (0, "discover_first")


def test_3_8_jacks_may_replace_everybody() -> None:
    table = Table().deal(0, "jack", "jack", "jack").row("exp_aah").fulfil("exp_aah")
    assert table.fact("expedition")["persons"] == ["jack", "jack", "jack"]


@pytest.mark.parametrize(
    ("persons", "possible"),
    [
        (("priest",), False),
        (("priest", "priest"), False),
        (("priest", "priest", "captain"), False),
        (("priest", "priest", "settler"), True),
        (("priest", "jack", "settler"), True),
        (("priest", "jack", "jack"), True),
        (("jack", "jack", "captain"), False),
    ],
)
def test_3_8_all_symbols_are_needed(persons: tuple[str, ...], possible: bool) -> None:
    table = Table().deal(0, *persons).row("exp_cch")
    assert bool(table.offers(Fulfil)) == possible


def test_edge_32_only_the_active_player_goes_on_expeditions() -> None:
    table = Table().deal(1, "priest", "priest").row("exp_cc").harbour("yellow_1_1")
    table.stop().done_taking()
    assert table.asked == (1, "trade_fee")
    table.refuses(Fulfil(table.state.row[0]))


def test_edge_33_before_the_first_card_and_in_the_own_part_of_trade() -> None:
    table = Table().deal(0, "priest", "priest", "captain", "captain").row("exp_cc", "exp_aa")
    assert table.asked == (0, "discover_first") and table.offers(Reveal)
    table.fulfil("exp_cc")
    assert table.asked == (0, "discover_first")
    table.harbour("yellow_1_1").stop()
    assert table.asked == (0, "trade")
    table.fulfil("exp_aa")
    assert table.state.influence(0) == 8 and table.asked == (0, "trade")


def test_edge_34_the_coins_of_an_expedition_help_to_hire() -> None:
    table = Table().deal(0, "priest", "priest", coins=1).row("exp_cc").harbour("sailor_1").stop()
    assert table.asked == (0, "trade") and not table.offers(Hire)
    table.fulfil("exp_cc").hire("sailor_1")
    assert table.persons(0) == ["sailor_1"] and table.coins(0) == 0


def test_9_4_the_active_player_is_not_skipped_while_an_expedition_is_possible() -> None:
    table = Table().deal(0, "priest", "priest", coins=0).row("exp_cc").harbour("pirate_3").stop()
    assert table.asked == (0, "trade")
    assert [type(move) for move in table.moves()] == [Fulfil, Pass]
    table.fulfil("exp_cc")
    assert table.state.turn.number == 2
    assert table.names[:3] == ["expedition", "skipped", "cleared"]  # nobody had to pass


def test_3_5_after_the_last_take_an_expedition_is_still_possible() -> None:
    table = Table().deal(0, "priest", coins=4).row("exp_cc").harbour("priest", "yellow_1_1").stop()
    table.hire("priest")
    assert table.asked == (0, "trade") and table.state.takes == 0
    assert [type(move) for move in table.moves()] == [Fulfil, Pass]
    table.done_taking()
    assert table.asked[0] == 1


def test_6_an_expedition_can_bring_the_last_round() -> None:
    table = Table().deal(0, "priest", "priest", "mademoiselle_3").fulfilled(0, "exp_aah")
    table.row("exp_cc").fulfil("exp_cc")
    assert table.state.influence(0) == 13 and table.state.last_round
    assert table.fact("last_round") == {"seat": 0}


def test_3_8_several_expeditions_in_a_turn() -> None:
    table = Table().deal(0, "captain", "captain", "settler", "settler").row("exp_aa", "exp_hh")
    table.fulfil("exp_aa").fulfil("exp_hh")
    assert table.state.influence(0) == 8 and table.coins(0) == 3 + 4
