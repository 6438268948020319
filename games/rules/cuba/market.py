"""The market: its tracks, their prices, and what the market acts do (C-8, L-4)."""

from __future__ import annotations

from games.rules.cuba.components import DEAREST, FULL_MARKET_PRICE, SLOTS, SUPPLY_PRICE
from games.rules.cuba.state import State

CAPACITY = {good: len(slots) for good, slots in SLOTS.items()}


def buying_price(good: str, units: int) -> int:
    """C-8: 7 - n for the unit on the cheapest occupied slot; 7 from the supply if there is none."""
    return DEAREST + 1 - units if units else SUPPLY_PRICE


def selling_price(good: str, units: int) -> int:
    """C-8: 6 - n on the dearest free slot; from the supply 1 or 3 if the track is full."""
    return DEAREST - units if units < CAPACITY[good] else FULL_MARKET_PRICE[good]


def thin_out(state: State, kind: str, count: int) -> int:
    """L-4, O1: units leave the market, the cheapest slots first."""
    count = min(count, state.market[kind])
    state.market[kind] -= count
    state.supply[kind] += count
    return count


def flood(state: State, kind: str, count: int) -> int:
    """L-4, O2: units come from the supply to the dearest free slots."""
    count = min(count, state.supply[kind], CAPACITY[kind] - state.market[kind])
    state.market[kind] += count
    state.supply[kind] -= count
    return count
