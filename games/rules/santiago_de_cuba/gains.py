"""What an answer changes at once, told with the offer: pesos, points and goods; or leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from games.rules.core.interface import Gains, Move, Seat
from games.rules.santiago_de_cuba import moves as m
from games.rules.santiago_de_cuba.components import (
    BANK_PESOS,
    CAFE_POINTS,
    CASINO_PESOS,
    CHURCH_POINTS,
    GOOD_OF,
    GOODS_PER_VISIT,
    HARBOUR,
    HIGHEST_VALUE,
    LAST_SHIP,
    LOWEST_VALUE,
    MARIA_POINTS,
    MARTINEZ_PESOS,
    NEWSPAPER_PESOS,
    SAWMILL_PESOS,
    SAWMILL_POINTS,
    STATIONS,
    TRADING_OFFICE_POINTS,
)
from games.rules.santiago_de_cuba.state import State

Change = Mapping[str, int]
M = TypeVar("M", bound=Move)


def gains_of(state: State, seat: Seat, move: Move) -> Gains:
    """What the move does to the seat, and to the thief whom a gift goes to."""
    tell = TELL.get(type(move))
    if tell is None:
        return {}
    own = tell(state, move)
    if isinstance(move, m.Give):
        return {seat: own, state.active: {thing: -count for thing, count in own.items()}}
    return {seat: own} if own else {}


def driving(state: State, move: m.Drive) -> Change:
    """3.3, 3.4: the price of the way, and what the Cuban gives unless he sleeps."""
    paid = {"pesos": -move.pesos} if move.pesos else {}
    if not does_something(state, move):
        return paid
    if move.stop == "maria":
        return {**paid, "points": MARIA_POINTS}
    if move.stop == "martinez":
        pesos = MARTINEZ_PESOS - move.pesos
        return {"pesos": pesos} if pesos else {}
    if good := GOOD_OF.get(move.stop):
        got = min(GOODS_PER_VISIT, state.stock[good])
        return {**paid, good: got} if got else paid
    return paid


def does_something(state: State, move: m.Drive) -> bool:
    """3.3: whether the game lasts until the car is there, and the Cuban does not sleep then."""
    start, end = state.car, state.car + move.steps
    passed = [station % STATIONS for station in range(start, end)]
    rises = passed.count(HARBOUR) - (start == HARBOUR)
    sleeps = move.stop in state.face_down and move.station not in passed
    return rises < rises_left(state) and not sleeps


def note_of(state: State, seat: Seat, move: Move) -> str:
    """3.4: what a stop is for that leads to a question, or gives back what the way costs."""
    if not isinstance(move, m.Drive) or move.stop not in NOTED or not does_something(state, move):
        return ""
    return "" if move.stop == "martinez" and not move.pesos else move.stop


def rises_left(state: State) -> int:
    """3.3, 3.9: how often the value has to rise until the flag sends the last ship away."""
    of_a_ship = HIGHEST_VALUE + 1 - LOWEST_VALUE
    return HIGHEST_VALUE + 1 - state.value + (LAST_SHIP - state.ship) * of_a_ship


def giving(state: State, move: m.Give) -> Change:
    """3.4: El Zorro's gift."""
    return {{"peso": "pesos", "point": "points"}.get(move.gift, move.gift): -1}


def collecting(state: State, move: m.Collect) -> Change:
    """1.4: the buildings that leave nothing to choose."""
    return COLLECTED[move.building]


def processing(state: State, move: m.Process) -> Change:
    """1.4: distillery and cigar factory."""
    if move.building == "distillery":
        return {"sugar": -move.amount, "rum": move.amount}
    return {"tobacco": -move.amount, "cigar": move.amount}


def treating(state: State, move: m.Treat) -> Change:
    """1.4: the café."""
    served = {"cigar": -1} if move.cigar else {}
    if move.rum:
        served["rum"] = -1
    return {**served, "points": CAFE_POINTS * len(served)}


NOTED: Final = frozenset(("harbour", "alonso", "el_zorro", "martinez", "pablo"))

COLLECTED: Final[Mapping[str, Change]] = {
    "bank": {"pesos": BANK_PESOS},
    "church": {"points": CHURCH_POINTS},
    "sawmill": {"wood": -1, "points": SAWMILL_POINTS, "pesos": SAWMILL_PESOS},
    "newspaper": {"pesos": NEWSPAPER_PESOS},
}


def of(
    kind: type[M], tell: Callable[[State, M], Change]
) -> tuple[type[Move], Callable[[State, Any], Change]]:
    """What tells the change, by the kind of moves that it is for."""
    return kind, tell


TELL: Final = dict(
    (
        of(m.Drive, driving),
        of(m.TakeGood, lambda _state, move: {move.good: 1}),
        of(m.Give, giving),
        of(m.Collect, collecting),
        of(m.Process, processing),
        of(m.Swap, lambda _state, move: {move.give: -1, move.take: 1}),
        of(m.Treat, treating),
        of(
            m.BuyPoints,
            lambda _state, move: {"pesos": -CASINO_PESOS * move.count, "points": move.count},
        ),
        of(
            m.SellPoints,
            lambda _state, move: {"points": -move.count, "pesos": CASINO_PESOS * move.count},
        ),
        of(m.Sell, lambda _state, move: {move.good: -1, "points": TRADING_OFFICE_POINTS}),
        of(m.Silence, lambda _state, _move: {"pesos": NEWSPAPER_PESOS}),
        of(
            m.Deliver,
            lambda state, move: {move.good: -move.amount, "points": move.amount * state.value},
        ),
        of(m.DeliverWood, lambda _state, move: {"wood": -move.amount, "points": move.amount}),
    )
)
