"""Why a move that a player might look for is not offered, from what the seat knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from games.rules.core.interface import Decision, Move, Seat, Unavailable
from games.rules.santiago_de_cuba import moves as m
from games.rules.santiago_de_cuba.components import (
    BUILDINGS,
    CASINO_PESOS,
    GOODS,
    LOWEST_VALUE,
    PIECES,
    QUARTER,
    REGULAR,
    STATIONS,
    Building,
    Good,
    Regular,
)
from games.rules.santiago_de_cuba.pawns import flower_here
from games.rules.santiago_de_cuba.state import Player, State

Reasons = Iterator[Unavailable]


def unavailable(state: State, decision: Decision) -> list[Unavailable]:
    """The moves that the seat might look for, each with why it is not among the answers."""
    found = REASONS[decision.key](state, decision.seat)
    return [reason for reason in found if reason.move not in decision.moves]


def no_good(move: Move, good: Good) -> Unavailable:
    """The seat has none of this good."""
    return Unavailable(move, "no_good", {"good": good})


def out_of_stock(move: Move, good: Good) -> Unavailable:
    """The stock has none of this good."""
    return Unavailable(move, "out_of_stock", {"good": good})


def fewer_held(move: Move, good: Good, held: int) -> Unavailable:
    """An amount above what the seat holds."""
    return Unavailable(move, "held", {"good": good, "held": held})


# The questions ------------------------------------------------------------------------------------


def for_demand(state: State, seat: Seat) -> Reasons:
    """O-5: the only die with a demand cannot be left out."""
    for good in REGULAR:
        if state.rolled[good] == sum(state.rolled.values()):
            yield Unavailable(m.LEAVE_OUT[good], "empty_ship")


def for_drive(state: State, seat: Seat) -> Reasons:
    """3.3: stations that the seat cannot pay for, and with O-1 one lap too many."""
    pesos = state.players[seat].pesos
    before = STATIONS * state.laps
    for steps in range(STATIONS):
        station = (state.car + 1 + steps) % STATIONS
        fare = before + steps
        if fare > pesos:
            move = m.drive_move(state.road[station], station, fare)
            yield Unavailable(move, "fare", {"needed": fare, "pesos": pesos})
    if state.options.max_steps == "unlimited" and not state.laps:
        laps = pesos // STATIONS + 1
        args = {"needed": STATIONS * laps, "pesos": pesos}
        yield Unavailable(m.GoRound(laps), "fare", args)


def for_pablo(state: State, seat: Seat) -> Reasons:
    """3.4: what is not in stock, and wood (D-2)."""
    for good in GOODS:
        if good == "wood" and not state.options.pablo_wood:
            yield Unavailable(m.TAKE_GOOD[good], "pablo_wood")
        elif not state.stock[good]:
            yield out_of_stock(m.TAKE_GOOD[good], good)


def for_alonso(state: State, seat: Seat) -> Reasons:
    """3.4: buildings that cannot be claimed, and own ones that cannot be used."""
    for building in BUILDINGS:
        owner = state.owners.get(building)
        if owner == seat:
            yield from UNUSABLE[building](state, state.players[seat])
        elif owner is not None:
            yield Unavailable(m.CLAIM[building], "owned", {"owner": owner})
        elif not state.markers_left(seat):
            yield Unavailable(m.CLAIM[building], "no_markers")


def for_gift(state: State, seat: Seat) -> Reasons:
    """3.4: gifts that the seat does not have."""
    player = state.players[seat]
    for good in REGULAR:
        if not player.goods[good]:
            yield no_good(m.GIVE_GOOD[good], good)
    if not player.pesos:
        yield Unavailable(m.GIVE_PESO, "no_pesos")
    if not player.points:
        yield Unavailable(m.GIVE_POINT, "points", {"points": 0})


def for_place(state: State, seat: Seat) -> Reasons:
    """3.5: buildings under the flower on which a pawn stands."""
    for building in state.buildings[QUARTER[flower_here(state)]]:
        visitor = state.pawn_on(building)
        if visitor == seat:
            yield Unavailable(m.PLACE[building], "here")
        elif visitor is not None:
            yield Unavailable(m.PLACE[building], "occupied", {"visitor": visitor})


def for_use(state: State, seat: Seat) -> Reasons:
    """3.6: ways of using the building under the pawn."""
    player = state.players[seat]
    if player.pawn:
        yield from UNUSABLE[player.pawn](state, player)


def for_deliver(state: State, seat: Seat) -> Reasons:
    """3.7: goods that the ship does not want or the seat does not have, and one too many."""
    goods = state.players[seat].goods
    for good in REGULAR:
        wanted, own = state.demand.get(good), goods[good]
        if not wanted:
            yield not_wanted(state, m.DELIVER[good][0], good)
            continue
        if not own:
            yield no_good(m.DELIVER[good][0], good)
        elif own < wanted:
            yield fewer_held(m.DELIVER[good][own], good, own)
        else:
            yield too_many(m.DELIVER[good][wanted], good, wanted)
        if wood := goods["wood"]:
            if wood < wanted:
                yield fewer_held(m.DELIVER_WOOD[good][wood], "wood", wood)
            else:
                yield too_many(m.DELIVER_WOOD[good][wanted], good, wanted)


def too_many(move: Move, good: Good, wanted: int) -> Unavailable:
    """An amount above what the ship wants."""
    return Unavailable(move, "wanted", {"good": good, "wanted": wanted})


def not_wanted(state: State, move: Move, good: Regular) -> Unavailable:
    """The ship has no dice yet, this die is not on it, or it shows 0."""
    if not state.demand:
        return Unavailable(move, "no_demand")
    return Unavailable(move, "satisfied" if good in state.demand else "unwanted", {"good": good})


REASONS: Final[Mapping[str, Callable[[State, Seat], Reasons]]] = {
    "demand": for_demand,
    "drive": for_drive,
    "drive_far": for_drive,
    "pablo": for_pablo,
    "alonso": for_alonso,
    "gift": for_gift,
    "place": for_place,
    "use": for_use,
    "deliver": for_deliver,
}

# The buildings (3.6) ------------------------------------------------------------------------------


def always_usable(state: State, player: Player) -> Reasons:
    """Bank and church."""
    return iter(())


def unusable_distillery(state: State, player: Player) -> Reasons:
    """No sugar, no rum, or one too many."""
    return unprocessed(state, player, m.DISTIL, "sugar", "rum")


def unusable_cigar_factory(state: State, player: Player) -> Reasons:
    """No tobacco, no cigars, or one too many."""
    return unprocessed(state, player, m.ROLL_CIGARS, "tobacco", "cigar")


def unprocessed(
    state: State, player: Player, processes: tuple[m.Process, ...], source: Good, product: Good
) -> Reasons:
    """One more than possible, and what sets the limit."""
    own, left = player.goods[source], state.stock[product]
    most = min(own, left)
    if most == PIECES:
        return
    if not own:
        yield no_good(processes[0], source)
    elif not left:
        yield out_of_stock(processes[0], product)
    elif own <= left:
        yield fewer_held(processes[most], source, own)
    else:
        yield Unavailable(processes[most], "stock", {"good": product, "left": left})


def unusable_black_market(state: State, player: Player) -> Reasons:
    """Goods that are not held or not in stock."""
    for give in REGULAR:
        for take in REGULAR:
            if take != give and not player.goods[give]:
                yield no_good(m.SWAP[give][take], give)
            elif take != give and not state.stock[take]:
                yield out_of_stock(m.SWAP[give][take], take)


def unusable_sawmill(state: State, player: Player) -> Reasons:
    """No wood."""
    if not player.goods["wood"]:
        yield no_good(m.COLLECT_SAWMILL, "wood")


def unusable_cafe(state: State, player: Player) -> Reasons:
    """No cigar, no rum, or not both."""
    cigar, rum = player.goods["cigar"], player.goods["rum"]
    if not cigar or not rum:
        yield no_good(m.TREAT_BOTH, "rum" if cigar else "cigar")
    if not cigar:
        yield no_good(m.TREAT_CIGAR, "cigar")
    if not rum:
        yield no_good(m.TREAT_RUM, "rum")


def unusable_customs(state: State, player: Player) -> Reasons:
    """Dice that show 0 or do not lie on the ship."""
    for good in REGULAR:
        if not state.demand.get(good):
            yield not_wanted(state, m.CLEAR[good], good)


def unusable_casino(state: State, player: Player) -> Reasons:
    """One point too many, either way."""
    bought = player.pesos // CASINO_PESOS + 1
    needed = {"needed": CASINO_PESOS * bought, "pesos": player.pesos}
    yield Unavailable(m.BuyPoints(bought), "fare", needed)
    yield Unavailable(m.SellPoints(player.points + 1), "points", {"points": player.points})


def unusable_harbour_office(state: State, player: Player) -> Reasons:
    """The value never falls below 2."""
    if state.value == LOWEST_VALUE:
        yield Unavailable(m.LOWER_VALUE, "lowest")


def unusable_trading_office(state: State, player: Player) -> Reasons:
    """Goods that the ship does not want or that are not held."""
    for good in REGULAR:
        if not state.demand.get(good):
            yield not_wanted(state, m.SELL[good], good)
        elif not player.goods[good]:
            yield no_good(m.SELL[good], good)


def unusable_newspaper(state: State, player: Player) -> Reasons:
    """Cubans who lie face down already."""
    for station, stop in enumerate(state.road):
        if stop != "harbour" and stop in state.face_down:
            yield Unavailable(m.silence_move(stop, station), "asleep", {"cuban": stop})


UNUSABLE: Final[Mapping[Building, Callable[[State, Player], Reasons]]] = {
    "bank": always_usable,
    "church": always_usable,
    "distillery": unusable_distillery,
    "cigar_factory": unusable_cigar_factory,
    "black_market": unusable_black_market,
    "sawmill": unusable_sawmill,
    "cafe": unusable_cafe,
    "customs": unusable_customs,
    "casino": unusable_casino,
    "harbour_office": unusable_harbour_office,
    "trading_office": unusable_trading_office,
    "newspaper": unusable_newspaper,
}
