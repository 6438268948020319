"""What is secret in Santiago de Cuba, what can be chosen, and how many lines of play there are."""

from __future__ import annotations

import copy
import random

from games.rules.core.interface import Seat, Viewer
from games.rules.santiago_de_cuba.components import GOODS, PIECES
from games.rules.santiago_de_cuba.state import Layout, Options, State

SCREENS = Options(info="screens")
LAYOUT = Layout(
    road=(
        "martinez",
        "maria",
        "alonso",
        "jose",
        "pedro",
        "el_zorro",
        "miguel",
        "conchita",
        "pablo",
    ),
    buildings=(
        "customs",
        "harbour_office",
        "church",
        "cigar_factory",
        "black_market",
        "bank",
        "distillery",
        "cafe",
        "trading_office",
        "newspaper",
        "casino",
        "sawmill",
    ),
)
OPTIONS = (
    Options(),
    SCREENS,
    Options(info="screens", screens_log="open_transactions", zorro_order="clockwise"),
    Options(info="screens", auto_pass="on", start_player="seat_2"),
    Options(info="public", auto_pass="off", pablo_wood=True),
    Options(owner_bonus="on_entry", max_steps="unlimited", zero_ship="depart"),
    Options(info="screens", max_steps="unlimited", zero_ship="depart", pablo_wood=True),
    Options(layout=LAYOUT, start_player="seat_1", zorro_order="clockwise"),
    Options(start_player="seat_3"),
    Options(start_player="seat_4"),
)
PERFT = {players: [5, 20, 60, 260] for players in (2, 3, 4)}  # 5 dice; 4 stops each; 3 houses each


def scramble(state: State, viewer: Viewer, chooser: random.Random) -> State:
    """The table as `viewer` knows it: others' goods, pesos and points dealt afresh.

    The stock is public, so only the goods that lie behind other screens change hands. Whoever
    still owes El Zorro a gift has something to give: that is public too. Laps chosen before the
    stop are the secret of who chose them.
    """
    other = copy.deepcopy(state)
    if viewer != state.active:
        other.laps = 0
    if state.options.info == "public" or state.ending is not None:
        return other
    hidden = [player for seat, player in enumerate(other.players) if seat != viewer]
    mine = [player for seat, player in enumerate(other.players) if seat == viewer]
    for good in GOODS:
        loose = PIECES - other.stock[good] - sum(player.goods[good] for player in mine)
        for player in hidden:
            player.goods[good] = 0
        for _ in range(loose):
            chooser.choice(hidden).goods[good] += 1
    for player in hidden:
        player.pesos, player.points = chooser.randrange(1, 15), chooser.randrange(60)
        player.sources = {"earlier": player.points}
    return other


AFTERWARDS = ()
WITH_NEXT = ()


def wealth(state: State, seat: Seat) -> dict[str, int]:
    """What the gains of an answer are counted in.

    Without the owners' points: they come with the end of the turn, whatever was answered.
    """
    player = state.players[seat]
    points = player.points - player.sources.get("owners", 0)
    return {"pesos": player.pesos, "points": points, **player.goods}
