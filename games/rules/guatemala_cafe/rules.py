"""Guatemala Café: plantations, roads and ships, and the right moment to sell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.rules.core.effects import Effects
from games.rules.core.interface import (
    Decision,
    Move,
    Publication,
    Rules,
    Seat,
    Viewer,
    play_at_random,
)
from games.rules.guatemala_cafe import (
    announcing,
    building,
    determining,
    ending,
    invariants,
    moves,
    opening,
    orders,
    reasons,
)
from games.rules.guatemala_cafe.bots import SEARCHING, plan_ahead
from games.rules.guatemala_cafe.components import SOURCES
from games.rules.guatemala_cafe.gains import gains_of
from games.rules.guatemala_cafe.migrations import MIGRATIONS
from games.rules.guatemala_cafe.prospects import prospects
from games.rules.guatemala_cafe.state import Options, Orders, State
from games.rules.guatemala_cafe.texts import TEXTS
from games.rules.guatemala_cafe.view import View, look

CARRY_OUT: Mapping[type[Move], Callable[[State, Seat, Any, Effects], None]] = {
    moves.MoveBuyer: building.move_buyer,
    moves.TakeWorker: building.take_piece,
    moves.TakeHut: building.take_piece,
    moves.TakeShip: building.take_piece,
    moves.TakeRoad: building.take_piece,
    moves.PickRegion: building.pick_region,
    moves.PlaceWorker: building.place_worker,
    moves.PlaceHut: building.place_hut,
    moves.PlaceShip: building.place_ship,
    moves.PickCrossing: building.pick_crossing,
    moves.PlaceRoad: building.place_road,
    moves.EndBuild: building.stop_building,
    moves.Announce: announcing.announce,
    moves.Block: announcing.answer,
    moves.Decline: announcing.answer,
    moves.PlaceSack: announcing.place_sack,
}


class GuatemalaCafe(Rules[State]):
    """The rule sheet is in RULES.md; functions name the clauses they carry out."""

    slug = "guatemala_cafe"
    version = 2
    players = range(2, 5)
    minutes = (45, 75)
    published = Publication(("Inka Brand", "Markus Brand"), "eggertspiele", 2006)
    options_type = Options
    option_origins = {
        "setup": "printed",
        "buyer_start": "site",
        "blockade_mode": "letter",
        "track_sacks": "reviews",
        "track_length": "site",
    }
    state_type = State
    orders_type = Orders
    move_types = tuple(CARRY_OUT)
    endings = ("track_reached", "no_sacks")
    texts = TEXTS
    bots = {"greedy": plan_ahead, "random": play_at_random}
    levels = SEARCHING
    stand_in = "greedy"
    sources = SOURCES
    tiebreaks = ("centavos",)
    migrations = MIGRATIONS

    setup = staticmethod(opening.set_up)
    view = staticmethod(look)
    determine = staticmethod(determining.determined)
    gains = staticmethod(gains_of)
    outcome = staticmethod(ending.outcome)
    results = staticmethod(ending.results)
    prospects = staticmethod(prospects)
    check = staticmethod(invariants.check)
    unavailable = staticmethod(reasons.unavailable)
    obey = staticmethod(orders.obey)

    def pending(self, state: State) -> Sequence[Decision]:
        match state.phase:
            case "place":
                return [building.ask_place(state)]
            case "move":
                return [building.ask_buyer(state)]
            case "action" | "build":
                return [building.ask_action(state)]
            case "blockade":
                return announcing.ask_blockade(state)
            case "replace":
                return [announcing.ask_sack(state)]
        return []

    def apply(self, state: State, seat: Seat, move: Move, fx: Effects) -> None:
        CARRY_OUT[type(move)](state, seat, move, fx)

    def open_view(self, state: State, viewer: Viewer) -> View:
        return look(state, viewer, opened=True)

    def opens_log(self, state: State) -> bool:
        return state.phase == "over"
