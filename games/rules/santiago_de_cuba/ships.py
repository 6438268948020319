"""The value marker, the ship that leaves and the one that comes (3.9), and its dice (3.8)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Seat
from games.rules.santiago_de_cuba.components import (
    FACES,
    HIGHEST_VALUE,
    LAST_SHIP,
    LOWEST_VALUE,
    REGULAR,
)
from games.rules.santiago_de_cuba.ending import end_game
from games.rules.santiago_de_cuba.moves import LEAVE_OUT
from games.rules.santiago_de_cuba.state import Ending, State

Rise: TypeAlias = Literal["harbour_pass", "round_unfilled", "harbour_office"]
Trigger: TypeAlias = Literal[Rise, "delivery", "customs", "trading_office", "zero_ship"]


def raise_value(state: State, cause: Rise, fx: Effects) -> None:
    """3.9: one flag to the right; at the chequered flag the ship leaves."""
    old = state.value
    if old < HIGHEST_VALUE:
        state.value = old + 1
        fx.emit("value_changed", old=old, new=old + 1, cause=cause)
        return
    fx.emit("value_changed", old=old, new="flag", cause=cause)
    depart(state, "flag", cause, fx)


def lower_value(state: State, fx: Effects) -> None:
    """3.9: one flag to the left; only the harbour office does it."""
    state.value -= 1
    fx.emit("value_changed", old=state.value + 1, new=state.value, cause="harbour_office")


def depart_if_satisfied(state: State, trigger: Trigger, fx: Effects) -> bool:
    """3.9: the ship leaves as soon as all its dice show 0. Returns whether it did."""
    if any(state.demand.values()):
        return False
    depart(state, "demand_met", trigger, fx)
    return True


def depart(state: State, cause: Ending, trigger: Trigger, fx: Effects) -> None:
    """3.9: the ship leaves; the next one comes, still without demand. The seventh is last."""
    fx.emit(
        "ship_departed",
        ship=state.ship,
        cause=cause,
        trigger=trigger,
        remaining=dict(state.demand),
        seat=state.active,
    )
    if state.ship == LAST_SHIP:
        end_game(state, cause, fx)
        return
    state.ship += 1
    state.demand = {}
    fx.emit("ship_arrived", ship=state.ship)
    if cause == "flag" or state.value > LOWEST_VALUE:
        old = "flag" if cause == "flag" else state.value
        state.value = LOWEST_VALUE
        fx.emit("value_changed", old=old, new=LOWEST_VALUE, cause="new_ship")


def roll_demand(state: State, fx: Effects) -> None:
    """3.8: all five dice are rolled for the active seat; five zeros are rolled again (O-5)."""
    reroll = 0
    while True:
        rolled = {good: fx.pick(FACES[good]) for good in REGULAR}
        fx.emit(
            "demand_rolled",
            seat=state.active,
            ship=state.ship,
            faces=dict(rolled),
            reroll=reroll,
        )
        if any(rolled.values()) or state.options.zero_ship == "depart":
            break
        reroll += 1
    state.rolled = rolled
    state.phase = "demand"


def ask_demand(state: State) -> list[Decision]:
    """3.8: any one die may be left out, unless that leaves four zeros on the ship (O-5)."""
    total = sum(state.rolled.values())
    if state.options.zero_ship == "depart":
        moves = list(LEAVE_OUT.values())
    else:
        moves = [LEAVE_OUT[good] for good in REGULAR if state.rolled[good] < total]
    args = {"ship": state.ship, "rolled": {good: state.rolled[good] for good in REGULAR}}
    return [Decision(state.active, "demand", moves, args)]


def left_out(state: State) -> str | None:
    """The good of the die beside the board."""
    if not state.demand:
        return None
    return next(good for good in REGULAR if good not in state.demand)


def seats_from(state: State, first: Seat) -> list[Seat]:
    """All seats clockwise from this one."""
    count = len(state.players)
    return [(first + step) % count for step in range(count)]
