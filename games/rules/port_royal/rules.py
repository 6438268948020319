"""Port Royal: push your luck in the harbour, then trade and hire; the sheet is in RULES.md."""

from __future__ import annotations

from typing import TypeAlias

from games.rules.core.effects import Effects
from games.rules.core.interface import (
    Publication,
    Rules,
    Seat,
    Viewer,
    play_at_random,
)
from games.rules.port_royal import determining, ending, invariants, opening, orders, reasons
from games.rules.port_royal.bots import SEARCHING, stop_in_time
from games.rules.port_royal.components import CARDS
from games.rules.port_royal.decisions import ask
from games.rules.port_royal.discover import accept, repel, reveal
from games.rules.port_royal.expeditions import send
from games.rules.port_royal.gains import gains_of
from games.rules.port_royal.migrations import MIGRATIONS
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
from games.rules.port_royal.prospects import prospects
from games.rules.port_royal.state import ChooseCrew, GiveCoin, Options, Orders, State
from games.rules.port_royal.texts import TEXTS
from games.rules.port_royal.trade import (
    begin_trade,
    choose_ship,
    go_on,
    hire,
    stop_taking,
    take_ship,
)
from games.rules.port_royal.view import View, look

Answer: TypeAlias = (
    Reveal | Stop | Repel | Accept | Trade | Forgo | Gift | Hire | Fulfil | Send | Pass
)


class PortRoyal(Rules[State]):
    """Port Royal, with the persons, ships and contracts of its expansion."""

    slug = "port_royal"
    version = 3
    shows_moves = True
    players = range(2, 6)
    minutes = (20, 50)
    weight = "light"
    published = Publication(("Alexander Pfister",), "Pegasus Spiele", 2014)
    options_type = Options
    option_origins = {"expansion": "printed", "edition": "site"}
    state_type = State
    move_types = (Reveal, Stop, Repel, Accept, Trade, Forgo, Gift, Hire, Fulfil, Send, Pass)
    endings = ("twelve_influence",)
    texts = TEXTS
    bots = {"greedy": stop_in_time, "random": play_at_random}
    levels = SEARCHING
    stand_in = "greedy"
    sources = ("persons", "expeditions", "contracts")
    tiebreaks = ("coins",)
    migrations = MIGRATIONS
    orders_type = Orders

    setup = staticmethod(opening.set_up)
    pending = staticmethod(ask)
    determine = staticmethod(determining.determined)
    gains = staticmethod(gains_of)
    outcome = staticmethod(ending.outcome)
    results = staticmethod(ending.results)
    prospects = staticmethod(prospects)
    check = staticmethod(invariants.check)
    unavailable = staticmethod(reasons.unavailable)
    obey = staticmethod(orders.obey)

    def apply(self, state: State, seat: Seat, move: Answer, fx: Effects) -> None:
        if state.task is not None:
            self._finish_task(state, move, fx)
            return
        match move:
            case Reveal():
                reveal(state, fx)
            case Stop():
                begin_trade(state, fx)
            case Repel():
                repel(state, fx)
            case Accept():
                accept(state, fx)
            case Trade(card) | Forgo(card):
                choose_ship(state, card, isinstance(move, Forgo), fx)
            case Hire(card=card):
                hire(state, CARDS[card], fx)
            case Fulfil(card):
                state.task = ChooseCrew(card)
            case Pass():
                stop_taking(state, fx)

    def _finish_task(self, state: State, move: Answer, fx: Effects) -> None:
        """What was asked first is answered: the ship is traded, the expedition leaves."""
        task, state.task = state.task, None
        match task, move:
            case GiveCoin(ship, forgo), Gift(seat):
                take_ship(state, CARDS[ship], forgo, seat, fx)
            case ChooseCrew(expedition), Send(persons):
                send(state, CARDS[expedition], persons, fx)
                if state.phase == "trade":
                    go_on(state, fx)

    def view(self, state: State, viewer: Viewer) -> View:
        return look(state)
