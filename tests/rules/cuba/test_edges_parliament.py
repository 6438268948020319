"""Edge cases 67 to 86 of the sheet: parliament and laws."""

from __future__ import annotations

import pytest

from games.rules.cuba.moves import Bid, ConfirmBills, PayDues
from games.rules.cuba.state import Options
from tests.rules.cuba.table import Table

CORRUPTION = "O6"


def test_edge_67_a_tie_at_the_top_is_bid_for_again_by_those_tied() -> None:
    table = Table(3).parliament("mayor", "worker", "foreman").bids(0, 4, 0)
    assert [(d.seat, d.key) for d in table.decisions] == [(0, "bid_again"), (1, "bid_again")]
    table.refuses(Bid(0), 2)
    table.bids(0, 1)
    assert table.asked == (1, "pass")


def test_edge_68_a_second_tie_is_decided_by_the_order_from_the_start_player() -> None:
    table = Table(3).parliament("worker", "mayor", "mayor", start=2).bids(0, 1, 1).bids(2, 2)
    assert table.asked == (2, "pass"), "the start player is among the tied"
    assert table.purses == [10, 7, 7], "the bids are paid all the same"
    other = Table(3).parliament("worker", "mayor", "mayor", start=0).bids(0, 1, 1).bids(2, 2)
    assert other.asked == (1, "pass"), "the first one after the start player"


def test_edge_69_the_losers_bid_is_paid_too() -> None:
    table = Table().parliament("mayor", "worker").bids(3, 6)
    assert table.asked == (0, "pass") and table.purses == [7, 4]
    assert table.state.bank == 170 - 11


def test_edge_70_nobody_bids_more_than_their_pesos() -> None:
    table = Table().pesos(0, 3).parliament("mayor", "worker")
    table.refuses(Bid(4), 0)
    table.refuses(Bid(-1), 0)
    table.play(Bid(3), 0)


def test_edge_71_under_the_corruption_act_only_the_cards_and_the_start_order_count() -> None:
    table = Table().act(CORRUPTION)
    table.state.vote_tile = 1
    table.parliament("foreman", "foreman", start=0)
    assert table.asked == (0, "pass") and table.state.votes == [4, 4]


def test_edge_72_a_corruption_act_holds_from_the_next_round_until_replaced() -> None:
    table = Table().round(3).bill(CORRUPTION).parliament("mayor", "worker")
    assert table.state.phase == "bid"
    table.vote("tax", "other").dues()
    assert table.state.round == 4
    table.play_through("bills", ConfirmBills()).parliament("mayor", "worker")
    assert table.state.phase == "pass"
    table.vote("tax", "other").dues()
    assert table.state.acts["other"] != CORRUPTION
    table.play_through("bills", ConfirmBills()).parliament("mayor", "worker")
    assert table.state.phase == "bid"


def test_edge_73_two_different_bills_without_veto() -> None:
    table = Table()
    table.state.veto = "subsidy"
    table.parliament("mayor", "worker").vote()
    table.refuses_law("subsidy")
    table.vote("tax")
    assert table.asked == (0, "pass"), "one is not enough"
    table.refuses_law("tax")
    table.vote("other")
    assert table.state.phase != "pass"


def test_edge_74_a_new_tax_is_due_in_the_same_round() -> None:
    table = Table().bill("T6").parliament("mayor", "worker").vote("tax", "other")
    assert table.state.acts["tax"] == "T6"
    table.dues("tax", "none")
    assert table.purses == [5, 10] and table.scored("dues_paid") == {0: 2}


def test_edge_75_a_town_hall_that_was_not_used_gives_no_votes() -> None:
    table = Table().built(0, "A2", "town_hall").parliament("worker", "worker")
    assert table.state.votes == [1, 1]
    used = Table().built(0, "A2", "town_hall").card("foreman").use("town_hall").default_turn()
    used.parliament("worker", "worker")
    assert used.state.votes == [3, 1]


# Laws


def test_edge_76_a_tax_of_three_cannot_be_paid_with_two_pesos() -> None:
    table = Table().bill("T3").own(0, citrus=1).pesos(0, 2)
    table.parliament("mayor", "worker").vote("tax", "other")
    table.refuses(PayDues("tax"), 0)
    table.refuses(PayDues("both"), 0)
    table.dues("duty", "none")
    assert table.purses == [2, 10]


def test_edge_77_a_duty_of_wood_and_stone_cannot_be_paid_with_two_wood() -> None:
    table = Table().bill("D4").own(0, wood=2).parliament("mayor", "worker").vote("duty", "other")
    table.refuses(PayDues("duty"), 0)
    table.play(PayDues("tax"), 0)
    able = Table().bill("D4").own(0, wood=1, stone=1)
    able.parliament("mayor", "worker").vote("duty", "other").dues("duty", "none")
    assert able.courtyard(0) == {} and able.scored("dues_paid") == {0: 2}


def test_edge_78_declining_both_costs_and_brings_nothing() -> None:
    table = Table().own(0, wood=1, citrus=1).parliament("mayor", "worker").vote("subsidy", "other")
    points = table.points[0]
    table.state.acts["subsidy"] = ""
    table.dues("none", "none")
    assert table.scored("dues_paid") == {}
    assert table.points[0] == points and table.purses[0] == 10


def test_edge_79_two_points_for_the_tax_and_five_for_both() -> None:
    table = Table().own(1, citrus=1).parliament("mayor", "worker").vote("tax", "other")
    table.dues("tax", "both")
    assert table.scored("dues_paid") == {0: 2, 1: 5}


def subsidised(table: Table, card: str, fifths: tuple[str, str] = ("mayor", "worker")) -> Table:
    """Phase IV with this subsidy newly in force; nobody has answered about the dues."""
    return table.bill(card, "O3").parliament(*fifths).vote("subsidy", "other")


def test_edge_80_the_subsidy_for_money_counts_what_is_left_and_stops_at_seven() -> None:
    table = subsidised(Table().pesos(1, 30), "S6").dues("tax", "none")
    assert table.scored("subsidised") == {0: 2, 1: 7}


def test_edge_81_the_subsidy_for_water_counts_what_is_left_and_stops_at_seven() -> None:
    table = Table().act("D3").own(0, water=3).own(1, water=9)
    subsidised(table, "S4").dues("duty", "none")
    assert table.scored("subsidised") == {0: 2, 1: 7}


def test_edge_82_the_subsidy_for_votes_counts_the_card_only() -> None:
    table = Table().bill("S5", "O3")
    table.state.vote_tile = 0
    table.parliament("foreman", "worker").bids(3, 0)
    table.vote("subsidy", "other").dues("none", "none")
    assert table.scored("subsidised") == {0: 4, 1: 1}


def test_edge_83_without_a_subsidy_act_nothing_happens() -> None:
    table = Table().parliament("mayor", "worker").vote("tax", "duty")
    table.play_through("dues")
    assert table.state.acts["subsidy"] == "" and table.logged("subsidised") == []


def test_edge_84_scarcity_takes_two_of_each_product_from_the_market() -> None:
    table = Table().bill("O1").market(citrus=1, tobacco=0, sugar=5)
    table.parliament("mayor", "worker").vote("tax", "other").dues("none", "none")
    assert [table.state.market[k] for k in ("citrus", "tobacco", "sugar")] == [0, 0, 3]
    (citrus, *_) = table.view().market
    assert citrus.buying == 7


def test_edge_85_surplus_brings_what_finds_a_slot_and_is_in_the_supply() -> None:
    table = Table().bill("O2").market(citrus=4, tobacco=5, sugar=2).supply(1, sugar=1)
    table.parliament("mayor", "worker").vote("tax", "other").dues("none", "none")
    assert [table.state.market[k] for k in ("citrus", "tobacco", "sugar")] == [5, 5, 3]


def test_edge_86_a_built_over_field_is_not_subsidised() -> None:
    table = Table().built(0, "B3", "inn")
    subsidised(table, "S2").dues("none", "none")
    assert table.scored("subsidised") == {0: 4, 1: 5}


@pytest.mark.parametrize(
    ("card", "points"),
    [("S1", {0: 2}), ("S2", {0: 4, 1: 5}), ("S3", {0: 5, 1: 6}), ("S4", {0: 3}), ("S6", {0: 3})],
)
def test_table_iii_what_each_subsidy_counts(card: str, points: dict[int, int]) -> None:
    table = Table().built(0, "B3", "inn").built(0, "C3", "dam").own(0, water=3).pesos(1, 2)
    subsidised(table, card)
    table.play_through("dues")
    assert table.scored("subsidised") == points


def test_l1_with_hidden_money_everybody_is_asked_even_who_cannot_pay() -> None:
    table = Table(hidden_money=True).pesos(0, 0).parliament("mayor", "worker")
    assert [d.seat for d in table.decisions] == [0, 1], "nor is a bid of nothing played by itself"
    table.vote("subsidy", "other")
    assert [(d.seat, len(d.moves)) for d in table.decisions] == [(0, 1), (1, 2)]
    open_money = Table().pesos(0, 0).parliament("mayor", "worker").vote("subsidy", "other")
    assert [d.seat for d in open_money.decisions] == [1]
    assert Options().hidden_money is False
