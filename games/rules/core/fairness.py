"""Seeds that nobody could choose: what a server binds itself to, and what is made of all shares.

The protocol, and what is told to whom: docs/topics/fairness.md.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from games.rules.core.effects import Effects, Rng, T

LONGEST_SHARE = 64  # characters
SHARE = rf"^[0-9A-Za-z_-]{{0,{LONGEST_SHARE}}}$"
"""A share; the empty one is that of whoever sends none, and of bots."""
LOT = "lot"
"""The purpose of the chance by which places are drawn; that of a seed is its number, from 0."""


class Sealed(msgspec.Struct, frozen=True):
    """The commitment to the seed with which a game goes on from an entry of its log."""

    commitment: str = ""  # to the seed; empty at a table that is bound to nothing
    back_to: int | None = None  # the entry after which the game stood before
    lot: bool = False  # the places were drawn


def commitment_to(secret: str) -> str:
    """Return the SHA-256 that binds to a secret or a seed without telling it."""
    return sha256(secret.encode()).hexdigest()


def chance_of(secret: str, shares: Sequence[str], purpose: str | int) -> str:
    """Make the chance for a purpose from the server's secret and all shares, in any order."""
    message = "\n".join([str(purpose), *sorted(shares)])
    return hmac.new(secret.encode(), message.encode(), sha256).hexdigest()


def drawn(secret: str, shares: Sequence[str], seated: Sequence[T]) -> list[T]:
    """Draw lots for the places; people are `seated` in the order of their `shares`."""
    places = list(seated)
    Effects(Rng(chance_of(secret, shares, LOT))).shuffle(places)
    return places
