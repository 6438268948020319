"""The second phase: trade & hire, first the active seat, then everybody else once (3.5)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Seat
from games.rules.port_royal.components import (
    ADMIRAL_COINS,
    CARDS,
    FULL_HARBOUR,
    VICE_HARBOUR,
    Card,
)
from games.rules.port_royal.contracts import advance_cube, foe, fulfil_displayed
from games.rules.port_royal.ending import note_influence
from games.rules.port_royal.expeditions import any_expedition
from games.rules.port_royal.money import give, hand_over, pay
from games.rules.port_royal.state import GiveCoin, Player, State
from games.rules.port_royal.turns import clear_harbour, end_turn


def begin_trade(state: State, fx: Effects) -> None:
    """3.5: discovering is over; the colours in the harbour say how many cards may be taken."""
    seat = state.turn.active
    state.phase = "trade"
    fx.emit("stopped", seat=seat, colours=len(state.colours()), count=state.takes_of(seat))
    next_part(state, seat, fx)


def next_part(state: State, seat: Seat, fx: Effects) -> None:
    """3.5: this seat arrives, or the first one after it that can do anything."""
    while not arrive(state, seat, fx):
        seat = (seat + 1) % len(state.players)
        if seat == state.turn.active:
            clear_harbour(state, fx)
            end_turn(state, fx)
            return


def arrive(state: State, seat: Seat, fx: Effects) -> bool:
    """3.5: income, then whether there is something to do for this seat."""
    state.acting = seat
    collect_income(state, seat, fx)
    state.takes = state.takes_of(seat)
    if may_act(state):
        return True
    fx.emit("skipped", seat=seat)
    return False


def collect_income(state: State, seat: Seat, fx: Effects) -> None:
    """3.5, 3.7: admirals, vice admirals, gunners and jesters earn from the harbour as it is."""
    player = state.players[seat]
    if not player.persons:
        return
    size = len(state.harbour)
    if size >= FULL_HARBOUR:
        earn(state, seat, "admiral", ADMIRAL_COINS * player.count("admiral"), fx)
    elif size in VICE_HARBOUR:
        earn(state, seat, "vice", player.count("vice"), fx)
    elif not size and seat != state.turn.active:
        earn(state, seat, "jester", player.count("jester"), fx)
    if size > 1 and (gunners := player.count("gunner")):
        earn(state, seat, "gunner", max(0, state.ships() - 1) * gunners, fx)


def earn(state: State, seat: Seat, role: str, coins: int, fx: Effects) -> None:
    """Coins that persons of this role bring, if any."""
    if coins:
        fx.emit("income", seat=seat, person=role, count=coins)
        give(state, seat, coins, fx)


def may_act(state: State) -> bool:
    """3.5: whether the acting seat can take a card, or go on an expedition in its own turn."""
    player = state.players[state.acting]
    if state.takes and any(affordable(state, player, CARDS[card]) for card in state.harbour):
        return True
    return state.acting == state.turn.active and any_expedition(state, player)


def affordable(state: State, player: Player, card: Card) -> bool:
    """3.5: a ship pays for itself; a person costs its price and the coin for the active player."""
    return card.kind == "ship" or len(player.coins) >= player.price(card) + state.fee()


def go_on(state: State, fx: Effects) -> None:
    """3.5: after each take the part goes on as long as something can be done."""
    if not may_act(state):
        end_part(state, fx)


def end_part(state: State, fx: Effects) -> None:
    """3.5: the next seat arrives; after everybody the harbour is cleared."""
    following = (state.acting + 1) % len(state.players)
    if following == state.turn.active:
        clear_harbour(state, fx)
        end_turn(state, fx)
    else:
        next_part(state, following, fx)


def choose_ship(state: State, card: int, forgo: bool, fx: Effects) -> None:
    """3.5: for a ship with a gift, first ask who gets it."""
    if CARDS[card].gift:
        state.task = GiveCoin(card, forgo)
    else:
        take_ship(state, CARDS[card], forgo, None, fx)


def earnings(player: Player, ship: Card) -> int:
    """3.7: the coins of a ship and one for each own trader of its colour."""
    return ship.coins + len(
        [1 for card in player.persons if CARDS[card].name == f"trader_{ship.colour}"]
    )


def take_ship(state: State, ship: Card, forgo: bool, gift_to: Seat | None, fx: Effects) -> None:
    """3.5: ship, coins, gift, fee, clerk, contracts; if coins are forgone, the fee first."""
    seat, active = state.acting, state.turn.active
    player = state.players[seat]
    contract = foe(state, seat, ship) if forgo else None
    number = state.mark(ship.id, "taken", seat)
    state.harbour.remove(ship.id)
    state.discard.append(ship.id)
    if contract:
        fx.emit("forgone", seat=seat, number=number, card=ship.id, contract=contract)
        if seat != active:
            hand_over(state, seat, active, fx)
    else:
        coins = earnings(player, ship)
        fx.emit("traded", seat=seat, number=number, card=ship.id, count=coins)
        give(state, seat, coins, fx)
    if gift_to is not None:
        fx.emit("gift", seat=seat, to=gift_to)
        give(state, gift_to, 1, fx)
    if not contract and seat != active:
        hand_over(state, seat, active, fx)
    state.takes -= 1
    if player.has(f"clerk_{ship.colour}"):
        state.takes += 1
        fx.emit("clerk", seat=seat, colour=ship.colour)
    if contract:
        advance_cube(state, seat, contract, fx)
    go_on(state, fx)


def hire(state: State, card: Card, fx: Effects) -> None:
    """3.5: price, fee, the person joins the display, contracts, end of the game."""
    seat, active = state.acting, state.turn.active
    player = state.players[seat]
    price = player.price(card)
    number = state.mark(card.id, "taken", seat)
    paid = pay(state, seat, price, fx)
    fx.emit("hired", seat=seat, number=number, card=card.id, count=price, cards=paid)
    if seat != active:
        hand_over(state, seat, active, fx)
    state.harbour.remove(card.id)
    player.persons.append(card.id)
    state.takes -= 1
    if state.contracts:
        fulfil_displayed(state, seat, fx)
    note_influence(state, seat, fx)
    go_on(state, fx)


def stop_taking(state: State, fx: Effects) -> None:
    """3.5: the acting seat takes no more."""
    fx.emit("passed", seat=state.acting)
    end_part(state, fx)
