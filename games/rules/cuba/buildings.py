"""The foreman and what the buildings do (F-1 to F-5, G00 to G22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Move, Seat
from games.rules.cuba.components import (
    FIELDS,
    MERCHANDISE,
    PIECES,
    WAREHOUSE_FIELD,
)
from games.rules.cuba.harbour import FINISH, free_spaces, loads
from games.rules.cuba.law_cards import GROUP_OF, GROUPS
from games.rules.cuba.moves import (
    ForbidBill,
    HandIn,
    SellHere,
    StoreAll,
    StoreUnit,
    Use,
    UseAlone,
)
from games.rules.cuba.state import (
    Directing,
    Exporting,
    HandingIn,
    Loading,
    Player,
    Selling,
    State,
    Storing,
    Vetoing,
    cross,
)
from games.rules.cuba.stock import earn, hand_in, receive, score
from games.rules.cuba.tiles import (
    EFFECTS,
    Customs,
    Effect,
    Exchange,
    GainMaterial,
    GainPesos,
    GainPoints,
    HandInForPoints,
    LoadAnything,
    LoadShip,
    PlaceVeto,
    SellAtPrice,
    Store,
    TakeVoteTile,
)
from games.rules.cuba.tradeswoman import END_TURN
from games.rules.cuba.turns import end_task

USE = {building: Use(building) for building in EFFECTS}
USE_ALONE = {building: UseAlone(building) for building in EFFECTS}
HAND_IN = tuple(HandIn(count) for count in range(max(PIECES.values()) + 1))
SELL_HERE = {
    (good, effect.price): SellHere(good, effect.price)
    for effect in EFFECTS.values()
    if isinstance(effect, SellAtPrice)
    for good in effect.kinds
}
STORE_UNIT = {good: StoreUnit(good) for good in MERCHANDISE}
STORE_ALL = StoreAll()
FORBID_BILL = {law: ForbidBill(law) for law in GROUP_OF}


def ask_to_direct(state: State, seat: Seat, task: Directing) -> Decision:
    """F-1, F-2: the buildings of the cross one by one, or a single one anywhere else."""
    player = state.players[seat]
    moves: list[Move] = []
    if not task.alone:
        near = reachable(player)
        far = [] if task.used else [b for b in owned_buildings(player) if b not in near]
        single = USE if state.edition == 1 else USE_ALONE
        moves += [USE[building] for building in near if can_use(state, player, task, building)]
        moves += [single[building] for building in far if can_use(state, player, task, building)]
    return Decision(seat, "use", [*moves, END_TURN], default=END_TURN)


def owned_buildings(player: Player) -> list[str]:
    """Every building on the plantation, the printed warehouse last."""
    return [
        *(player.buildings[field] for field in FIELDS if field in player.buildings),
        "warehouse",
    ]


def can_use(state: State, player: Player, task: Directing, building: str) -> bool:
    """F-1, F-3: not used in this turn, and of use now."""
    return building not in task.used and usable(state, player, EFFECTS[building])


def reachable(player: Player) -> list[str]:
    """F-1: the buildings in the figure's cross, and the warehouse if A1 is in it."""
    fields = cross(player)
    found = [player.buildings[field] for field in fields if field in player.buildings]
    return [*found, "warehouse"] if WAREHOUSE_FIELD in fields else found


def usable(state: State, player: Player, effect: Effect) -> bool:
    """F-3 to F-5: what lacks its input, or would change nothing, cannot be chosen."""
    test = USABLE.get(type(effect))
    return test is not None and test(state, player, effect)


def can_hand_in(state: State, player: Player, effect: Exchange | HandInForPoints) -> bool:
    """G01 to G05, G09, G10, G17: at least one unit."""
    return most_to_hand_in(state, player, effect) > 0


def can_sell(state: State, player: Player, effect: SellAtPrice) -> bool:
    """G13, G14: a unit to sell, and a bank that can pay it in full."""
    return state.bank >= effect.price and any(map(player.owned, effect.kinds))


def can_store(_state: State, player: Player, _effect: Store) -> bool:
    """G00: something in the courtyard that the warehouse takes."""
    return any(player.courtyard[good] for good in MERCHANDISE)


def can_load(state: State, player: Player, _effect: LoadShip) -> bool:
    """G23: a unit that fits on one of the ships."""
    return bool(loads(state, player))


def can_export(state: State, player: Player, _effect: LoadAnything) -> bool:
    """G24: any unit and any free space."""
    return any(map(player.owned, MERCHANDISE)) and any(map(free_spaces, state.piers))


USABLE: dict[type[Effect], Callable[[State, Player, Any], bool]] = {
    Store: can_store,
    Exchange: can_hand_in,
    HandInForPoints: can_hand_in,
    SellAtPrice: can_sell,
    LoadShip: can_load,
    LoadAnything: can_export,
    GainPoints: lambda _state, _player, _effect: True,
    PlaceVeto: lambda _state, _player, _effect: True,
    GainPesos: lambda state, _player, _effect: state.bank > 0,
    GainMaterial: lambda state, _player, effect: state.supply[effect.get] > 0,
    Customs: lambda state, _player, _effect: state.bank > 0 and units_in_harbour(state) > 0,
    TakeVoteTile: lambda state, _player, _effect: state.vote_tile is None,
}  # F-5: permanent buildings are not in it


def most_to_hand_in(state: State, player: Player, effect: Exchange | HandInForPoints) -> int:
    """F-4: what the player owns; exchanges also only what the supply can give."""
    limit = state.supply[effect.get] if isinstance(effect, Exchange) else effect.most
    return min(player.owned(effect.give), limit)


def units_in_harbour(state: State) -> int:
    """G15: the units lying on the ships at the piers."""
    return sum(len(ship.spaces) - ship.spaces.count("") for ship in state.piers if ship)


def use(state: State, seat: Seat, move: Use, fx: Effects) -> None:
    """F-1, F-2: what needs no choice is carried out, the rest is asked for next."""
    task, player = state.agenda[-1], state.players[seat]
    assert isinstance(task, Directing)
    task.alone = move.building not in reachable(player)
    if not task.used:
        fx.emit("directed", seat=seat, mode="single" if task.alone else "all")
    task.used.append(move.building)
    effect = EFFECTS[move.building]
    match effect:
        case Exchange() | HandInForPoints():
            state.agenda.append(HandingIn(move.building))
        case SellAtPrice():
            state.agenda.append(Selling(move.building))
        case Store():
            state.agenda.append(Storing())
        case PlaceVeto():
            state.agenda.append(Vetoing())
        case LoadShip():
            state.agenda.append(Loading(instead=False))
        case LoadAnything():
            state.agenda.append(Exporting())
        case _:
            gain(state, seat, move.building, effect, fx)


def gain(state: State, seat: Seat, building: str, effect: Effect, fx: Effects) -> None:
    """F-3, F-4: buildings that give something for nothing."""
    player = state.players[seat]
    match effect:
        case GainPoints():
            score(player, "uses", effect.points)
            fx.emit("building_points", seat=seat, building=building, points=effect.points)
        case GainPesos() | Customs():
            due = effect.pesos if isinstance(effect, GainPesos) else customs(state, effect)
            pesos = earn(state, seat, due)
            fx.emit("building_pesos", seat=seat, building=building, pesos=pesos)
        case GainMaterial():
            count = receive(state, player, effect.get, effect.count)
            fx.emit("building_goods", seat=seat, building=building, goods={effect.get: count})
        case TakeVoteTile():
            state.vote_tile = seat
            fx.emit("vote_tile_taken", seat=seat)


def customs(state: State, effect: Customs) -> int:
    """G15: a peso for each unit on the ships at the piers, up to a limit."""
    return min(units_in_harbour(state), effect.most)


def ask_how_many(state: State, seat: Seat, task: HandingIn) -> Decision:
    """F-3, F-4: one or more units."""
    effect = EFFECTS[task.building]
    assert isinstance(effect, (Exchange, HandInForPoints))
    most = most_to_hand_in(state, state.players[seat], effect)
    facts: dict[str, Any] = {"building": task.building, "good": effect.give}
    if isinstance(effect, Exchange):
        key, facts["get"] = "exchange", effect.get
    else:
        key, facts["points"] = "hand_in", effect.points
    return Decision(seat, key, HAND_IN[1 : most + 1], facts, default=HAND_IN[most])


def hand_in_units(state: State, seat: Seat, move: HandIn, fx: Effects) -> None:
    """G01 to G05, G09, G10, G17: the units handed in become goods or points."""
    task, player = state.agenda[-1], state.players[seat]
    assert isinstance(task, HandingIn)
    effect = EFFECTS[task.building]
    assert isinstance(effect, (Exchange, HandInForPoints))
    hand_in(state, player, effect.give, move.count)
    facts: dict[str, Any] = {"seat": seat, "building": task.building}
    facts["given"] = {effect.give: move.count}
    if isinstance(effect, Exchange):
        receive(state, player, effect.get, move.count)
        fx.emit("exchanged", **facts, gained={effect.get: move.count})
    else:
        points = effect.points * move.count
        score(player, "uses", points)
        fx.emit("handed_in", **facts, points=points)
    end_task(state, fx)


def ask_what_to_sell(state: State, seat: Seat, task: Selling) -> Decision:
    """G13, G14: units one by one, as long as the bank can pay them in full (F-4)."""
    effect = EFFECTS[task.building]
    assert isinstance(effect, SellAtPrice)
    player, moves = state.players[seat], list[Move]()
    if state.bank >= effect.price and sum(task.sold.values()) < effect.most:
        moves += [SELL_HERE[good, effect.price] for good in effect.kinds if player.owned(good)]
    if task.sold:
        moves.append(FINISH)
    return Decision(seat, "sell_here", moves, {"building": task.building}, default=moves[-1])


def sell_here(state: State, seat: Seat, move: SellHere, fx: Effects) -> None:
    """G13, G14: a unit for the building's price."""
    task = state.agenda[-1]
    assert isinstance(task, Selling)
    hand_in(state, state.players[seat], move.good)
    earn(state, seat, move.price)
    task.sold[move.good] = task.sold.get(move.good, 0) + 1


def ask_what_to_store(state: State, seat: Seat, task: Storing) -> Decision:
    """G00: everything at once, or units one by one."""
    courtyard = state.players[seat].courtyard
    goods = [good for good in MERCHANDISE if courtyard[good]]
    moves: list[Move] = [STORE_UNIT[good] for good in goods]
    if sum(courtyard[good] for good in goods) > 1:
        moves.insert(0, STORE_ALL)
    if task.stored:
        moves.append(FINISH)
    return Decision(seat, "store", moves, default=moves[0])


def store(state: State, seat: Seat, move: StoreUnit | StoreAll, fx: Effects) -> None:
    """G00: from the courtyard into the warehouse, where products do not spoil."""
    task, player = state.agenda[-1], state.players[seat]
    assert isinstance(task, Storing)
    for good in [move.good] if isinstance(move, StoreUnit) else MERCHANDISE:
        count = 1 if isinstance(move, StoreUnit) else player.courtyard[good]
        player.courtyard[good] -= count
        player.warehouse[good] += count
        if count:
            task.stored[good] = task.stored.get(good, 0) + count


def finish_selling(state: State, seat: Seat, task: Selling, fx: Effects) -> None:
    """G13, G14: the sale is over."""
    effect = EFFECTS[task.building]
    assert isinstance(effect, SellAtPrice)
    pesos = effect.price * sum(task.sold.values())
    fx.emit("sold_here", seat=seat, building=task.building, goods=task.sold, pesos=pesos)
    end_task(state, fx)


def finish_storing(state: State, seat: Seat, task: Storing, fx: Effects) -> None:
    """G00: the storing is over."""
    fx.emit("stored", seat=seat, goods=task.stored)
    end_task(state, fx)


def ask_for_veto(state: State, seat: Seat, task: Vetoing) -> Decision:
    """G22: one of the four bills."""
    return Decision(seat, "veto", [FORBID_BILL[state.bills[group]] for group in GROUPS])


def forbid_bill(state: State, seat: Seat, move: ForbidBill, fx: Effects) -> None:
    """G22: nobody can pick that bill this round; a point besides."""
    effect = EFFECTS["church"]
    assert isinstance(effect, PlaceVeto)
    state.veto = GROUP_OF[move.law]
    score(state.players[seat], "uses", effect.points)
    fx.emit("bill_forbidden", seat=seat, law=move.law, points=effect.points)
    end_task(state, fx)
