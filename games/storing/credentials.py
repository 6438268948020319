"""As whom a socket was opened, and whether that still holds when a move comes over it."""

from __future__ import annotations

import msgspec


class Credential(msgspec.Struct, frozen=True):
    """With what a socket was opened: a session, or a token's hash, of a user with a password."""

    user_id: int | None
    password: str
    session: str
    token: str


_conditions: list[str] = []


def hold_while(condition: str) -> None:
    """Say when credentials hold: in SQL, for a row `c` whose `credential` is one as a JSON object.

    The app that knows the users says so when it is ready.
    """
    _conditions[:] = [condition]


def still_holds() -> str:
    """The condition in SQL under which a row's credential holds."""
    (condition,) = _conditions
    return condition
