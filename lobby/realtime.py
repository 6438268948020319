"""Telling the browsers: the list of open tables changed; the tables of a user changed."""

from __future__ import annotations

from collections.abc import Iterable

from config.push.telling import tell_after_commit

LOBBY = "lobby"
"""Group of everybody who looks at the list or at an open table."""


def user_group(user_id: int) -> str:
    """The group of one user's browsers."""
    return f"user.{user_id}"


def tell_lobby(table_id: int) -> None:
    """An open table is new, has changed, has begun or is gone."""
    tell_after_commit(LOBBY, {"type": "lobby.changed", "group": LOBBY, "table": table_id})


def tell_users(user_ids: Iterable[int | None]) -> None:
    """At other tables than before there is something for these users to see."""
    for user_id in {known for known in user_ids if known is not None}:
        group = user_group(user_id)
        tell_after_commit(group, {"type": "tables.changed", "group": group, "user": user_id})
