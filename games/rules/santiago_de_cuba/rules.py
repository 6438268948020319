"""Santiago de Cuba: drive the car, use the houses, load seven ships. The sheet is RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

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
from games.rules.santiago_de_cuba import determining, ending, invariants, opening, orders, reasons
from games.rules.santiago_de_cuba import moves as m
from games.rules.santiago_de_cuba.bots import play_greedily
from games.rules.santiago_de_cuba.buildings import EFFECTS, ask_use, skip, use
from games.rules.santiago_de_cuba.components import SOURCES
from games.rules.santiago_de_cuba.cubans import (
    ask_alonso,
    ask_gifts,
    ask_pablo,
    claim,
    decline,
    give,
    take_good,
)
from games.rules.santiago_de_cuba.delivery import ask_delivery, deliver, leave_out, pass_delivery
from games.rules.santiago_de_cuba.driving import ask_drive, drive, go_round
from games.rules.santiago_de_cuba.gains import gains_of, note_of
from games.rules.santiago_de_cuba.migrations import MIGRATIONS
from games.rules.santiago_de_cuba.pawns import ask_place, place
from games.rules.santiago_de_cuba.prospects import prospects
from games.rules.santiago_de_cuba.ships import ask_demand
from games.rules.santiago_de_cuba.state import Options, Orders, Phase, State
from games.rules.santiago_de_cuba.texts import TEXTS
from games.rules.santiago_de_cuba.view import View, look


def ask_nobody(state: State) -> list[Decision]:
    """Nothing is asked after the end."""
    return []


ASK: Final[Mapping[Phase, Callable[[State], list[Decision]]]] = {
    "demand": ask_demand,
    "drive": ask_drive,
    "pablo": ask_pablo,
    "alonso": ask_alonso,
    "gift": ask_gifts,
    "place": ask_place,
    "use": ask_use,
    "deliver": ask_delivery,
    "over": ask_nobody,
}

CARRY_OUT: Final[Mapping[type[Move], Callable[[State, Seat, Any, Effects], None]]] = {
    m.LeaveOut: leave_out,
    m.Drive: drive,
    m.GoRound: go_round,
    m.TakeGood: take_good,
    m.Decline: decline,
    m.Claim: claim,
    m.Give: give,
    m.Place: place,
    m.Skip: skip,
    m.Deliver: deliver,
    m.DeliverWood: deliver,
    m.Pass: pass_delivery,
    **dict.fromkeys(EFFECTS, use),
}


class SantiagoDeCuba(Rules[State]):
    """For 2 to 4 players, with open holdings or with screens."""

    slug = "santiago_de_cuba"
    version = 2
    players = range(2, 5)
    minutes = (40, 75)
    published = Publication(("Michael Rieneck",), "eggertspiele", 2011)
    options_type = Options
    option_origins = {
        "info": "yucata",
        "screens_log": "site",
        "auto_pass": "site",
        "zorro_order": "site",
        "owner_bonus": "reading",
        "max_steps": "letter",
        "zero_ship": "letter",
        "pablo_wood": "letter",
        "start_player": "site",
        "layout": "site",
    }
    state_type = State
    orders_type = Orders
    move_types = m.MOVES
    endings = ("demand_met", "flag")
    texts = TEXTS
    bots = {"greedy": play_greedily, "random": play_at_random}
    stand_in = "greedy"
    seating = "joined"  # an option may name the seat that begins
    sources = SOURCES
    tiebreaks = ("goods_left", "pesos")
    migrations = MIGRATIONS

    setup = staticmethod(opening.set_up)
    view = staticmethod(look)
    determine = staticmethod(determining.determined)
    gains = staticmethod(gains_of)
    note = staticmethod(note_of)
    outcome = staticmethod(ending.outcome)
    results = staticmethod(ending.results)
    prospects = staticmethod(prospects)
    check = staticmethod(invariants.check)
    unavailable = staticmethod(reasons.unavailable)
    obey = staticmethod(orders.obey)

    def misfit(self, options: Options, players: int) -> str | None:
        return None if opening.has_start_seat(players, options) else "start_player"

    def pending(self, state: State) -> Sequence[Decision]:
        return ASK[state.phase](state)

    def apply(self, state: State, seat: Seat, move: Move, fx: Effects) -> None:
        CARRY_OUT[type(move)](state, seat, move, fx)

    def open_view(self, state: State, viewer: Viewer) -> View:
        return look(state, viewer, opened=True)

    def opens_log(self, state: State) -> bool:
        return state.ending is not None
