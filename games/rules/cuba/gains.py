"""What an answer changes at once, told with the offer: pesos, points, materials and goods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.rules.core.interface import Gains, Move, Seat
from games.rules.cuba import moves as m
from games.rules.cuba.buildings import customs
from games.rules.cuba.components import BUILDING_ACT_PESOS, CROSS, MATERIALS, WAREHOUSE_FIELD
from games.rules.cuba.law_cards import BUILDING_ACT
from games.rules.cuba.state import Exporting, HandingIn, Loading, Player, Siting, State
from games.rules.cuba.tiles import (
    BUILDINGS,
    EFFECTS,
    Crane,
    Customs,
    Exchange,
    GainMaterial,
    GainPesos,
    GainPoints,
    HandInForPoints,
    PlaceVeto,
)

Change = Mapping[str, int]


def gains_of(state: State, seat: Seat, move: Move) -> Gains:
    """What the move does to the seat; nobody else gains or loses at once."""
    tell = TELL.get(type(move))
    own = tell(state, state.players[seat], move) if tell else {}
    return {seat: own} if own else {}


def working(state: State, player: Player, move: m.MoveFigure | m.KeepFigure) -> Change:
    """W-3: one for each unbuilt building material field of the cross, while the supply lasts."""
    layout, found = state.layout(player), dict[str, int]()
    for field in CROSS[move.field]:
        kind = layout[field]
        open_field = kind in MATERIALS and field not in player.buildings
        if open_field and field != WAREHOUSE_FIELD and found.get(kind, 0) < state.supply[kind]:
            found[kind] = found.get(kind, 0) + 1
    return found


def harvesting(state: State, player: Player, move: m.Harvest) -> Change:
    """W-4: a product."""
    return {state.layout(player)[move.field]: 1}


def irrigating(state: State, player: Player, move: m.Irrigate) -> Change:
    """W-5: a product for a water."""
    return {"water": -1, state.layout(player)[move.field]: 1}


def buying(_state: State, _player: Player, move: m.Buy | m.BuyFromSupply) -> Change:
    """TR-1: a unit for its price."""
    return {"pesos": -move.price, move.good: 1}


def selling(_state: State, _player: Player, move: m.Sell | m.SellToSupply | m.SellHere) -> Change:
    """TR-1, G13, G14: a unit for its price; what the bank cannot pay is not offered."""
    return {move.good: -1, "pesos": move.price}


def taking(_state: State, _player: Player, move: m.TakeMaterial | m.TakeCheapest) -> Change:
    """TR-3, TR-4: one of the free gains."""
    return {move.good: 1}


def building(state: State, _player: Player, move: m.Build) -> Change:
    """AR-1: wherever it is placed, which is asked next, it costs the same."""
    return price_of(state, move.building)


def siting(state: State, _player: Player, _move: m.PlaceBuilding) -> Change:
    """AR-1: the building is paid."""
    task = state.agenda[-1]
    assert isinstance(task, Siting)
    return price_of(state, task.building)


def price_of(state: State, name: str) -> Change:
    """AR-1, AR-2: what a building costs."""
    paid = {kind: -count for kind, count in dict(BUILDINGS[name].cost).items()}
    return {**paid, "pesos": -BUILDING_ACT_PESOS} if state.in_force(BUILDING_ACT) else paid


def scoring(_state: State, _player: Player, move: m.TakePoints) -> Change:
    """AR-3, M-3: points instead."""
    return {"points": move.points} if move.points else {}


def using(state: State, _player: Player, move: m.Use) -> Change:
    """F-3, F-4: buildings that give something for nothing."""
    match EFFECTS[move.building]:
        case GainPoints(points):
            return {"points": points}
        case GainPesos(pesos):
            return {"pesos": min(pesos, state.bank)}
        case Customs() as effect:
            return {"pesos": min(customs(state, effect), state.bank)}
        case GainMaterial(get, count):
            return {get: min(count, state.supply[get])}
    return {}


def handing_in(state: State, _player: Player, move: m.HandIn) -> Change:
    """G01 to G05, G09, G10, G17: units become goods or points."""
    task = state.agenda[-1]
    assert isinstance(task, HandingIn)
    effect = EFFECTS[task.building]
    assert isinstance(effect, Exchange | HandInForPoints)
    if isinstance(effect, Exchange):
        return {effect.give: -move.count, effect.get: move.count}
    return {effect.give: -move.count, "points": effect.points * move.count}


def forbidding(_state: State, _player: Player, _move: m.ForbidBill) -> Change:
    """G22: a point besides."""
    effect = EFFECTS["church"]
    assert isinstance(effect, PlaceVeto)
    return {"points": effect.points}


def loading(_state: State, _player: Player, move: m.Load) -> Change:
    """C-9: a unit put on a ship scores the number of its pier."""
    return {move.good: -1, "points": move.pier}


def exporting(state: State, _player: Player, move: m.PlaceExport) -> Change:
    """G24: the same."""
    task = state.agenda[-1]
    assert isinstance(task, Exporting)
    return {task.good: -1, "points": move.pier}


def finishing(state: State, player: Player, _move: m.Finish) -> Change:
    """G25: the crane pays when the loading is over."""
    task, crane = state.agenda[-1], BUILDINGS["crane"].effect
    if not isinstance(task, Loading | Exporting) or "crane" not in player.buildings.values():
        return {}
    assert isinstance(crane, Crane)
    return {"points": crane.points} if sum(task.loaded.values()) >= crane.units else {}


TELL: Final[Mapping[type[Move], Callable[[State, Player, Any], Change]]] = {
    m.MoveFigure: working,
    m.KeepFigure: working,
    m.Harvest: harvesting,
    m.Irrigate: irrigating,
    m.Buy: buying,
    m.BuyFromSupply: buying,
    m.Sell: selling,
    m.SellToSupply: selling,
    m.TakeMaterial: taking,
    m.TakeCheapest: taking,
    m.Build: building,
    m.PlaceBuilding: siting,
    m.TakePoints: scoring,
    m.Use: using,
    m.UseAlone: using,
    m.HandIn: handing_in,
    m.SellHere: selling,
    m.ForbidBill: forbidding,
    m.Load: loading,
    m.PlaceExport: exporting,
    m.Finish: finishing,
}
