"""Pieces, money and points change hands: supply, bank, courtyards, warehouses (C-1, A-4)."""

from __future__ import annotations

from games.rules.core.interface import Seat
from games.rules.cuba.state import Player, State, Stock


def receive(state: State, player: Player, kind: str, count: int = 1) -> int:
    """From the supply into the courtyard, as far as it goes; returns how many came (F-4)."""
    count = min(count, state.supply[kind])
    state.supply[kind] -= count
    player.courtyard[kind] += count
    return count


def give_up(player: Player, kind: str, count: int = 1) -> None:
    """A-4: out of the player's hands, from the courtyard first, as products spoil only there."""
    outside = min(count, player.courtyard[kind])
    player.courtyard[kind] -= outside
    if count > outside:
        player.warehouse[kind] -= count - outside


def hand_in(state: State, player: Player, kind: str, count: int = 1) -> None:
    """From the player to the supply."""
    give_up(player, kind, count)
    state.supply[kind] += count


def pay(state: State, seat: Seat, pesos: int) -> None:
    """From the player to the bank."""
    state.players[seat].pesos -= pesos
    state.bank += pesos


def earn(state: State, seat: Seat, pesos: int) -> int:
    """From the bank to the player, as far as it goes; returns how many came (F-4)."""
    pesos = min(pesos, state.bank)
    state.players[seat].pesos += pesos
    state.bank -= pesos
    return pesos


def score(player: Player, source: str, points: int) -> None:
    """Points for a player, counted by where they came from."""
    if points:
        player.sources[source] = player.sources.get(source, 0) + points


def has_all(player: Player, kinds: Stock) -> bool:
    """Whether the player owns all of these."""
    return all(player.owned(kind) >= count for kind, count in kinds.items())


def filled(stock: Stock) -> Stock:
    """A stock without its zeros, for log and view."""
    return {kind: count for kind, count in stock.items() if count}
