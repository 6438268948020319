"""What a socket was opened with, and whether it still holds when a move arrives."""

from __future__ import annotations

import msgspec


class Credential(msgspec.Struct, frozen=True):
    """A session or a token's hash, and the password hash of its user at that time."""

    user_id: int | None
    password: str
    session: str
    token: str


_conditions: list[str] = []


def hold_while(condition: str) -> None:
    """Set the SQL condition for `c.credential`, a credential as a JSON object, to hold.

    Called by the app that knows the users, when it is ready.
    """
    _conditions[:] = [condition]


def still_holds() -> str:
    """The SQL condition under which `c.credential` holds."""
    (condition,) = _conditions
    return condition
