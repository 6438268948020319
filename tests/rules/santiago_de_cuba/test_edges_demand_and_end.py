"""Edge cases 77 to 85 of the sheet: demand and the end of the game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.interface import Standing
from games.rules.core.play import start
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.components import GOODS, REGULAR
from games.rules.santiago_de_cuba.moves import Clear, Deliver, Drive, GoRound, LeaveOut, Place, Skip
from games.rules.santiago_de_cuba.state import Options
from tests.examples import examples
from tests.rules.santiago_de_cuba.contract import LAYOUT
from tests.rules.santiago_de_cuba.table import Table

FIVE_ZEROS = "zeros 7326"  # a seed whose first roll shows nothing; one in 7776


def rolled(*faces: int, **options: str) -> Table:
    """Seat 0 must set the demand of ship 2 from these faces, in the order of the goods."""
    table = Table(**options).car("pablo").ship(1, value=4).pawn(0, "bank").sleep("maria")
    table.drive(0, "maria")
    assert table.asked == (0, "demand")
    table.state.rolled = dict(zip(REGULAR, faces, strict=True))
    return table.checked()


def test_edge_77_four_zeros_may_not_stay_on_the_ship() -> None:
    table = rolled(0, 0, 0, 0, 2)
    assert table.moves(0) == [LeaveOut(good) for good in ("sugar", "citrus", "tobacco", "rum")]
    table.refuses(LeaveOut("cigar"), 0)
    assert len(rolled(0, 0, 0, 1, 2).moves(0)) == 5


def test_edge_77_five_zeros_are_rolled_again() -> None:
    chosen = Options(layout=LAYOUT, start_player="seat_1")
    rolls = [
        event for event in start(rules, 2, chosen, FIVE_ZEROS).events if "faces" in event.public
    ]
    assert [event.public["reroll"] for event in rolls] == [0, 1]
    assert not any(rolls[0].public["faces"].values())
    assert any(rolls[1].public["faces"].values())


def test_option_zero_ship_depart_takes_five_zeros() -> None:
    chosen = Options(layout=LAYOUT, start_player="seat_1", zero_ship="depart")
    step = start(rules, 2, chosen, FIVE_ZEROS)
    assert sum("faces" in event.public for event in step.events) == 1
    assert len(step.decisions[0].moves) == 5


def test_edge_78_the_demand_is_set_before_the_turn_passes_on() -> None:
    table = rolled(1, 1, 1, 1, 1)
    assert table.moves(1) == []
    table.refuses(LeaveOut("rum"), 1)
    table.play(LeaveOut("rum"), 0)
    assert table.names[:3] == ["demand_set", "turn_ended", "turn_started"]
    assert table.asked == (1, "drive")


@pytest.mark.parametrize(("players", "chooser"), [(2, 1), (3, 2), (4, 3)])
def test_edge_79_the_seat_before_the_first_sets_the_first_demand(
    players: int, chooser: int
) -> None:
    step = start(rules, players, Options(start_player="seat_1"), "x")
    assert [(d.seat, d.key) for d in step.decisions] == [(chooser, "demand")]
    step = start(rules, players, Options(start_player="seat_2"), "x")
    assert [(d.seat, d.key) for d in step.decisions] == [(0, "demand")]


def test_edge_80_one_departure_a_turn() -> None:
    """The worst case: off at the harbour, up by Alonso, up by the pawn: value 4, and no further."""
    table = Table().own(0, "harbour_office").car("pablo").ship(1, value=4).hold(0, pesos=9)
    table.drive(0, "alonso")
    assert table.state.ship == 2
    up = next(move for move in table.moves(0) if getattr(move, "direction", "") == "up")
    table.play(up, 0).play(Place("harbour_office"), 0).play(up, 0)
    assert table.state.ship == 2 and table.state.value == 4
    assert table.asked == (0, "demand")


def test_edge_81_nothing_after_the_seventh_ship() -> None:
    table = Table().car("maria").ship(7).demand(sugar=1, citrus=0, tobacco=0, rum=0)
    table.own(1, "customs").drive(0, "pedro").play(Place("customs"), 0)
    names = table.names + table.play(Clear("sugar"), 0).names
    assert not table.decisions and table.player(1).points == 2, "no owner bonus"
    assert not {"demand_rolled", "owner_bonus", "turn_ended"} & set(names)


def finished(*holdings: dict[str, int]) -> Table:
    """The game ends with seats holding this, after the last unit of the seventh ship."""
    table = Table(len(holdings)).car("jose").ship(7)
    table.demand(sugar=1, citrus=0, tobacco=0, rum=0)
    for seat in range(len(holdings)):
        table.hold(seat)
    for seat, held in enumerate(holdings):
        table.hold(seat, **held)
    table.drive(0, "pedro").play(Place("customs"), 0)
    for good in GOODS:  # Pedro's tobacco is not part of the example
        surplus = table.player(0).goods[good] - holdings[0].get(good, 0)
        table.player(0).goods[good] -= surplus
        table.state.stock[good] += surplus
    return table.checked().play(Clear("sugar"), 0)


def standings(table: Table) -> tuple[Standing, ...]:
    outcome = table.outcome
    assert outcome is not None
    return outcome.standings


def test_edge_82_seven_goods() -> None:
    table = finished({"points": 10, "rum": 3, "cigar": 2, "wood": 2, "pesos": 3}, {"points": 1})
    assert standings(table)[0] == Standing(0, 1, 12, (1, 3), {"earlier": 10, "goods": 2})
    assert table.facts("final_scoring")[0] == {
        "seat": 0,
        "before": 10,
        "goods": {"sugar": 0, "citrus": 0, "tobacco": 0, "rum": 3, "cigar": 2, "wood": 2},
        "points_for_goods": 2,
        "goods_left": 1,
        "pesos": 3,
        "points": 12,
        "rank": 1,
    }


def test_edge_83_two_goods() -> None:
    assert standings(finished({"points": 4, "rum": 2}, {"points": 1}))[0].score == 4
    assert standings(finished({"points": 4, "rum": 2}, {"points": 1}))[0].tiebreaks == (2, 0)


def ranks(*holdings: dict[str, int]) -> list[int]:
    return [standing.rank for standing in standings(finished(*holdings))]


def test_edge_84_ties() -> None:
    assert ranks({"points": 41, "rum": 1, "pesos": 9}, {"points": 41, "rum": 2}) == [2, 1]
    assert ranks({"points": 40, "rum": 4}, {"points": 41, "cigar": 1, "pesos": 2}) == [2, 1]
    assert ranks({"points": 41, "rum": 1, "pesos": 3}, {"points": 41, "wood": 1, "pesos": 3}) == [
        1,
        1,
    ]
    assert ranks({"points": 5}, {"points": 41}, {"points": 41}, {"points": 9}) == [4, 1, 1, 3]


def test_edge_85_pesos_are_worth_nothing() -> None:
    assert standings(finished({"points": 4, "pesos": 30}, {"points": 5}))[0].score == 4


@examples(40)
@given(
    goods=st.lists(st.integers(0, 8), min_size=6, max_size=6),
    points=st.integers(0, 100),
    pesos=st.integers(0, 60),
)
def test_clause_6_conversion(goods: list[int], points: int, pesos: int) -> None:
    held = dict(zip(GOODS, goods, strict=True))
    held["tobacco"] = min(held["tobacco"], 6)
    table = finished({"points": points, "pesos": pesos, **held}, {})
    total = sum(held.values())
    assert standings(table)[0].score == points + total // 3
    assert standings(table)[0].tiebreaks == (total % 3, pesos)


def test_option_zero_ship_depart() -> None:
    table = rolled(0, 0, 0, 0, 2, zero_ship="depart")
    assert len(table.moves(0)) == 5
    table.play(LeaveOut("cigar"), 0)
    assert table.state.ship == 3 and table.asked == (0, "demand"), "the same seat rolls again"
    assert table.facts("ship_departed")[0]["trigger"] == "zero_ship"
    table.leave_out(0)
    assert table.state.active == 1 or table.state.demand == {}


def test_option_zero_ship_depart_can_end_the_game() -> None:
    table = rolled(0, 0, 0, 0, 2, zero_ship="depart")
    table.ship(7).play(LeaveOut("cigar"), 0)
    assert not table.decisions and table.state.ending == "demand_met"


def test_option_max_steps_unlimited_counts_every_pass() -> None:
    table = Table(max_steps="unlimited").hold(0, pesos=20)
    table.play(GoRound(2), 0)
    far = next(move for move in table.moves(0) if getattr(move, "steps", 0) == 21)
    assert [move.spot for move in table.moves(0)] == [far.spot], "a star stands for one drive"
    table.play(far, 0)
    assert table.state.car == 1 and table.state.value == 4, "passed twice"
    assert table.player(0).pesos == 3, "Martinez"


def test_option_max_steps_unlimited_two_ships_in_one_drive() -> None:
    table = Table(max_steps="unlimited").hold(0, pesos=60).ship(1, value=4)
    table.play(GoRound(4), 0)
    far = next(move for move in table.moves(0) if getattr(move, "steps", 0) == 41)
    table.play(far, 0)
    assert table.state.ship == 3 and table.state.value == 2


def test_option_max_steps_unlimited_into_the_harbour_after_a_departure() -> None:
    table = Table(max_steps="unlimited").hold(0, pesos=19, sugar=8 - 1).ship(1, value=4)
    table.play(GoRound(1), 0)
    far = next(move for move in table.moves(0) if getattr(move, "steps", 0) == 20)
    table.play(far, 0)
    assert table.state.ship == 2 and table.asked == (0, "demand"), "demand before the delivery"
    table.state.rolled = {"sugar": 2, "citrus": 1, "tobacco": 1, "rum": 1, "cigar": 1}
    table.checked().play(LeaveOut("cigar"), 0)
    assert table.asked == (0, "deliver") and Deliver("sugar", 2) in table.moves(0)


def test_option_max_steps_unlimited_asks_in_two_steps() -> None:
    """157 pesos once were 158 answers: now the stations, and how many laps before."""
    table = Table(max_steps="unlimited").hold(0, pesos=157)
    drives = table.offers(Drive, 0)
    laps = [move.laps for move in table.offers(GoRound, 0)]
    assert [move.pesos for move in drives] == list(range(10)) and laps == list(range(1, 16))
    before = table.view(1)
    table.play(GoRound(15), 0)
    assert table.events == () and table.view(1) == before, "nothing has happened yet"
    assert table.asked == (0, "drive_far")
    assert [move.pesos for move in table.moves(0)] == list(range(150, 158))  # type: ignore[attr-defined]
    table.play(table.moves(0)[-1], 0)
    assert table.player(0).pesos == 0 and table.state.car == 8 and not table.state.laps


@pytest.mark.parametrize(("value", "gains"), [(3, {"pesos": -49}), (2, {"pesos": -49, "sugar": 2})])
def test_option_max_steps_unlimited_tells_of_an_end_two_ships_later(
    value: int, gains: dict[str, int]
) -> None:
    """Five laps may send off the last ship but one and the last: José then gives nothing."""
    table = Table(max_steps="unlimited").hold(0, pesos=49).car("jose").ship(6, value=value)
    table.play(GoRound(4), 0)
    far = next(move for move in table.moves(0) if getattr(move, "steps", 0) == 50)
    assert rules.gains(table.state, 0, far) == {0: gains}
    table.play(far, 0)
    assert (table.state.phase == "over") is (value == 3)
    assert table.goods(0) == {good: n for good, n in gains.items() if good != "pesos"}


def test_option_start_player() -> None:
    for number in (1, 2, 3):
        chosen = Options(start_player=f"seat_{number}")  # type: ignore[arg-type]
        assert start(rules, 3, chosen, "x").position.state.start == number - 1
    with pytest.raises(ValueError, match="start_player"):
        start(rules, 3, Options(start_player="seat_4"), "x")
    starts = {start(rules, 3, Options(), f"{n}").position.state.start for n in range(20)}
    assert starts == {0, 1, 2}


def test_skip_is_never_forced_upon_who_could_use() -> None:
    table = Table().car("maria").drive(0, "pedro").play(Place("church"), 0)
    assert Skip() in table.moves(0) and len(table.moves(0)) == 2
