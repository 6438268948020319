"""The twelve buildings: what may be done in them (1.4, 3.6) and what that does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Move, Seat
from games.rules.santiago_de_cuba import moves as m
from games.rules.santiago_de_cuba.components import (
    BANK_PESOS,
    BUILDINGS,
    CAFE_POINTS,
    CASINO_PESOS,
    CHURCH_POINTS,
    LOWEST_VALUE,
    NEWSPAPER_PESOS,
    REGULAR,
    SAWMILL_PESOS,
    SAWMILL_POINTS,
    TRADING_OFFICE_POINTS,
    Building,
)
from games.rules.santiago_de_cuba.pawns import go_to_pawn
from games.rules.santiago_de_cuba.ships import depart_if_satisfied, lower_value, raise_value
from games.rules.santiago_de_cuba.state import Player, State
from games.rules.santiago_de_cuba.turns import end_turn

# What may be done in a building, by building (3.6) ----------------------------------------------


def bank_uses(state: State, player: Player) -> Sequence[Move]:
    """Always two pesos."""
    return (m.COLLECT_BANK,)


def church_uses(state: State, player: Player) -> Sequence[Move]:
    """Always a point."""
    return (m.COLLECT_CHURCH,)


def distillery_uses(state: State, player: Player) -> Sequence[Move]:
    """As much sugar as one has, as long as there is rum."""
    return m.DISTIL[: min(player.goods["sugar"], state.stock["rum"])]


def cigar_factory_uses(state: State, player: Player) -> Sequence[Move]:
    """As much tobacco as one has, as long as there are cigars."""
    return m.ROLL_CIGARS[: min(player.goods["tobacco"], state.stock["cigar"])]


def black_market_uses(state: State, player: Player) -> Sequence[Move]:
    """One regular good for one of another kind (D-9)."""
    in_stock = [good for good in REGULAR if state.stock[good]]
    return [
        m.SWAP[give][take]
        for give in REGULAR
        if player.goods[give]
        for take in in_stock
        if take != give
    ]


def sawmill_uses(state: State, player: Player) -> Sequence[Move]:
    """One wood."""
    return (m.COLLECT_SAWMILL,) if player.goods["wood"] else ()


def cafe_uses(state: State, player: Player) -> Sequence[Move]:
    """A cigar, a rum or one of each."""
    if player.goods["cigar"]:
        if player.goods["rum"]:
            return (m.TREAT_BOTH, m.TREAT_CIGAR, m.TREAT_RUM)
        return (m.TREAT_CIGAR,)
    return (m.TREAT_RUM,) if player.goods["rum"] else ()


def customs_uses(state: State, player: Player) -> Sequence[Move]:
    """Any die on the ship that is not at 0 yet."""
    return [m.CLEAR[good] for good in REGULAR if state.demand.get(good)]


def casino_uses(state: State, player: Player) -> Sequence[Move]:
    """Pesos into points or points into pesos, as often as one can."""
    return m.purchases(player.pesos // CASINO_PESOS) + m.sales(player.points)


def harbour_office_uses(state: State, player: Player) -> Sequence[Move]:
    """Up always, down if the marker is not at its lowest."""
    if state.value > LOWEST_VALUE:
        return (m.RAISE_VALUE, m.LOWER_VALUE)
    return (m.RAISE_VALUE,)


def trading_office_uses(state: State, player: Player) -> Sequence[Move]:
    """One regular good that the ship wants."""
    return [m.SELL[good] for good in REGULAR if state.demand.get(good) and player.goods[good]]


def newspaper_uses(state: State, player: Player) -> Sequence[Move]:
    """A peso; besides, if one likes, a face-up Cuban is turned down (O-13)."""
    silences = [
        m.silence_move(stop, station)
        for station, stop in enumerate(state.road)
        if stop != "harbour" and stop not in state.face_down
    ]
    return [m.COLLECT_NEWSPAPER, *silences]


USES: Final[Mapping[Building, Callable[[State, Player], Sequence[Move]]]] = {
    "bank": bank_uses,
    "church": church_uses,
    "distillery": distillery_uses,
    "cigar_factory": cigar_factory_uses,
    "black_market": black_market_uses,
    "sawmill": sawmill_uses,
    "cafe": cafe_uses,
    "customs": customs_uses,
    "casino": casino_uses,
    "harbour_office": harbour_office_uses,
    "trading_office": trading_office_uses,
    "newspaper": newspaper_uses,
}


def uses(state: State, seat: Seat, building: Building) -> Sequence[Move]:
    """3.6: every way in which the seat could use the building now."""
    return USES[building](state, state.players[seat])


def worth_asking(state: State, building: Building) -> bool:
    """Whether a player whose holdings are hidden might be able to use the building now (4.3)."""
    match building:
        case "distillery":
            return state.stock["rum"] > 0
        case "cigar_factory":
            return state.stock["cigar"] > 0
        case "customs" | "trading_office":
            return any(state.demand.values())
        case _:
            return True


ARGS: Final = {building: {"building": building} for building in BUILDINGS}


def ask_use(state: State) -> list[Decision]:
    """3.6: how to use the building under the pawn, or not to.

    With screens, a player who cannot use it is asked all the same where skipping automatically
    would show the others what that player lacks.
    """
    seat = state.active
    building = pawns_building(state)
    moves = [*uses(state, seat, building), m.SKIP]
    auto = state.options.passes_for_me or not worth_asking(state, building)
    return [Decision(seat, "use", moves, ARGS[building], auto)]


def pawns_building(state: State) -> Building:
    """The building under the active seat's pawn, in phases in which there is one."""
    building = state.players[state.active].pawn
    assert building is not None
    return building


def skip(state: State, seat: Seat, move: m.Skip, fx: Effects) -> None:
    """3.6: using a building is voluntary. With screens the reason for skipping is secret (4.3)."""
    building = pawns_building(state)
    reason = "unwilling" if uses(state, seat, building) else "cannot"
    if state.options.screens:
        fx.emit(
            "building_skipped",
            private={seat: {"reason": reason}},
            seat=seat,
            building=building,
        )
    else:
        fx.emit("building_skipped", seat=seat, building=building, reason=reason)
    end_turn(state, fx)


# What using it does (1.4) ------------------------------------------------------------------------


def collect(state: State, seat: Seat, move: m.Collect, fx: Effects) -> None:
    """Bank, church, sawmill, and the newspaper when nobody is turned face down."""
    player = state.players[seat]
    match move.building:
        case "bank":
            player.pesos += BANK_PESOS
            report(state, seat, "bank", fx, pesos=BANK_PESOS)
        case "church":
            player.score("buildings", CHURCH_POINTS)
            report(state, seat, "church", fx, points=CHURCH_POINTS)
        case "sawmill":
            player.goods["wood"] -= 1
            state.stock["wood"] += 1
            player.score("buildings", SAWMILL_POINTS)
            player.pesos += SAWMILL_PESOS
            report(state, seat, "sawmill", fx, points=SAWMILL_POINTS, pesos=SAWMILL_PESOS)
        case "newspaper":
            player.pesos += NEWSPAPER_PESOS
            report(state, seat, "newspaper", fx, pesos=NEWSPAPER_PESOS, deactivated=None)


def process(state: State, seat: Seat, move: m.Process, fx: Effects) -> None:
    """Distillery and cigar factory: the same amount of one good for another."""
    goods, stock, amount = state.players[seat].goods, state.stock, move.amount
    if move.building == "distillery":
        goods["sugar"] -= amount
        stock["sugar"] += amount
        goods["rum"] += amount
        stock["rum"] -= amount
    else:
        goods["tobacco"] -= amount
        stock["tobacco"] += amount
        goods["cigar"] += amount
        stock["cigar"] -= amount
    report(state, seat, move.building, fx, amount=amount)


def swap(state: State, seat: Seat, move: m.Swap, fx: Effects) -> None:
    """Black market."""
    goods, stock = state.players[seat].goods, state.stock
    goods[move.give] -= 1
    stock[move.give] += 1
    goods[move.take] += 1
    stock[move.take] -= 1
    report(state, seat, "black_market", fx, give=move.give, take=move.take)


def treat(state: State, seat: Seat, move: m.Treat, fx: Effects) -> None:
    """Café: two points for a cigar and two for a rum."""
    player = state.players[seat]
    served = {"cigar": int(move.cigar), "rum": int(move.rum)}
    player.goods["cigar"] -= served["cigar"]
    state.stock["cigar"] += served["cigar"]
    player.goods["rum"] -= served["rum"]
    state.stock["rum"] += served["rum"]
    points = CAFE_POINTS * sum(served.values())
    player.score("buildings", points)
    report(state, seat, "cafe", fx, served=served, points=points)


def clear(state: State, seat: Seat, move: m.Clear, fx: Effects) -> None:
    """Customs: a die goes to 0, and if it was the last demand the ship leaves."""
    was = state.demand[move.good]
    state.demand[move.good] = 0
    report(state, seat, "customs", fx, die=move.good, was=was)
    depart_if_satisfied(state, "customs", fx)


def buy_points(state: State, seat: Seat, move: m.BuyPoints, fx: Effects) -> None:
    """Casino: three pesos for each point."""
    player = state.players[seat]
    player.pesos -= CASINO_PESOS * move.count
    player.score("casino", move.count)
    report_casino(state, seat, "pesos_to_points", move.count, fx)


def sell_points(state: State, seat: Seat, move: m.SellPoints, fx: Effects) -> None:
    """Casino: three pesos for each point, the other way round."""
    player = state.players[seat]
    player.score("casino", -move.count)
    player.pesos += CASINO_PESOS * move.count
    report_casino(state, seat, "points_to_pesos", move.count, fx)


def shift_value(state: State, seat: Seat, move: m.ShiftValue, fx: Effects) -> None:
    """Harbour office: the value marker goes one flag right or left."""
    report(state, seat, "harbour_office", fx, direction=move.direction)
    if move.direction == "up":
        raise_value(state, "harbour_office", fx)
    else:
        lower_value(state, fx)


def sell(state: State, seat: Seat, move: m.Sell, fx: Effects) -> None:
    """Trading office: one good for two points; if it was the last demand the ship leaves."""
    player = state.players[seat]
    player.goods[move.good] -= 1
    state.stock[move.good] += 1
    player.score("buildings", TRADING_OFFICE_POINTS)
    state.demand[move.good] -= 1
    report(state, seat, "trading_office", fx, good=move.good, points=TRADING_OFFICE_POINTS)
    depart_if_satisfied(state, "trading_office", fx)


def silence(state: State, seat: Seat, move: m.Silence, fx: Effects) -> None:
    """Newspaper: a peso, and a Cuban is turned face down."""
    state.players[seat].pesos += NEWSPAPER_PESOS
    state.face_down.append(move.cuban)
    report(state, seat, "newspaper", fx, pesos=NEWSPAPER_PESOS, deactivated=move.cuban)


def report(state: State, seat: Seat, building: Building, fx: Effects, **details: Any) -> None:
    """Log the use of a building."""
    name = f"building_used.{building}"
    if details.get("deactivated"):
        name += ".deactivated"
    fx.emit(name, seat=seat, building=building, via=state.via, **details)


def report_casino(state: State, seat: Seat, direction: str, count: int, fx: Effects) -> None:
    """Log the casino: with screens only its user may read which way and how often (4.3)."""
    details = {"direction": direction, "count": count}
    if state.options.hides_transactions:
        fx.emit(
            "building_used.casino",
            private={seat: details},
            seat=seat,
            building="casino",
            via=state.via,
        )
    else:
        report(state, seat, "casino", fx, **details)


EFFECTS: Final[Mapping[type[Move], Callable[[State, Seat, Any, Effects], None]]] = {
    m.Collect: collect,
    m.Process: process,
    m.Swap: swap,
    m.Treat: treat,
    m.Clear: clear,
    m.BuyPoints: buy_points,
    m.SellPoints: sell_points,
    m.ShiftValue: shift_value,
    m.Sell: sell,
    m.Silence: silence,
}


def use(state: State, seat: Seat, move: Move, fx: Effects) -> None:
    """3.6: use a building, then end the turn; at Alonso's (3.4) the pawn is still to move."""
    at_alonso = state.phase == "alonso"
    EFFECTS[type(move)](state, seat, move, fx)
    if state.ending is not None:
        return
    if at_alonso:
        go_to_pawn(state, fx)
    else:
        end_turn(state, fx)
