"""Cuba: which function asks and which answers; the rules themselves are in the other modules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from games.rules.cuba import (
    bills,
    buildings,
    characters,
    cleanup,
    determining,
    ending,
    harbour,
    invariants,
    laws,
    moves,
    opening,
    orders,
    parliament,
    plantation,
    reasons,
    tradeswoman,
)
from games.rules.cuba import (
    state as table,
)
from games.rules.cuba.bots import SEARCHING, play_greedily
from games.rules.cuba.components import SOURCES
from games.rules.cuba.gains import gains_of
from games.rules.cuba.migrations import MIGRATIONS
from games.rules.cuba.moves import EndTurn, Finish, TakePoints
from games.rules.cuba.prospects import prospects
from games.rules.cuba.state import Exporting, Loading, Options, Orders, Planning, Selling, State
from games.rules.cuba.texts import TEXTS
from games.rules.cuba.turns import end_task
from games.rules.cuba.view import View, look

PHASES: dict[str, Callable[[State], list[Decision]]] = {
    "prepare": opening.ask_to_prepare,
    "bills": bills.ask_to_confirm,
    "bid": parliament.ask_for_bids,
    "pass": parliament.ask_for_law,
    "dues": laws.ask_for_dues,
    "keep": cleanup.ask_to_keep,
}

TASKS: dict[type, Callable[[State, Seat, Any], Decision]] = {
    table.PlaceFigure: plantation.ask_for_figure,
    table.Harvesting: plantation.ask_to_harvest,
    table.Trading: tradeswoman.ask_to_trade,
    table.Planning: plantation.ask_for_plan,
    table.Siting: plantation.ask_for_site,
    table.Directing: buildings.ask_to_direct,
    table.HandingIn: buildings.ask_how_many,
    table.Selling: buildings.ask_what_to_sell,
    table.Storing: buildings.ask_what_to_store,
    table.Vetoing: buildings.ask_for_veto,
    table.Loading: harbour.ask_to_load,
    table.Exporting: harbour.ask_to_export,
}


def take_points(state: State, seat: Seat, move: TakePoints, fx: Effects) -> None:
    """AR-3, M-3: the architect's or the mayor's points."""
    if isinstance(state.agenda[-1], Planning):
        plantation.take_architect_points(state, seat, move, fx)
    else:
        harbour.take_mayor_points(state, seat, move, fx)


def finish_series(state: State, seat: Seat, move: Finish, fx: Effects) -> None:
    """A series of units is over: loaded, sold or stored."""
    task = state.agenda[-1]
    if isinstance(task, Loading | Exporting):
        harbour.finish_loading(state, seat, task, fx)
    elif isinstance(task, Selling):
        buildings.finish_selling(state, seat, task, fx)
    else:
        assert isinstance(task, table.Storing)
        buildings.finish_storing(state, seat, task, fx)


def stop_acting(state: State, seat: Seat, move: EndTurn, fx: Effects) -> None:
    """Worker, tradeswoman or foreman stops, perhaps without having done anything."""
    match state.agenda[-1]:
        case table.Trading(trades=0):
            fx.emit("took_nothing", seat=seat)
        case table.Directing(used=[]):
            fx.emit("directed", seat=seat, mode="none")
    end_task(state, fx)


CARRY_OUT: dict[type[Move], Callable[[State, Seat, Any, Effects], None]] = {
    moves.NameColour: opening.name_colour,
    moves.ChooseMaterials: opening.choose_materials,
    moves.ChooseProducts: opening.choose_products,
    moves.ConfirmBills: bills.confirm_bills,
    moves.SetAside: bills.set_aside,
    moves.PlayCard: characters.play_card,
    moves.PlayIdly: characters.play_card,
    moves.MoveFigure: plantation.place_figure,
    moves.KeepFigure: plantation.place_figure,
    moves.Harvest: plantation.harvest,
    moves.Irrigate: plantation.irrigate,
    moves.Buy: tradeswoman.buy,
    moves.BuyFromSupply: tradeswoman.buy_from_supply,
    moves.Sell: tradeswoman.sell,
    moves.SellToSupply: tradeswoman.sell_to_supply,
    moves.TakeMaterial: tradeswoman.take_material,
    moves.TakeCheapest: tradeswoman.take_cheapest,
    moves.Build: plantation.build,
    moves.PlaceBuilding: plantation.place_building,
    moves.TakePoints: take_points,
    moves.Use: buildings.use,
    moves.UseAlone: buildings.use,
    moves.HandIn: buildings.hand_in_units,
    moves.SellHere: buildings.sell_here,
    moves.StoreUnit: buildings.store,
    moves.StoreAll: buildings.store,
    moves.ForbidBill: buildings.forbid_bill,
    moves.Load: harbour.load,
    moves.Export: harbour.export,
    moves.PlaceExport: harbour.place_export,
    moves.Finish: finish_series,
    moves.EndTurn: stop_acting,
    moves.Bid: parliament.bid,
    moves.PassLaw: parliament.pass_law,
    moves.PayDues: laws.pay_dues,
    moves.Keep: cleanup.keep,
}


class Cuba(Rules[State]):
    """The most complex game here; the rule sheet is in RULES.md."""

    slug = "cuba"
    version = 2
    players = range(2, 6)
    minutes = (75, 120)
    weight = "heavy"
    published = Publication(("Michael Rieneck", "Stefan Stadler"), "eggertspiele", 2007)
    options_type = Options
    option_origins = {
        "plantation_side": "printed",
        "hidden_fifth_card": "printed",
        "pier3": "reading",
        "drought_irrigation": "reading",
        "hidden_money": "site",
    }
    state_type = State
    move_types = tuple(CARRY_OUT)
    endings = ("six_rounds",)
    texts = TEXTS
    bots = {"greedy": play_greedily, "random": play_at_random}
    levels = SEARCHING
    stand_in = "greedy"
    seating = "joined"  # UC-2: the host begins
    sources = SOURCES
    tiebreaks = ("pesos",)
    migrations = MIGRATIONS
    orders_type = Orders
    orders_first = Orders(confirm_bills=True)  # else each round waits for people to say "seen"

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
        if state.phase == "action":
            if not state.agenda:
                return [characters.ask_for_card(state)]
            task = state.agenda[-1]
            return [TASKS[type(task)](state, state.current, task)]
        if state.phase == "over":
            return []
        return PHASES[state.phase](state)

    def apply(self, state: State, seat: Seat, move: Move, fx: Effects) -> None:
        CARRY_OUT[type(move)](state, seat, move, fx)

    def open_view(self, state: State, viewer: Viewer) -> View:
        return look(state, viewer, opened=True)

    def opens_log(self, state: State) -> bool:
        return state.phase == "over"
