"""Santiago de Cuba: what may lie behind the screens, given the question that is pending."""

from __future__ import annotations

from math import comb

import pytest

from games.rules.core.effects import Rng
from games.rules.core.interface import Viewer
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.components import PIECES
from games.rules.santiago_de_cuba.moves import GoRound
from games.rules.santiago_de_cuba.state import State
from tests.rules.santiago_de_cuba.table import Table
from tests.rules.spread import spread_as, spread_evenly


def made(state: State, viewer: Viewer, draws: int) -> list[State]:
    """So many states that agree with what the viewer sees."""
    view, rng = rules.view(state, viewer), Rng("santiago")
    return [rules.determine(view, rng) for _ in range(draws)]


def test_open_holdings_leave_nothing_to_chance() -> None:
    table = Table(3).hold(0, pesos=4, points=7, rum=2).sleep("maria").own(1, "bank")
    for viewer in (None, 0, 1, 2):
        (one,) = made(table.state, viewer, 1)
        assert one.players == table.state.players
        assert rules.view(one, None) == table.view(None)


def test_a_good_that_is_not_in_stock_lies_behind_any_screen() -> None:
    """Four rum are out; seat 0 has one of them: three lie behind the screens of seats 1 and 2."""
    table = Table(3, info="screens")
    table.hold(0, pesos=1, rum=1).hold(1, pesos=1, rum=3).hold(2, pesos=1)
    states = made(table.state, 0, 1600)
    spread_as(
        [state.players[1].goods["rum"] for state in states],
        {count: comb(3, count) for count in range(4)},
    )
    assert all(state.players[0] == table.state.players[0] for state in states)
    for state in states:
        held = [player.goods["rum"] for player in state.players]
        assert sum(held) + state.stock["rum"] == PIECES


def test_with_two_players_the_stock_tells_the_others_goods() -> None:
    table = Table(2, info="screens").hold(0, sugar=1).hold(1, pesos=9, points=9, rum=2, wood=3)
    for state in made(table.state, 0, 30):
        assert state.players[1].goods == table.state.players[1].goods
    assert len({state.players[1].pesos for state in made(table.state, 0, 60)}) > 3


@pytest.mark.parametrize("order", ["simultaneous", "clockwise"])
def test_whoever_owes_a_gift_has_one(order: str) -> None:
    table = Table(4, info="screens", zorro_order=order)
    for seat in range(4):
        table.hold(seat, pesos=int(seat == 2), points=int(seat == 3))
    table.car("pedro").drive(0, "el_zorro")
    assert table.state.givers == [2, 3]
    for state in made(table.state, 0, 400):
        assert all(decision.moves for decision in rules.pending(state))
        assert all(
            player.pesos or player.points or any(player.goods.values())
            for player in state.players[2:]
        )


def test_whoever_is_asked_to_deliver_could() -> None:
    """Passing is played for whoever has to: so the one rum that is out is seat 1's, not seat 2's.

    Seat 0 sees that seat 1 has been asked, which would not have been so without a good to deliver.
    """
    table = Table(3, info="screens", auto_pass="on")
    for seat in range(3):
        table.hold(seat, pesos=2, rum=int(seat == 1))
    state = table.state
    state.phase, state.car, state.deliverer, state.passed = "deliver", 0, 1, [0]
    table.checked()
    for one in made(state, 0, 60):
        assert one.players[1].goods["rum"] == 1 and one.players[2].goods["rum"] == 0
    spectators = [one.players[1].goods["rum"] for one in made(state, None, 60)]
    assert set(spectators) == {1}


def test_without_that_option_a_question_says_nothing() -> None:
    table = Table(3, info="screens")
    for seat in range(3):
        table.hold(seat, pesos=2, rum=int(seat == 1))
    state = table.state
    state.phase, state.car, state.deliverer, state.passed = "deliver", 0, 1, [0]
    drawn = [one.players[1].goods["rum"] for one in made(table.checked().state, 0, 600)]
    spread_evenly(drawn, (0, 1))


def test_laps_are_the_own_secret_until_the_car_moves() -> None:
    table = Table(2, info="screens", max_steps="unlimited").hold(0, pesos=25)
    table.play(GoRound(2), 0)
    (mine,), (theirs,) = made(table.state, 0, 1), made(table.state, 1, 1)
    assert [decision.key for decision in rules.pending(mine)] == ["drive_far"]
    assert [decision.key for decision in rules.pending(theirs)] == ["drive"]
