"""What lies on a table of Pier."""

from __future__ import annotations

import msgspec

from games.rules.core.interface import Seat
from games.rules.pier.components import COINS


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table chooses."""

    public_scores: bool = False


class Player(msgspec.Struct):
    """What one seat owns."""

    coins: int = COINS
    crates: list[int] = []
    bid: int | None = None  # sealed until everyone has bid

    @property
    def score(self) -> int:
        """Crates and coins added up."""
        return sum(self.crates) + self.coins


class State(msgspec.Struct):
    """The whole table, hidden things included."""

    options: Options
    players: list[Player]
    deck: list[int]  # hidden; the last crate is the next one drawn
    row: list[int]
    taker: Seat | None = None  # None while bidding
    taken: bool = False
