"""Why the tradeswoman does not offer a move (TR-1 to TR-6)."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.core.interface import Seat, Unavailable
from games.rules.cuba.components import MATERIALS, MERCHANDISE, PRODUCTS
from games.rules.cuba.state import Player, State, Trading
from games.rules.cuba.tradeswoman import (
    MOST_TRADES,
    TAKE_CHEAPEST,
    TAKE_MATERIAL,
    purchase,
    sale,
)


def of_trading(state: State, seat: Seat) -> Iterator[Unavailable]:
    """Purchases, sales and free gains that are not possible, each with the reason."""
    player, task = state.players[seat], state.agenda[-1]
    assert isinstance(task, Trading)
    for good in MERCHANDISE:
        yield from of_kind(state, player, task, good)
    yield from of_free_materials(state, task)
    yield from of_free_products(state, task)


def of_kind(state: State, player: Player, task: Trading, good: str) -> Iterator[Unavailable]:
    """TR-1, TR-2: a kind that is sold out or not owned, or that player or bank cannot pay for."""
    buying, selling = purchase(state, good), sale(state, good)
    if task.trades == MOST_TRADES:
        yield Unavailable(buying, "most_trades", {"count": MOST_TRADES})
        yield Unavailable(selling, "most_trades", {"count": MOST_TRADES})
        return
    if not state.market[good] and not state.supply[good]:
        yield Unavailable(buying, "sold_out", {"good": good})
    elif player.pesos < buying.price:
        yield Unavailable(buying, "pesos", {"need": buying.price, "have": player.pesos})
    if not player.owned(good):
        yield Unavailable(selling, "none_owned", {"good": good})
    elif state.bank < selling.price:
        yield Unavailable(selling, "bank", {"need": selling.price})


def of_free_materials(state: State, task: Trading) -> Iterator[Unavailable]:
    """TR-3, TR-6: once a round, and of what the supply has."""
    for kind in MATERIALS:
        if task.trades:
            yield Unavailable(TAKE_MATERIAL[kind], "trading")
        elif state.markers["material"]:
            yield Unavailable(TAKE_MATERIAL[kind], "material_taken")
        elif not state.supply[kind]:
            yield Unavailable(TAKE_MATERIAL[kind], "supply_empty", {"good": kind})


def of_free_products(state: State, task: Trading) -> Iterator[Unavailable]:
    """TR-4, TR-6: once a round, and the cheapest only."""
    most = max(state.market[kind] for kind in PRODUCTS)
    for kind in PRODUCTS:
        if task.trades:
            yield Unavailable(TAKE_CHEAPEST[kind], "trading")
        elif state.markers["cheapest"]:
            yield Unavailable(TAKE_CHEAPEST[kind], "cheapest_taken")
        elif not most:
            yield Unavailable(TAKE_CHEAPEST[kind], "market_empty")
        elif state.market[kind] < most:
            yield Unavailable(TAKE_CHEAPEST[kind], "not_cheapest")
