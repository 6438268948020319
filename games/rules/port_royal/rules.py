"""Port Royal: push your luck in the harbour, then trade and hire; the sheet is in RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from games.rules.core.effects import Effects, Rng
from games.rules.core.interface import (
    Decision,
    Gains,
    Move,
    Outcome,
    Rules,
    Seat,
    Unavailable,
    Viewer,
    play_at_random,
)
from games.rules.port_royal.bots import SEARCHING, stop_in_time
from games.rules.port_royal.components import CARDS
from games.rules.port_royal.decisions import ask
from games.rules.port_royal.determining import determined
from games.rules.port_royal.discover import accept, repel, reveal
from games.rules.port_royal.ending import outcome, results
from games.rules.port_royal.expeditions import send
from games.rules.port_royal.gains import gains_of
from games.rules.port_royal.invariants import check
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
from games.rules.port_royal.opening import set_up
from games.rules.port_royal.orders import obey
from games.rules.port_royal.prospects import prospects
from games.rules.port_royal.reasons import unavailable
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
    """Port Royal by Alexander Pfister, with the persons, ships and contracts of its expansion."""

    slug = "port_royal"
    version = 3
    players = range(2, 6)
    minutes = (20, 50)
    options_type = Options
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

    def setup(self, players: int, options: Options, fx: Effects) -> State:
        return set_up(players, options, fx)

    def pending(self, state: State) -> Sequence[Decision]:
        return ask(state)

    def unavailable(self, state: State, decision: Decision) -> Sequence[Unavailable]:
        return unavailable(state, decision)

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

    def determine(self, view: View, rng: Rng) -> State:
        return determined(view, rng)

    def gains(self, state: State, seat: Seat, move: Move) -> Gains:
        return gains_of(state, seat, move)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    def results(self, state: State) -> Sequence[tuple[int, ...]]:
        return results(state)

    def prospects(self, state: State) -> Sequence[float]:
        return prospects(state)

    def obey(self, state: State, decision: Decision, orders: Orders) -> Move | None:
        return obey(state, decision, orders)

    def check(self, state: State) -> None:
        check(state)
