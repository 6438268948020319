"""The delivery round in the harbour (3.7), and the demand that is set after it or before (3.8)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Move, Seat
from games.rules.santiago_de_cuba.components import REGULAR, Good, Source
from games.rules.santiago_de_cuba.moves import (
    DELIVER,
    DELIVER_WOOD,
    PASS,
    Deliver,
    DeliverWood,
    LeaveOut,
    Pass,
)
from games.rules.santiago_de_cuba.ships import (
    depart_if_satisfied,
    left_out,
    raise_value,
    roll_demand,
    seats_from,
)
from games.rules.santiago_de_cuba.state import State
from games.rules.santiago_de_cuba.turns import end_turn, pass_turn


def begin_delivery(state: State, fx: Effects) -> None:
    """3.7: the active seat delivers first, then all others, round and round."""
    state.phase = "deliver"
    state.deliverer = state.active
    fx.emit("delivery_started", seat=state.active, order=seats_from(state, state.active))


def delivery_moves(state: State, seat: Seat) -> list[Move]:
    """3.7: goods of one kind up to the demand, or wood in their place, or passing."""
    goods = state.players[seat].goods
    wood = goods["wood"]
    moves: list[Move] = []
    for good in REGULAR:
        if wanted := state.demand.get(good):
            own = goods[good]
            if own:
                moves += DELIVER[good][: own if own < wanted else wanted]
            if wood:
                moves += DELIVER_WOOD[good][: wood if wood < wanted else wanted]
    moves.append(PASS)
    return moves


def ask_delivery(state: State) -> list[Decision]:
    """3.7: one seat after the other. With screens a pass does not show if it was forced (4.3)."""
    seat = state.deliverer
    moves = delivery_moves(state, seat)
    auto = state.options.passes_for_me
    return [Decision(seat, "deliver", moves, {"value": state.value}, auto)]


def deliver(state: State, seat: Seat, move: Deliver | DeliverWood, fx: Effects) -> None:
    """3.7: goods earn the value of the ship each, wood one point each, whatever the value."""
    player = state.players[seat]
    kind: Good = move.good
    source: Source = "delivered"
    worth, event = state.value, "delivered"
    if isinstance(move, DeliverWood):
        kind, source, worth, event = "wood", "wood", 1, "delivered.wood"
    player.goods[kind] -= move.amount
    state.stock[kind] += move.amount
    player.score(source, move.amount * worth)
    state.demand[move.good] -= move.amount
    fx.emit(
        event,
        seat=seat,
        good=kind,
        amount=move.amount,
        die=move.good,
        value=worth,
        points=move.amount * worth,
        demand=dict(state.demand),
    )
    if any(state.demand.values()):
        ask_next(state)
        return
    state.passed = []
    fx.emit("delivery_ended", result="demand_met", remaining=dict(state.demand))
    depart_if_satisfied(state, "delivery", fx)
    if state.ending is None:
        end_turn(state, fx)


def pass_delivery(state: State, seat: Seat, move: Pass, fx: Effects) -> None:
    """3.7: the seat is out of this round; when all are out with demand left, the value rises."""
    reason = "cannot" if len(delivery_moves(state, seat)) == 1 else "unwilling"
    if state.options.screens:
        fx.reveal()  # played automatically, it has shown that there was no choice
        fx.emit("delivery_passed", private={seat: {"reason": reason}}, seat=seat)
    else:
        fx.emit("delivery_passed", seat=seat, reason=reason)
    state.passed.append(seat)
    if len(state.passed) < len(state.players):
        ask_next(state)
        return
    state.passed = []
    fx.emit("delivery_ended", result="all_passed", remaining=dict(state.demand))
    raise_value(state, "round_unfilled", fx)
    if state.ending is None:
        end_turn(state, fx)


def ask_next(state: State) -> None:
    """3.7: clockwise to the next seat that has not passed, which may be the same one again."""
    seat = (state.deliverer + 1) % len(state.players)
    while seat in state.passed:
        seat = (seat + 1) % len(state.players)
    state.deliverer = seat


def leave_out(state: State, seat: Seat, move: LeaveOut, fx: Effects) -> None:
    """3.8: the other four dice go on the ship as rolled."""
    state.demand = {good: state.rolled[good] for good in REGULAR if good != move.good}
    fx.emit(
        "demand_set",
        seat=seat,
        ship=state.ship,
        demand=dict(state.demand),
        left_out=left_out(state),
        value=state.value,
    )
    if depart_if_satisfied(state, "zero_ship", fx):  # O-5, with the option only
        if state.ending is None:
            roll_demand(state, fx)
    elif state.delivery_waits:
        state.delivery_waits = False
        begin_delivery(state, fx)
    else:
        pass_turn(state, fx)
