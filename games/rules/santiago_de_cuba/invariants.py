"""What always holds on a table (3.1)."""

from __future__ import annotations

from games.rules.santiago_de_cuba.components import (
    BUILDINGS,
    CUBANS,
    GOODS,
    HIGHEST_VALUE,
    LAST_SHIP,
    LOWEST_VALUE,
    MARKERS,
    PIECES,
    REGULAR,
    STATIONS,
)
from games.rules.santiago_de_cuba.state import State


def check(state: State) -> None:
    """3.1: every invariant. Raises AssertionError."""
    check_holdings(state)
    check_board(state)
    check_ship(state)
    check_phase(state)


def check_holdings(state: State) -> None:
    """Eight pieces of each good, no number below 0, at most three markers a seat."""
    for good in GOODS:
        held = [state.stock[good], *(player.goods[good] for player in state.players)]
        assert sum(held) == PIECES, f"{sum(held)} pieces of {good}"
        assert min(held) >= 0, f"a debt of {good}"
    for seat, player in enumerate(state.players):
        assert set(player.goods) == set(GOODS), "unknown goods"
        assert player.pesos >= 0 and player.points >= 0, "debts"
        assert sum(player.sources.values()) == player.points, "points from nowhere"
        assert 0 <= state.markers_left(seat) <= MARKERS, "too many markers"


def check_board(state: State) -> None:
    """Every tile in its place, one pawn at most in each building."""
    assert state.road[0] == "harbour" and sorted(state.road[1:]) == sorted(CUBANS), "the road"
    assert sorted(state.buildings) == sorted(BUILDINGS), "the buildings"
    assert 0 <= state.car < STATIONS, "the car is off the road"
    pawns = [player.pawn for player in state.players if player.pawn]
    assert len(set(pawns)) == len(pawns), "two pawns in one building"
    assert len(set(state.face_down)) == len(state.face_down), "a Cuban face down twice"
    seats = range(len(state.players))
    assert all(owner in seats for owner in state.owners.values()), "an owner without a seat"


def check_ship(state: State) -> None:
    """The value is 2 to 4; four dice lie on the ship with demand left, or none yet."""
    assert 1 <= state.ship <= LAST_SHIP, "no such ship"
    assert LOWEST_VALUE <= state.value <= HIGHEST_VALUE, "no such value"
    assert set(state.rolled) == set(REGULAR), "five dice were rolled"
    assert all(wanted >= 0 for wanted in state.demand.values()), "a demand below 0"
    if state.demand:
        assert len(state.demand) == 4, "four dice lie on the ship"
        assert any(state.demand.values()) or state.ending, "an empty ship in the harbour"


def check_phase(state: State) -> None:
    """The phase agrees with the rest of the state."""
    seats = range(len(state.players))
    assert state.active in seats and state.start in seats and state.deliverer in seats
    assert (state.phase == "over") == (state.ending is not None), "the phase denies the end"
    assert bool(state.givers) == (state.phase == "gift"), "gifts nobody waits for"
    assert not state.passed or state.phase == "deliver", "passed without a delivery round"
    assert state.active not in state.givers, "a gift to oneself"
    if state.phase == "deliver":
        assert state.demand and state.car == 0 and state.deliverer not in state.passed
    if state.phase == "demand":
        assert not state.demand, "a demand before it is set"
    if state.laps:
        assert state.phase == "drive" and state.options.max_steps == "unlimited", "no laps now"
        assert state.players[state.active].pesos >= STATIONS * state.laps > 0, "laps unpaid"
    if state.phase == "use":
        assert state.players[state.active].pawn, "no building to use"
