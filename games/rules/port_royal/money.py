"""Coins, which are cards face down: given, paid, handed over (3.2)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Seat
from games.rules.port_royal.state import State


def reshuffle(state: State, fx: Effects) -> None:
    """3.2: the discard pile becomes the pile. 3.6 counts how often in a turn."""
    state.draw, state.discard = state.discard, []
    fx.shuffle(state.draw)
    state.reshuffles += 1
    state.extra_tax_used = False
    fx.emit("reshuffled", cards=len(state.draw))


def give(state: State, seat: Seat, count: int, fx: Effects) -> int:
    """3.2: cards from the pile, face down, as many as there are; returns how many they were.

    They stay face down, so this alone does not bar undo; `fx.draw` would.
    """
    coins = state.players[seat].coins
    for given in range(count):
        if not state.draw:
            if not state.discard:
                fx.emit("short", seat=seat, count=count - given)
                return given
            reshuffle(state, fx)
        coins.append(state.draw.pop())
    return count


def pay(state: State, seat: Seat, count: int, fx: Effects) -> list[int]:
    """3.2: the oldest coins go face up to the discard pile; returns which cards they are."""
    if not count:
        return []
    coins = state.players[seat].coins
    paid = coins[:count]
    del coins[:count]
    state.discard += paid
    fx.reveal()
    return paid


def hand_over(state: State, seat: Seat, receiver: Seat, fx: Effects) -> None:
    """3.2: the oldest coin changes its owner, still face down."""
    state.players[receiver].coins.append(state.players[seat].coins.pop(0))
    fx.emit("fee", seat=seat, to=receiver)
