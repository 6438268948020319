"""Setting up the table, and what every player chooses before the first round (SU-1 to SU-11)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Seat
from games.rules.cuba.bills import begin_round
from games.rules.cuba.components import (
    COLOURS,
    KINDS,
    MARKET_START,
    MATERIALS,
    MERCHANDISE,
    MONEY,
    PIECES,
    PRODUCTS,
    SHIPS,
    START_PESOS,
)
from games.rules.cuba.law_cards import LAWS, START_ACTS
from games.rules.cuba.moves import ChooseMaterials, ChooseProducts, NameColour
from games.rules.cuba.ships import next_ship
from games.rules.cuba.state import Options, Player, Ship, State
from games.rules.cuba.stock import filled, receive
from games.rules.cuba.tiles import BUILDINGS

NAME_COLOUR = {colour: NameColour(colour) for colour in COLOURS}
CHOOSE_MATERIALS = tuple(
    ChooseMaterials(*pair) for pair in combinations_with_replacement(MATERIALS, 2)
)
CHOOSE_PRODUCTS = tuple(
    ChooseProducts(*pair) for pair in combinations_with_replacement(PRODUCTS, 2)
)


def set_up(players: int, options: Options, fx: Effects) -> State:
    """SU-5 to SU-10: everything but what the players choose themselves."""
    market = {kind: MARKET_START[kind] for kind in MERCHANDISE}
    ship_deck = list(SHIPS)
    fx.shuffle(ship_deck)
    law_decks = {group: list(cards) for group, cards in LAWS.items()}
    for deck in law_decks.values():
        fx.shuffle(deck)
    return State(
        options=options,
        players=[Player() for _ in range(players)],
        supply={kind: PIECES[kind] - market.get(kind, 0) for kind in KINDS},
        bank=MONEY - players * START_PESOS,
        market=market,
        tiles=list(BUILDINGS),
        ship_deck=ship_deck,
        law_decks=law_decks,
        acts=dict(START_ACTS),
    )


def ask_to_prepare(state: State) -> list[Decision]:
    """SU-3: colour, two building materials, two products, from all players at the same time."""
    free = free_colours(state)
    decisions = []
    for seat, player in enumerate(state.players):
        if not player.colour and not player.wish:
            decisions.append(Decision(seat, "colour", [NAME_COLOUR[colour] for colour in free]))
        elif not player.materials:
            decisions.append(Decision(seat, "materials", CHOOSE_MATERIALS))
        elif not player.products:
            decisions.append(Decision(seat, "products", CHOOSE_PRODUCTS))
    return decisions


def free_colours(state: State) -> Sequence[str]:
    """The colours nobody has been given."""
    taken = [player.colour for player in state.players]
    return [colour for colour in COLOURS if colour not in taken]


def name_colour(state: State, seat: Seat, move: NameColour, fx: Effects) -> None:
    """SU-3: a colour is asked for in secret."""
    state.players[seat].wish = move.colour
    fx.emit("colour_named", seat=seat, private={seat: {"colour": move.colour}})
    open_choices(state, fx)


def choose_materials(state: State, seat: Seat, move: ChooseMaterials, fx: Effects) -> None:
    """SU-3: two building materials, equal or different."""
    state.players[seat].materials = [move.first, move.second]
    open_choices(state, fx)


def choose_products(state: State, seat: Seat, move: ChooseProducts, fx: Effects) -> None:
    """SU-3: two products, equal or different."""
    player = state.players[seat]
    player.products = [move.first, move.second]
    chosen = [*player.materials, *player.products]
    fx.emit("stones_chosen", seat=seat, private={seat: {"stones": count(chosen)}})
    open_choices(state, fx)


def open_choices(state: State, fx: Effects) -> None:
    """When all have chosen, colours are given; whoever asked for a taken one is asked again."""
    if any(not (player.colour or player.wish) or not player.products for player in state.players):
        return
    fx.reveal()
    for seat, player in enumerate(state.players):
        if player.wish in free_colours(state):
            player.colour = player.wish
            fx.emit("colour_given", seat=seat, colour=player.colour)
        elif player.wish:
            fx.emit("colour_gone", seat=seat, colour=player.wish)
        player.wish = ""
    if all(player.colour for player in state.players):
        open_game(state, fx)


def open_game(state: State, fx: Effects) -> None:
    """SU-6, SU-9, SU-10: the chosen stones into the courtyards, two ships, round 1."""
    for seat, player in enumerate(state.players):
        chosen = [*player.materials, *player.products]
        player.materials, player.products = [], []
        for kind in chosen:
            receive(state, player, kind)
        fx.emit("stones_received", seat=seat, stones=filled(count(chosen)))
    for pier in (1, 2):
        ship = next_ship(state, fx)
        state.piers[pier - 1] = Ship(ship)
        fx.emit("ship_arrived", ship=ship, pier=pier)
    state.sea = next_ship(state, fx)
    fx.emit("ship_in_sight", ship=state.sea)
    fx.emit("host_starts", seat=state.start)
    begin_round(state, fx)


def count(kinds: Sequence[str]) -> dict[str, int]:
    """How many there are of each kind."""
    return {kind: kinds.count(kind) for kind in KINDS if kind in kinds}
