"""Every answer a player of Pier can give."""

from __future__ import annotations

from games.rules.core.interface import Move


class Bid(Move, frozen=True):
    """Offer this many coins, in secret."""

    number_field = "coins"

    coins: int


class Take(Move, frozen=True):
    """Take a crate from the row."""

    points_at = "crate:{move.crate}"

    crate: int


class EndTurn(Move, frozen=True):
    """Confirm what was taken; the row is refilled."""
