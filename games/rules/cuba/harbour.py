"""Loading ships: mayor, trading house, export house, crane (C-9, M-2 to M-5, G23 to G25)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Move, Seat
from games.rules.cuba.components import MAYOR_POINTS, MERCHANDISE, PIERS, SHIPS
from games.rules.cuba.law_cards import HARBOUR_ACT
from games.rules.cuba.moves import Export, Finish, Load, PlaceExport, TakePoints
from games.rules.cuba.ships import leave, move_up
from games.rules.cuba.state import Exporting, Loading, Player, Ship, State, Stock
from games.rules.cuba.stock import give_up, score
from games.rules.cuba.tiles import BUILDINGS, Crane, LoadAnything
from games.rules.cuba.turns import end_task, take_points

FINISH = Finish()
SPACES = range(1, 6)
LOAD = {
    (pier, good, space): Load(pier, good, space)
    for pier in PIERS
    for good in MERCHANDISE
    for space in SPACES
}
EXPORT = {good: Export(good) for good in MERCHANDISE}
PLACE_EXPORT = {(pier, space): PlaceExport(pier, space) for pier in PIERS for space in SPACES}
MAYOR_TAKES = tuple(TakePoints(points) for points in MAYOR_POINTS)


def ask_to_load(state: State, seat: Seat, task: Loading) -> Decision:
    """M-2 to M-4: a unit for the ship, or with the mayor points instead of loading."""
    moves: list[Move] = list(loads(state, state.players[seat], task.pier))
    if task.pier:
        return Decision(seat, "load", [*moves, FINISH], default=FINISH)
    if not task.instead:
        return Decision(seat, "ship", moves)
    moves.append(MAYOR_TAKES[state.markers["mayor"]])
    return Decision(seat, "mayor", moves, default=moves[-1])


def loads(state: State, player: Player, only: int = 0) -> list[Load]:
    """M-2: owned units for free spaces printed with their kind, at one pier or (0) at any."""
    found = []
    for pier in (only,) if only else PIERS:
        ship = state.piers[pier - 1]
        if ship is None:
            continue
        printed, last = SHIPS[ship.card], ""
        for space, loaded in enumerate(ship.spaces):
            good = printed[space]
            if not loaded and good != last and player.owned(good):
                found.append(LOAD[pier, good, space + 1])
                last = good
    return found


def load(state: State, seat: Seat, move: Load, fx: Effects) -> None:
    """M-2: the unit goes aboard and scores the number of the pier."""
    task = state.agenda[-1]
    assert isinstance(task, Loading)
    task.pier = move.pier
    put_aboard(state, seat, move.pier, move.space, move.good, task.loaded)


def put_aboard(state: State, seat: Seat, pier: int, space: int, good: str, loaded: Stock) -> None:
    """C-9: a unit put on a ship scores the number of its pier."""
    player, ship = state.players[seat], state.piers[pier - 1]
    assert ship is not None
    give_up(player, good)
    ship.spaces[space - 1] = good
    score(player, "ships", pier)
    loaded[good] = loaded.get(good, 0) + 1


def finish_loading(state: State, seat: Seat, task: Loading | Exporting, fx: Effects) -> None:
    """The loading is over: the crane pays (G25), the harbour act is obeyed (M-5)."""
    player, ship, units = state.players[seat], state.piers[task.pier - 1], sum(task.loaded.values())
    assert ship is not None
    crane = BUILDINGS["crane"].effect
    assert isinstance(crane, Crane)
    lifted = units >= crane.units and "crane" in player.buildings.values()
    extra = crane.points if lifted else 0
    fx.emit(
        "loaded",
        seat=seat,
        pier=task.pier,
        ship=ship.card,
        goods=task.loaded,
        each=task.pier,
        points=units * task.pier,
        crane=extra,
    )
    if lifted:
        score(player, "crane", extra)
        fx.emit("crane_paid", seat=seat, points=extra)
    if ship.full and state.in_force(HARBOUR_ACT):
        leave(state, task.pier, "harbour_act", fx)
        move_up(state, fx)
    end_task(state, fx)


def take_mayor_points(state: State, seat: Seat, move: TakePoints, fx: Effects) -> None:
    """M-3: 4, 2, then 0 points for not loading; the first two set a marker."""
    take_points(state, seat, "mayor", move.points, fx)


def ask_to_export(state: State, seat: Seat, task: Exporting) -> Decision:
    """G24: first a unit, then any free space of the one ship for it."""
    if task.good:
        moves = [
            PLACE_EXPORT[pier, space]
            for pier in PIERS
            if not task.pier or pier == task.pier
            for space in free_spaces(state.piers[pier - 1])
        ]
        return Decision(seat, "export_space", moves, {"good": task.good})
    goods: list[Move] = []
    if can_export_more(state, task):
        player = state.players[seat]
        goods += [EXPORT[good] for good in MERCHANDISE if player.owned(good)]
    if task.pier:
        return Decision(seat, "export", [*goods, FINISH], default=FINISH)
    return Decision(seat, "export", goods)


def can_export_more(state: State, task: Exporting) -> bool:
    """G24: at most two units, as long as the ship has a free space."""
    effect = BUILDINGS["export_house"].effect
    assert isinstance(effect, LoadAnything)
    if not task.pier:
        return True
    return sum(task.loaded.values()) < effect.most and bool(free_spaces(state.piers[task.pier - 1]))


def free_spaces(ship: Ship | None) -> list[int]:
    """The free spaces of a ship, counted from 1."""
    return [] if ship is None else [i for i in SPACES if not ship.spaces[i - 1]]


def export(state: State, seat: Seat, move: Export, fx: Effects) -> None:
    """G24: this unit is going to be loaded."""
    task = state.agenda[-1]
    assert isinstance(task, Exporting)
    task.good = move.good


def place_export(state: State, seat: Seat, move: PlaceExport, fx: Effects) -> None:
    """G24: it is loaded, whatever is printed on the space."""
    task = state.agenda[-1]
    assert isinstance(task, Exporting)
    good, task.good, task.pier = task.good, "", move.pier
    put_aboard(state, seat, move.pier, move.space, good, task.loaded)
