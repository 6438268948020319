"""Worker and architect (W-1 to W-6, AR-1 to AR-4)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Move, Seat
from games.rules.cuba.components import (
    ARCHITECT_POINTS,
    BUILDING_ACT_PESOS,
    BUILDING_SITES,
    DROUGHT_HARVESTS,
    FIELDS,
    FREE_HARVESTS,
    MATERIALS,
    PRODUCTS,
    WAREHOUSE_FIELD,
)
from games.rules.cuba.law_cards import BUILDING_ACT, DROUGHT
from games.rules.cuba.moves import (
    Build,
    EndTurn,
    Harvest,
    Irrigate,
    KeepFigure,
    MoveFigure,
    PlaceBuilding,
    TakePoints,
)
from games.rules.cuba.state import (
    Harvesting,
    PlaceFigure,
    Planning,
    Player,
    Siting,
    State,
    Stock,
    cross,
)
from games.rules.cuba.stock import filled, hand_in, has_all, pay, receive
from games.rules.cuba.tiles import BUILDINGS
from games.rules.cuba.turns import end_task, take_points

MOVE_FIGURE = {field: MoveFigure(field) for field in FIELDS}
KEEP_FIGURE = {field: KeepFigure(field) for field in FIELDS}
HARVEST = {field: Harvest(field) for field in FIELDS}
IRRIGATE = {field: Irrigate(field) for field in FIELDS}
BUILD = {building: Build(building) for building in BUILDINGS}
PLACE_BUILDING = {field: PlaceBuilding(field) for field in FIELDS}
ARCHITECT_TAKES = tuple(TakePoints(points) for points in ARCHITECT_POINTS)
END_TURN = EndTurn()


def ask_for_figure(state: State, seat: Seat, task: PlaceFigure) -> Decision:
    """W-1: any field of the plantation, or the figure stays."""
    here = state.players[seat].figure
    stay = KEEP_FIGURE[here]
    moves: list[Move] = [MOVE_FIGURE[field] for field in FIELDS if field != here]
    return Decision(seat, "figure", [*moves, stay], default=stay)


def place_figure(state: State, seat: Seat, move: MoveFigure | KeepFigure, fx: Effects) -> None:
    """W-1 to W-3: the figure moves, the building materials of its cross come in."""
    player = state.players[seat]
    origin, player.figure = player.figure, move.field
    gained, barren = gain_materials(state, player)
    row, column = move.field[0], move.field[1]
    fx.emit(
        "figure_placed" if gained else "figure_placed_idle",
        seat=seat,
        field=move.field,
        origin=origin,
        row=row,
        column=column,
        active=list(cross(player)),
        goods=gained,
    )
    for field in barren:
        fx.emit("barren", seat=seat, field=field, good=state.layout(player)[field])
    free = DROUGHT_HARVESTS if state.in_force(DROUGHT) else FREE_HARVESTS
    state.agenda[-1] = Harvesting(free)


def gain_materials(state: State, player: Player) -> tuple[Stock, list[str]]:
    """W-3: one for each unbuilt building material field of the cross, while the supply lasts.

    Returns what came in, and the fields of the cross that yield nothing: empty supply (W-6).
    """
    layout, gained = state.layout(player), dict.fromkeys(MATERIALS, 0)
    barren = []
    for field in cross(player):
        kind = layout[field]
        if field in player.buildings or field == WAREHOUSE_FIELD:
            continue
        if not state.supply[kind]:
            barren.append(field)
        elif kind in MATERIALS:
            gained[kind] += receive(state, player, kind)
    return filled(gained), barren


def ask_to_harvest(state: State, seat: Seat, task: Harvesting) -> Decision:
    """W-4 to W-6: free fields first, then further ones for water."""
    player, moves = state.players[seat], list[Move]()
    if task.free:
        moves += [HARVEST[field] for field in ripe_fields(state, player, task)]
    elif player.courtyard["water"] and may_irrigate(state):
        moves += [IRRIGATE[field] for field in ripe_fields(state, player, task)]
    key = "harvest" if task.free else "irrigate"
    return Decision(seat, key, [*moves, END_TURN], {"count": task.free}, default=END_TURN)


def ripe_fields(state: State, player: Player, task: Harvesting) -> list[str]:
    """W-2, W-6: unbuilt product fields of the cross, unused, of which the supply has some."""
    layout = state.layout(player)
    return [
        field
        for field in cross(player)
        if layout[field] in PRODUCTS
        and field not in player.buildings
        and field not in task.used
        and state.supply[layout[field]]
    ]


def may_irrigate(state: State) -> bool:
    """W-5: the drought act leaves irrigation alone unless the option forbids it."""
    return state.options.drought_irrigation == "allowed" or not state.in_force(DROUGHT)


def harvest(state: State, seat: Seat, move: Harvest, fx: Effects) -> None:
    """W-4: one product from a field."""
    yield_product(state, seat, move.field, "harvested", fx).free -= 1


def irrigate(state: State, seat: Seat, move: Irrigate, fx: Effects) -> None:
    """W-5: one product from a further field, for one water."""
    hand_in(state, state.players[seat], "water")
    yield_product(state, seat, move.field, "irrigated", fx)


def yield_product(state: State, seat: Seat, field: str, event: str, fx: Effects) -> Harvesting:
    """W-4, W-5: the product comes in and the field is used for this turn."""
    task, player = state.agenda[-1], state.players[seat]
    assert isinstance(task, Harvesting)
    good = state.layout(player)[field]
    receive(state, player, good)
    task.used.append(field)
    fx.emit(event, seat=seat, good=good, field=field)
    return task


def ask_for_plan(state: State, seat: Seat, task: Planning) -> Decision:
    """AR-1 to AR-3: a building that can be paid, or points."""
    player, moves = state.players[seat], list[Move]()
    if can_build(state, player):
        moves += [
            BUILD[building]
            for building in state.tiles
            if has_all(player, dict(BUILDINGS[building].cost))
        ]
    moves.append(ARCHITECT_TAKES[state.markers["architect"]])
    return Decision(seat, "plan", moves, default=moves[-1])


def can_build(state: State, player: Player) -> bool:
    """AR-1, AR-2: a field is left, and the building act can be paid."""
    if len(player.buildings) == len(BUILDING_SITES):
        return False
    return not state.in_force(BUILDING_ACT) or player.pesos >= BUILDING_ACT_PESOS


def build(state: State, seat: Seat, move: Build, fx: Effects) -> None:
    """AR-1: the field is asked for next."""
    state.agenda.append(Siting(move.building))


def ask_for_site(state: State, seat: Seat, task: Siting) -> Decision:
    """AR-1: any own field that is unbuilt and not the warehouse."""
    built = state.players[seat].buildings
    moves = [PLACE_BUILDING[field] for field in BUILDING_SITES if field not in built]
    return Decision(seat, "site", moves, {"building": task.building})


def place_building(state: State, seat: Seat, move: PlaceBuilding, fx: Effects) -> None:
    """AR-1, AR-2: the building is paid and stands on its field for good."""
    task, player = state.agenda.pop(), state.players[seat]
    assert isinstance(task, Siting)
    state.tiles.remove(task.building)
    player.buildings[move.field] = task.building
    stones = dict(BUILDINGS[task.building].cost)
    for kind, count in stones.items():
        hand_in(state, player, kind, count)
    pesos = BUILDING_ACT_PESOS if state.in_force(BUILDING_ACT) else 0
    if pesos:
        pay(state, seat, pesos)
        fx.emit("building_act_paid", seat=seat, pesos=pesos)
    fx.emit(
        "built",
        seat=seat,
        building=task.building,
        field=move.field,
        stones=stones,
        pesos=pesos,
    )
    end_task(state, fx)


def take_architect_points(state: State, seat: Seat, move: TakePoints, fx: Effects) -> None:
    """AR-3: 2, 1, then 0 points for not building; the first two set a marker."""
    take_points(state, seat, "architect", move.points, fx)
