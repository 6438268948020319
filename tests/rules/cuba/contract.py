"""What is secret in Cuba, what can be chosen, and how many lines of play there are."""

from __future__ import annotations

import copy
import random

from games.rules.core.interface import Seat, Viewer
from games.rules.cuba.components import CARDS_PLAYED, KINDS, MATERIALS, PRODUCTS
from games.rules.cuba.laws import payable
from games.rules.cuba.moves import Build
from games.rules.cuba.opening import free_colours
from games.rules.cuba.state import Options, Player, State

OPTIONS = (
    Options(),
    Options(plantation_side="individual"),
    Options(hidden_fifth_card=True),
    Options(pier3="until_full"),
    Options(drought_irrigation="forbidden"),
    Options(hidden_money=True),
    Options(
        plantation_side="individual",
        hidden_fifth_card=True,
        pier3="until_full",
        drought_irrigation="forbidden",
        hidden_money=True,
    ),
)
PERFT = {2: [10, 110, 1260], 5: [25, 650]}
ENOUGH_IN_BANK = 40  # from here on, what the bank holds decides nothing


def scramble(state: State, viewer: Viewer, chooser: random.Random) -> State:
    """The table as `viewer` knows it, with everything hidden dealt afresh."""
    other = copy.deepcopy(state)
    chooser.shuffle(other.ship_deck)
    for deck in other.law_decks.values():
        chooser.shuffle(deck)
    if state.options.hidden_money and state.phase != "over":
        deal_money(other, viewer, chooser)
    for seat, player in enumerate(other.players):
        if seat != viewer:
            seal_afresh(other, seat, player, chooser)
    return other


def deal_money(state: State, viewer: Viewer, chooser: random.Random) -> None:
    """Other pesos for the others, from each other and from a bank that has plenty."""
    for seat, player in enumerate(state.players):
        if seat != viewer:
            state.bank, player.pesos = state.bank + player.pesos, 0
    for seat, player in enumerate(state.players):
        if seat != viewer and state.bank > ENOUGH_IN_BANK:
            player.pesos = chooser.randint(0, min(20, state.bank - ENOUGH_IN_BANK))
            state.bank -= player.pesos


def seal_afresh(state: State, seat: int, player: Player, chooser: random.Random) -> None:
    """Other sealed answers: colour, stones, fifth character, bid, dues."""
    if player.wish:
        player.wish = chooser.choice(free_colours(state))
    if player.materials:
        player.materials = chooser.choices(MATERIALS, k=2)
    if player.products:
        player.products = chooser.choices(PRODUCTS, k=2)
    face_down = state.phase in ("bills", "action") and len(player.played) <= CARDS_PLAYED
    if player.fifth and face_down:
        player.fifth = chooser.choice(Player(played=player.played).hand)
    if player.bid is not None:
        player.bid = chooser.randint(0, player.pesos)
    asked = state.options.hidden_money or len(payable(state, seat)) > 1
    if player.dues and asked:
        player.dues = chooser.choice(payable(state, seat))


AFTERWARDS = ("start_player",)
WITH_NEXT = (Build,)


def wealth(state: State, seat: Seat) -> dict[str, int]:
    """What the gains of an answer are counted in."""
    player = state.players[seat]
    return {"pesos": player.pesos, "points": player.points, **{k: player.owned(k) for k in KINDS}}
