"""Why the foreman and the harbour do not offer a move (F-1 to F-5, M-2, G00 to G24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from games.rules.core.interface import Seat, Unavailable
from games.rules.cuba.buildings import (
    SELL_HERE,
    USE,
    USE_ALONE,
    most_to_hand_in,
    owned_buildings,
    reachable,
    units_in_harbour,
    usable,
)
from games.rules.cuba.components import MERCHANDISE, PIERS, SHIPS
from games.rules.cuba.harbour import (
    EXPORT,
    LOAD,
    PLACE_EXPORT,
    SPACES,
    can_export_more,
    free_spaces,
)
from games.rules.cuba.moves import HandIn
from games.rules.cuba.state import (
    Directing,
    Exporting,
    HandingIn,
    Loading,
    Player,
    Selling,
    Ship,
    State,
)
from games.rules.cuba.tiles import (
    EFFECTS,
    PERMANENT,
    Customs,
    Effect,
    Exchange,
    GainMaterial,
    GainPesos,
    HandInForPoints,
    LoadAnything,
    LoadShip,
    SellAtPrice,
    Store,
)

Why: TypeAlias = tuple[str, Mapping[str, Any]]
"""The name of a reason, and what fills its text."""


def of_using(state: State, seat: Seat) -> Iterator[Unavailable]:
    """F-1 to F-5: own buildings that cannot be used, or not any more."""
    player, task = state.players[seat], state.agenda[-1]
    assert isinstance(task, Directing)
    near = reachable(player)
    for building in owned_buildings(player):
        single = building not in near and state.edition > 1
        move = USE_ALONE[building] if single else USE[building]
        effect = EFFECTS[building]
        if building in task.used:
            yield Unavailable(move, "used")
        elif isinstance(effect, PERMANENT):
            yield Unavailable(move, "permanent")
        elif task.used and building not in near:
            yield Unavailable(move, "outside")
        elif not usable(state, player, effect):
            why, facts = why_unusable(state, player, effect)
            yield Unavailable(move, why, facts)


def why_unusable(state: State, player: Player, effect: Effect) -> Why:
    """F-3, F-4: why this building cannot be used."""
    match effect:
        case Exchange() if player.owned(effect.give):
            return "supply_empty", {"good": effect.get}
        case Exchange() | HandInForPoints():
            return "none_owned", {"good": effect.give}
        case SellAtPrice() if any(map(player.owned, effect.kinds)):
            return "bank", {"need": effect.price}
        case SellAtPrice():
            return "none_owned", {"good": list(effect.kinds)}
        case GainMaterial():
            return "supply_empty", {"good": effect.get}
    return why_no_cargo(state, player, effect), {}


def why_no_cargo(state: State, player: Player, effect: Effect) -> str:
    """F-3: the same for buildings that deal with warehouse, ships, pesos or votes."""
    match effect:
        case Store():
            return "nothing_to_store"
        case LoadShip():
            return "nothing_fits"
        case LoadAnything():
            owns = any(map(player.owned, MERCHANDISE))
            return "no_free_space" if owns else "nothing_to_load"
        case GainPesos():
            return "bank_empty"
        case Customs():
            return "bank_empty" if units_in_harbour(state) else "harbour_empty"
    return "tile_taken"  # town hall


def of_handing_in(state: State, seat: Seat) -> Iterator[Unavailable]:
    """F-3, F-4: one unit more than there is, or than the building or the supply allows."""
    task = state.agenda[-1]
    assert isinstance(task, HandingIn)
    effect = EFFECTS[task.building]
    assert isinstance(effect, Exchange | HandInForPoints)
    most = most_to_hand_in(state, state.players[seat], effect)
    yield Unavailable(HandIn(most + 1), "most", {"count": most})


def of_selling(state: State, seat: Seat) -> Iterator[Unavailable]:
    """G13, G14: kinds that the building takes and the player lacks."""
    player, task = state.players[seat], state.agenda[-1]
    assert isinstance(task, Selling)
    effect = EFFECTS[task.building]
    assert isinstance(effect, SellAtPrice)
    for good in effect.kinds:
        if not player.owned(good):
            yield Unavailable(SELL_HERE[good, effect.price], "none_owned", {"good": good})
        else:
            yield Unavailable(SELL_HERE[good, effect.price], "bank", {"need": effect.price})


def of_loading(state: State, seat: Seat) -> Iterator[Unavailable]:
    """M-2: spaces that nothing can be loaded on, and goods that a ship does not take."""
    player, task = state.players[seat], state.agenda[-1]
    assert isinstance(task, Loading)
    for pier, ship in zip(PIERS, state.piers, strict=True):
        if ship is None:
            continue
        printed = SHIPS[ship.card]
        for space in SPACES:
            why, facts = why_no_load(player, task, pier, ship, space)
            yield Unavailable(LOAD[pier, printed[space - 1], space], why, facts)
        if free := free_spaces(ship):
            wanted = {printed[space - 1] for space in free}
            for good in MERCHANDISE:
                if player.owned(good) and good not in wanted and task.pier in (0, pier):
                    facts = {"pier": pier, "good": good}
                    yield Unavailable(LOAD[pier, good, free[0]], "does_not_fit", facts)


def why_no_load(player: Player, task: Loading, pier: int, ship: Ship, space: int) -> Why:
    """M-2: why this space cannot be loaded."""
    printed = SHIPS[ship.card]
    good = printed[space - 1]
    if task.pier not in (0, pier):
        return "one_ship", {"pier": task.pier}
    if ship.full:
        return "ship_full", {}
    if ship.spaces[space - 1]:
        return "space_taken", {}
    if not player.owned(good):
        return "none_owned", {"good": good}
    first = next(free for free in free_spaces(ship) if printed[free - 1] == good)
    return "first_space", {"space": first}


def of_exporting(state: State, seat: Seat) -> Iterator[Unavailable]:
    """G24: merchandise that the player lacks."""
    player, task = state.players[seat], state.agenda[-1]
    assert isinstance(task, Exporting)
    for good in MERCHANDISE:
        if can_export_more(state, task) and not player.owned(good):
            yield Unavailable(EXPORT[good], "none_owned", {"good": good})


def of_spaces(state: State, seat: Seat) -> Iterator[Unavailable]:
    """G24: spaces that are taken, and those of any ship but the one begun with."""
    task = state.agenda[-1]
    assert isinstance(task, Exporting)
    for pier, ship in zip(PIERS, state.piers, strict=True):
        if ship is None:
            continue
        for space in SPACES:
            if task.pier not in (0, pier):
                yield Unavailable(PLACE_EXPORT[pier, space], "one_ship", {"pier": task.pier})
            elif ship.full:
                yield Unavailable(PLACE_EXPORT[pier, space], "ship_full")
            elif ship.spaces[space - 1]:
                yield Unavailable(PLACE_EXPORT[pier, space], "space_taken")
