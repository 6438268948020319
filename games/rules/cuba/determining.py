"""A whole table that looks like a given view: decks, hidden purses and sealed answers drawn."""

from __future__ import annotations

import random

from games.rules.core.effects import Rng
from games.rules.core.interface import Seat
from games.rules.cuba.components import (
    BUILDING_ACT_PESOS,
    CHARACTERS,
    KINDS,
    MERCHANDISE,
    MONEY,
    PIERS,
    SHIPS,
    START_PESOS,
)
from games.rules.cuba.law_cards import BUILDING_ACT, LAWS
from games.rules.cuba.laws import payable
from games.rules.cuba.opening import CHOOSE_MATERIALS, CHOOSE_PRODUCTS, free_colours
from games.rules.cuba.parliament import leaders
from games.rules.cuba.plantation import ask_for_plan
from games.rules.cuba.state import Planning, Player, Ship, Siting, State, Trading, copy_tasks
from games.rules.cuba.tradeswoman import ask_to_trade
from games.rules.cuba.view import PlayerView, ShipView, View

SEEDS = 2**64
LIKELY_PESOS = 2 * START_PESOS
"""The most in a purse that is not seen: the average is then what everybody began with."""
BANK_KEEPS = 40  # from here on, what the bank holds decides nothing


def determined(view: View, rng: Rng) -> State:
    """What lies open as it lies; then decks, purses and sealed answers, in this order."""
    chance = random.Random(rng.below(SEEDS))
    purses = fill_purses(view, chance)
    ships = {ship.pier: ship for ship in view.ships}
    state = State(
        options=view.options,
        players=[
            same_player(shown, pesos) for shown, pesos in zip(view.players, purses, strict=True)
        ],
        supply=dict(view.supply),
        bank=MONEY - sum(purses),
        market={track.good: track.units for track in view.market},
        tiles=[tile.building for tile in view.tiles],
        ship_deck=shuffle_ships(view, chance),
        law_decks=shuffle_laws(view, chance),
        piers=[same_ship(ships[pier]) if pier in ships else None for pier in PIERS],
        sea=card_of(ships[0]) if 0 in ships else 0,
        departed=list(view.departed),
        bills=dict(view.bills),
        acts=dict(view.acts),
        discarded=list(view.discarded),
        markers=dict(view.markers),
        vote_tile=view.vote_tile,
        veto=view.veto,
        edition=view.edition,
        round=view.round,
        phase=view.phase,
        start=view.start,
        current=view.start if view.current is None else view.current,
        agenda=copy_tasks(view.turn.tasks) if view.turn else [],
        second_bid=view.second_bid,
        votes=list(view.votes),
        passed=list(view.passed),
    )
    if view.phase == "bid":
        state.bidders = leaders(state) if view.second_bid else list(range(len(state.players)))
    if state.agenda and view.players[state.current].pesos is None:
        afford_a_choice(state, chance)
    for seat, shown in enumerate(view.players):
        SEALED.get(view.phase, seal_nothing)(state, seat, shown, chance)
    return state


def fill_purses(view: View, chance: random.Random) -> list[int]:
    """V-5: pesos that are not seen are few or many; the bank is never so poor that it matters."""
    hidden = [seat for seat, shown in enumerate(view.players) if shown.pesos is None]
    purses = [shown.pesos or 0 for shown in view.players]
    room = max(0, MONEY - sum(purses) - BANK_KEEPS)
    for seat in hidden:
        purses[seat] = chance.randint(0, min(LIKELY_PESOS, room // len(hidden)))
    return purses


def afford_a_choice(state: State, chance: random.Random) -> None:
    """V-5: that the player is being asked tells that the purse is not too empty for a choice."""
    player = state.players[state.current]
    money = player.pesos + state.bank
    likely = chance.sample(range(LIKELY_PESOS + 1), LIKELY_PESOS + 1)
    for pesos in (player.pesos, *likely, *range(LIKELY_PESOS, money)):
        player.pesos, state.bank = pesos, money - pesos
        if has_a_choice(state, player):
            return


def has_a_choice(state: State, player: Player) -> bool:
    """Whether the question now open has two answers with this purse, and can be paid (AR-2)."""
    match state.agenda[-1]:
        case Trading() as task:
            return len(ask_to_trade(state, state.current, task).moves) > 1
        case Planning() as task:
            return len(ask_for_plan(state, state.current, task).moves) > 1
        case Siting():
            return not state.in_force(BUILDING_ACT) or player.pesos >= BUILDING_ACT_PESOS
    return True


def same_player(shown: PlayerView, pesos: int) -> Player:
    """What lies open before a seat, and those of its answers that the view shows."""
    return Player(
        colour=shown.colour,
        pesos=pesos,
        sources=dict(shown.sources),
        figure=shown.figure.field,
        courtyard=dict.fromkeys(KINDS, 0) | shown.courtyard,
        warehouse=dict.fromkeys(MERCHANDISE, 0) | shown.warehouse,
        buildings={it.field: it.building for it in shown.fields if it.building},
        played=list(shown.played),
        fifth=shown.fifth,
        wish=shown.wish,
        materials=shown.chosen[:2],
        products=shown.chosen[2:],
        bid=shown.bid,
        dues=shown.dues,
    )


def card_of(ship: ShipView) -> int:
    """The card of a ship."""
    return int(ship.id.removeprefix("ship:"))


def same_ship(ship: ShipView) -> Ship:
    """A ship with what lies on it."""
    return Ship(card_of(ship), list(ship.spaces))


def shuffle_ships(view: View, chance: random.Random) -> list[int]:
    """H-3: the ships that are not seen, in any order."""
    seen = {*view.departed, *map(card_of, view.ships)}
    deck = [card for card in SHIPS if card not in seen]
    chance.shuffle(deck)
    return deck


def shuffle_laws(view: View, chance: random.Random) -> dict[str, list[str]]:
    """P1-1: the law cards of each group that have not been turned up, in any order."""
    seen = {*view.bills.values(), *view.acts.values(), *view.discarded, *view.repealed}
    decks = {group: [card for card in cards if card not in seen] for group, cards in LAWS.items()}
    for deck in decks.values():
        chance.shuffle(deck)
    return decks


# Sealed answers: each as likely as any other that the seat was offered


def seal_nothing(_state: State, _seat: Seat, _shown: PlayerView, _chance: random.Random) -> None:
    """A phase in which nobody answers in secret."""


def seal_choices(state: State, seat: Seat, shown: PlayerView, chance: random.Random) -> None:
    """SU-3: colour and stones; once a colour has been given, everybody has chosen stones.

    How far a seat has come that is not done cannot be seen: it is taken to have chosen nothing.
    """
    player = state.players[seat]
    opened = any(other.colour for other in state.players)
    if not player.products and (shown.answered or opened):
        materials, products = chance.choice(CHOOSE_MATERIALS), chance.choice(CHOOSE_PRODUCTS)
        player.materials = [materials.first, materials.second]
        player.products = [products.first, products.second]
    if shown.answered and not player.colour and not player.wish:
        player.wish = chance.choice(free_colours(state))


def seal_confirmation(state: State, seat: Seat, shown: PlayerView, chance: random.Random) -> None:
    """P1-2, P1-3: whoever has answered has confirmed, or set a fifth character aside."""
    state.players[seat].confirmed = shown.answered
    if shown.answered:
        seal_fifth(state, seat, shown, chance)


def seal_fifth(state: State, seat: Seat, _shown: PlayerView, chance: random.Random) -> None:
    """P1-3: the character set aside is one that has not been played."""
    player = state.players[seat]
    if state.options.hidden_fifth_card and not player.fifth:
        player.fifth = chance.choice([c for c in CHARACTERS if c not in player.played])


def seal_bid(state: State, seat: Seat, shown: PlayerView, chance: random.Random) -> None:
    """PA-2: from nothing up to all of one's pesos."""
    player = state.players[seat]
    if shown.answered and player.bid is None:
        player.bid = chance.randint(0, player.pesos)


def seal_dues(state: State, seat: Seat, shown: PlayerView, chance: random.Random) -> None:
    """L-1: one of the answers that can be paid."""
    player = state.players[seat]
    if shown.answered and not player.dues:
        player.dues = chance.choice(payable(state, seat))


SEALED = {
    "prepare": seal_choices,
    "bills": seal_confirmation,
    "action": seal_fifth,
    "bid": seal_bid,
    "dues": seal_dues,
}
