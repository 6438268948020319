"""Why a move that a player might look for is not offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.core.interface import Decision, Move, Seat, Unavailable
from games.rules.port_royal.components import CARDS, PEOPLE
from games.rules.port_royal.expeditions import can_go
from games.rules.port_royal.moves import Fulfil, Hire, Trade
from games.rules.port_royal.state import State
from games.rules.port_royal.trade import earnings


def unavailable(state: State, decision: Decision) -> Sequence[Unavailable]:
    """The moves that the seat might look for, each with why it is not among the answers."""
    if decision.key in ("trade", "trade_fee"):
        return [*cards_out_of_reach(state), *expeditions_out_of_reach(state, decision.seat)]
    if decision.key in ("discover", "discover_first"):
        return list(expeditions_out_of_reach(state, decision.seat))
    return []


def cards_out_of_reach(state: State) -> Iterator[Unavailable]:
    """3.5: no more cards to take, or a person who is too expensive."""
    player, fee = state.players[state.acting], state.fee()
    coins = len(player.coins)
    for number in state.harbour:
        card = CARDS[number]
        if card.kind == "ship":
            move: Move = Trade(number, earnings(player, card))
            if not state.takes:
                yield Unavailable(move, "taken_enough")
            continue
        price = player.price(card)
        move = Hire(number, price, state.number_of(number), card.influence)
        if not state.takes:
            yield Unavailable(move, "taken_enough")
        elif coins < price + fee:
            facts = {"price": price, "fee": fee, "coins": coins}
            yield Unavailable(move, "too_dear_with_fee" if fee else "too_dear", facts)


def expeditions_out_of_reach(state: State, seat: Seat) -> Iterator[Unavailable]:
    """3.8: it is not one's own turn, or persons are missing."""
    for number in state.row:
        needs = CARDS[number].needs
        who = [role for role, count in zip(PEOPLE, needs, strict=True) for _ in range(count)]
        if seat != state.turn.active:
            yield Unavailable(Fulfil(number), "own_turn")
        elif not can_go(state.players[seat].crew(), needs):
            yield Unavailable(Fulfil(number), "crew", {"persons": who})
