"""Why a move that a player might look for is not offered, question by question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from games.rules.core.interface import Decision, Seat, Unavailable
from games.rules.cuba.characters import PLAY_CARD
from games.rules.cuba.components import (
    BUILDING_ACT_PESOS,
    BUILDING_SITES,
    DROUGHT_HARVESTS,
    FIELDS,
    FREE_HARVESTS,
    PRODUCTS,
    WAREHOUSE_FIELD,
)
from games.rules.cuba.law_cards import BUILDING_ACT, DROUGHT, GROUPS
from games.rules.cuba.laws import PAY, dues_in_force
from games.rules.cuba.moves import Bid
from games.rules.cuba.opening import NAME_COLOUR
from games.rules.cuba.parliament import PASS_LAW
from games.rules.cuba.plantation import BUILD, HARVEST, IRRIGATE, PLACE_BUILDING, ripe_fields
from games.rules.cuba.reasons_at_work import (
    of_exporting,
    of_handing_in,
    of_loading,
    of_selling,
    of_spaces,
    of_using,
)
from games.rules.cuba.reasons_of_trade import of_trading
from games.rules.cuba.state import Harvesting, Player, State, Stock, cross
from games.rules.cuba.tiles import BUILDINGS

Reasons: TypeAlias = Iterator[Unavailable]


def unavailable(state: State, decision: Decision) -> list[Unavailable]:
    """The moves that the seat might look for, each with why it is not among the answers."""
    reasons = REASONS.get(decision.key)
    if reasons is None:
        return []
    found = {reason.move: reason for reason in reasons(state, decision.seat)}
    return [reason for move, reason in found.items() if move not in decision.moves]


def lacking(player: Player, kinds: Stock) -> Stock:
    """What the player lacks of these."""
    missing = {kind: count - player.owned(kind) for kind, count in kinds.items()}
    return {kind: count for kind, count in missing.items() if count > 0}


def of_colours(state: State, seat: Seat) -> Reasons:
    """SU-3: colours that others have been given."""
    for other, player in enumerate(state.players):
        if player.colour:
            yield Unavailable(NAME_COLOUR[player.colour], "colour_taken", {"seat": other})


def of_cards(state: State, seat: Seat) -> Reasons:
    """A-1, P1-3: characters that were played, and the one set aside."""
    player = state.players[seat]
    for character in player.played:
        yield Unavailable(PLAY_CARD[character], "played")
    if player.fifth:
        yield Unavailable(PLAY_CARD[player.fifth], "set_aside")


def of_harvests(state: State, seat: Seat) -> Reasons:
    """W-2, W-5, W-6: product fields that yield nothing now."""
    return barren_fields(state, seat, irrigated=False)


def of_irrigation(state: State, seat: Seat) -> Reasons:
    """W-4, W-5: fields that yield nothing for water either; free harvests, which are used up."""
    yield from barren_fields(state, seat, irrigated=True)
    task = state.agenda[-1]
    free = DROUGHT_HARVESTS if state.in_force(DROUGHT) else FREE_HARVESTS
    assert isinstance(task, Harvesting)
    for field in ripe_fields(state, state.players[seat], task):
        yield Unavailable(HARVEST[field], "harvested", {"count": free})


def barren_fields(state: State, seat: Seat, *, irrigated: bool) -> Reasons:
    """The product fields of the plantation, each with what stands in its way, if anything does."""
    player, task = state.players[seat], state.agenda[-1]
    assert isinstance(task, Harvesting)
    for field, kind in state.layout(player).items():
        if kind not in PRODUCTS:
            continue
        move = IRRIGATE[field] if irrigated else HARVEST[field]
        if field in player.buildings:
            yield Unavailable(move, "field_built", {"building": player.buildings[field]})
        elif field not in cross(player):
            yield Unavailable(move, "field_inactive")
        elif field in task.used:
            yield Unavailable(move, "field_used")
        elif not state.supply[kind]:
            yield Unavailable(move, "supply_empty", {"good": kind})


def of_plans(state: State, seat: Seat) -> Reasons:
    """AR-1, AR-2: buildings that cannot be paid, then those that are gone."""
    player = state.players[seat]
    owners = {b: s for s, other in enumerate(state.players) for b in other.buildings.values()}
    full = len(player.buildings) == len(BUILDING_SITES)
    poor = state.in_force(BUILDING_ACT) and player.pesos < BUILDING_ACT_PESOS
    for building, tile in BUILDINGS.items():
        cost = dict(tile.cost)
        missing = lacking(player, cost)
        if building in owners:
            continue
        if full:
            yield Unavailable(BUILD[building], "no_field")
        elif missing:
            yield Unavailable(BUILD[building], "materials", {"cost": cost, "missing": missing})
        elif poor:
            price = {"need": BUILDING_ACT_PESOS, "have": player.pesos}
            yield Unavailable(BUILD[building], "pesos", price)
    for building in BUILDINGS:
        if building in owners:
            yield Unavailable(BUILD[building], "built_by", {"seat": owners[building]})


def of_sites(state: State, seat: Seat) -> Reasons:
    """AR-1: fields that are built on, and the warehouse."""
    built = state.players[seat].buildings
    yield Unavailable(PLACE_BUILDING[WAREHOUSE_FIELD], "field_warehouse")
    for field in FIELDS:
        if field in built:
            yield Unavailable(PLACE_BUILDING[field], "field_built", {"building": built[field]})


def of_bids(state: State, seat: Seat) -> Reasons:
    """PA-2: one vote more than the seat has pesos."""
    have = state.players[seat].pesos
    yield Unavailable(Bid(have + 1), "pesos", {"need": have + 1, "have": have})


def of_bills(state: State, seat: Seat) -> Reasons:
    """PA-5: the bill under the veto, and the one picked first."""
    for group in GROUPS:
        law = state.bills[group]
        if group == state.veto:
            yield Unavailable(PASS_LAW[law], "vetoed")
        elif group in state.passed:
            yield Unavailable(PASS_LAW[law], "passed")


def of_dues(state: State, seat: Seat) -> Reasons:
    """L-1: tax and duty that cannot be paid in full."""
    player, (tax, duty) = state.players[seat], dues_in_force(state)
    poor = player.pesos < tax.pesos
    price = {"need": tax.pesos, "have": player.pesos}
    missing = lacking(player, dict(duty.kinds))
    if poor:
        yield Unavailable(PAY["tax"], "pesos", price)
    if missing:
        yield Unavailable(PAY["duty"], "lacking", {"missing": missing})
        yield Unavailable(PAY["both"], "lacking", {"missing": missing})
    elif poor:
        yield Unavailable(PAY["both"], "pesos", price)


REASONS: dict[str, Callable[[State, Seat], Any]] = {
    "colour": of_colours,
    "card": of_cards,
    "harvest": of_harvests,
    "irrigate": of_irrigation,
    "trade": of_trading,
    "plan": of_plans,
    "site": of_sites,
    "use": of_using,
    "exchange": of_handing_in,
    "hand_in": of_handing_in,
    "sell_here": of_selling,
    "mayor": of_loading,
    "ship": of_loading,
    "load": of_loading,
    "export": of_exporting,
    "export_space": of_spaces,
    "bid": of_bids,
    "bid_again": of_bids,
    "pass": of_bills,
    "dues": of_dues,
}
