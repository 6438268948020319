"""The first phase: turning cards up, repelling ships, tax increases and bad luck (3.3 to 3.6)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Seat
from games.rules.port_royal.components import CARDS, EXTRA_TAXES, TAXED_FROM, Card
from games.rules.port_royal.contracts import (
    count_colours,
    fulfil_at_once,
    keep_for_pack,
    seats_paid,
    wants_for_pack,
)
from games.rules.port_royal.money import give, pay, reshuffle
from games.rules.port_royal.state import Fate, State, Turned
from games.rules.port_royal.trade import begin_trade, earn
from games.rules.port_royal.turns import end_turn


def reveal(state: State, fx: Effects) -> None:
    """3.4: turn up the top card, once there is one."""
    if state.draw or (state.discard and (not state.reshuffles or state.extra_tax_used)):
        if not state.draw:
            reshuffle(state, fx)
        turn_up(state, CARDS[fx.draw(state.draw)[0]], fx)
    elif not state.extra_tax_used:
        extra_tax(state, fx)
    else:
        fx.emit("nothing_to_turn_up", seat=state.turn.active)
        begin_trade(state, fx)


def extra_tax(state: State, fx: Effects) -> None:
    """3.6: the game would hang, so a tax increase that no card shows is turned up."""
    state.extra_tax_used = True
    card = CARDS[fx.pick(EXTRA_TAXES)]
    number = note(state, card, "tax")
    fx.emit("extra_tax", seat=state.turn.active, number=number, card=card.id)
    raise_tax(state, card.name, fx)


def note(state: State, card: Card, fate: Fate) -> int:
    """Add a card to those of this turn; returns its number."""
    state.turn.cards.append(Turned(card.id, fate))
    return len(state.turn.cards)


def turn_up(state: State, card: Card, fx: Effects) -> None:
    """3.4: what each kind of card does."""
    seat = state.turn.active
    match card.kind:
        case "person":
            number = note(state, card, "harbour")
            state.harbour.append(card.id)
            fx.emit(
                "turned_person",
                seat=seat,
                number=number,
                card=card.id,
                cost=card.cost,
                influence=card.influence,
            )
        case "ship":
            turn_up_ship(state, card, fx)
        case "expedition":
            number = note(state, card, "row")
            state.row.append(card.id)
            fx.emit(
                "turned_expedition",
                seat=seat,
                number=number,
                card=card.id,
                coins=card.coins,
                influence=card.influence,
            )
        case _:
            number = note(state, card, "tax")
            fx.emit("turned_tax", seat=seat, number=number, card=card.id)
            raise_tax(state, card.name, fx)
            state.discard.append(card.id)


def turn_up_ship(state: State, ship: Card, fx: Effects) -> None:
    """3.4: with enough swords it may be repelled; else it stays, or ends the turn."""
    seat = state.turn.active
    number = note(state, ship, "ship")
    fx.emit(
        "turned_gift_ship" if ship.gift else "turned_ship",
        seat=seat,
        number=number,
        card=ship.id,
        coins=ship.coins,
        swords="skull" if ship.skull else ship.swords,
    )
    if not ship.skull and state.players[seat].swords >= ship.swords:
        state.phase, state.ship = "repel", ship.id
    else:
        let_in(state, ship, fx)


def let_in(state: State, ship: Card, fx: Effects) -> None:
    """3.4: into the harbour, if no ship of its colour is there."""
    if ship.colour in state.colours():
        go_bust(state, ship, fx)
        return
    state.mark(ship.id, "harbour")
    state.harbour.append(ship.id)
    if state.contracts:
        count_colours(state, fx)


def repel(state: State, fx: Effects) -> None:
    """3.4: the ship is discarded, or kept for Pack of Pirates; no coins for it."""
    ship, seat = take_up(state), state.turn.active
    if wants_for_pack(state, seat, ship):
        number = state.mark(ship.id, "kept")
        fx.emit("kept", seat=seat, number=number, card=ship.id)
        keep_for_pack(state, seat, ship, fx)
    else:
        number = state.mark(ship.id, "repelled")
        fx.emit("repelled", seat=seat, number=number, card=ship.id)
        state.discard.append(ship.id)


def accept(state: State, fx: Effects) -> None:
    """3.4: the ship is let in although it could be repelled."""
    ship = take_up(state)
    fx.emit("accepted", seat=state.turn.active, card=ship.id)
    let_in(state, ship, fx)


def take_up(state: State) -> Card:
    """The ship to be repelled or not; the phase goes back to discovering."""
    assert state.ship is not None
    ship = CARDS[state.ship]
    state.phase, state.ship = "discover", None
    return ship


def go_bust(state: State, ship: Card, fx: Effects) -> None:
    """3.4: two ships of a colour: the harbour is lost, jesters laugh, the turn is over."""
    seat = state.turn.active
    fx.emit("bust", seat=seat, card=ship.id, cards=[*state.harbour, ship.id])
    state.mark(ship.id, "lost")
    for card in state.harbour:
        state.mark(card, "lost")
    state.turn.bust = True
    state.discard += [*state.harbour, ship.id]
    state.harbour = []
    for other in state.seats_from(seat):
        earn(state, other, "jester", state.players[other].count("jester"), fx)
    fulfil_at_once(state, seat, "jinx", fx)
    end_turn(state, fx)


def raise_tax(state: State, kind: str, fx: Effects) -> None:
    """3.4: the rich pay half; then most swords, or least influence, brings a coin."""
    order = state.seats_from(state.turn.active)
    payers = [seat for seat in order if len(state.players[seat].coins) >= TAXED_FROM]
    for seat in payers:
        count = len(state.players[seat].coins) // 2
        fx.emit("taxed", seat=seat, count=count, cards=pay(state, seat, count, fx))
    seats_paid(state, payers, fx)
    lucky = favoured(state, kind)
    fx.emit("tax_bonus", seats=[seat for seat in order if seat in lucky])
    for seat in order:
        if seat in lucky:
            give(state, seat, 1, fx)


def favoured(state: State, kind: str) -> set[Seat]:
    """3.4: everybody with most swords, or with least influence."""
    seats = range(len(state.players))
    if kind == "swords":
        values = [-player.swords for player in state.players]
    else:
        values = [state.influence(seat) for seat in seats]
    return {seat for seat in seats if values[seat] == min(values)}
