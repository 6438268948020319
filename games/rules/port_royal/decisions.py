"""Who is asked what, with every legal answer (3.3 to 3.8). Equal moves are made once and shared."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from games.rules.core.interface import Decision, Move, Seat
from games.rules.port_royal.components import CARDS
from games.rules.port_royal.contracts import foe
from games.rules.port_royal.expeditions import can_go, crews
from games.rules.port_royal.moves import (
    Accept,
    Forgo,
    Fulfil,
    Gift,
    Hire,
    Pass,
    Repel,
    Reveal,
    Send,
    Stop,
    Trade,
)
from games.rules.port_royal.state import ChooseCrew, GiveCoin, State
from games.rules.port_royal.trade import earnings

SEATS = range(5)
REVEAL, STOP, PASS = Reveal(), Stop(), Pass()
GIFTS = tuple(Gift(seat) for seat in SEATS)
FULFIL = {card.id: Fulfil(card.id) for card in CARDS if card.kind == "expedition"}
FIRST = tuple((Decision(seat, "discover_first", (REVEAL,), auto=False),) for seat in SEATS)
GO_ON = tuple((Decision(seat, "discover", (REVEAL, STOP)),) for seat in SEATS)
trade_move = functools.cache(Trade)
hire_move = functools.cache(Hire)
forgo_move = functools.cache(Forgo)
send_move = functools.cache(Send)


def ask(state: State) -> Sequence[Decision]:
    """The one question that is open now."""
    if state.task is not None:
        return (ask_task(state, state.task),)
    if state.phase == "trade":
        return (ask_trade(state),)
    if state.phase == "discover":
        return ask_discover(state)
    if state.phase == "repel":
        return (ask_repel(state),)
    return ()


def ask_discover(state: State) -> Sequence[Decision]:
    """3.3: turn up a card, stop once there is one, go on an expedition."""
    seat = state.turn.active
    expeditions = fulfillable(state, seat)
    if not expeditions:
        return GO_ON[seat] if state.turn.cards else FIRST[seat]
    if state.turn.cards:
        return (Decision(seat, "discover", (REVEAL, STOP, *expeditions)),)
    return (Decision(seat, "discover_first", (REVEAL, *expeditions)),)


def fulfillable(state: State, seat: Seat) -> list[Move]:
    """3.8: the expeditions of the row for which this seat has the persons."""
    player = state.players[seat]
    if not state.row or len(player.persons) < 2:
        return []
    crew = player.crew()
    return [FULFIL[card] for card in state.row if can_go(crew, CARDS[card].needs)]


def ask_repel(state: State) -> Decision:
    """3.4: repel the ship or let it in; the prompt says when letting it in costs the turn."""
    assert state.ship is not None
    ship = CARDS[state.ship]
    key = "repel_or_bust" if ship.colour in state.colours() else "repel"
    return Decision(state.turn.active, key, (Repel(), Accept()), {"card": ship.id})


def ask_trade(state: State) -> Decision:
    """3.5: what the acting seat can take, with the expeditions of the active seat."""
    seat = state.acting
    player = state.players[seat]
    fee = state.fee()
    moves: list[Move] = []
    if state.takes:
        discount = player.count("mademoiselle")
        coins = len(player.coins) - fee
        for number in state.harbour:
            card = CARDS[number]
            if card.kind == "ship":
                moves.append(trade_move(number, earnings(player, card)))
                if coins >= 0 and (contract := foe(state, seat, card)):
                    moves.append(forgo_move(number, contract))
            elif coins >= (price := max(0, card.cost - discount)):
                moves.append(hire_move(number, price, state.number_of(number), card.influence))
    if not fee:
        moves += fulfillable(state, seat)
    moves.append(PASS)
    return Decision(seat, "trade_fee" if fee else "trade", moves, {"count": state.takes})


def ask_task(state: State, task: GiveCoin | ChooseCrew) -> Decision:
    """1.5, 3.8: who gets the coin of a gift; who goes on an expedition."""
    if isinstance(task, ChooseCrew):
        seat = state.turn.active
        ways = crews(state.players[seat], CARDS[task.expedition])
        moves = [send_move(persons) for persons in ways]
        return Decision(seat, "crew", moves, {"card": task.expedition})
    others = [seat for seat in range(len(state.players)) if seat != state.acting]
    return Decision(state.acting, "gift", [GIFTS[seat] for seat in others], {"card": task.ship})
