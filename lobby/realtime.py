"""Notifying browsers that the list of open tables, or a user's own tables, changed."""

from __future__ import annotations

from collections.abc import Iterable

from config.push.telling import tell_after_commit
from games.storing.changes import LISTS, listed


def user_group(user_id: int) -> str:
    """The channel group of a user's browsers."""
    return f"user.{user_id}"


def tell_lobby(table_id: int) -> None:
    """Notify the lobby that an open table is new, has changed, has begun or is gone."""
    tell_after_commit(LISTS, listed(table_id))


def tell_users(user_ids: Iterable[int | None]) -> None:
    """Notify users that they have joined or left a table, or have news in their list."""
    for user_id in {known for known in user_ids if known is not None}:
        group = user_group(user_id)
        tell_after_commit(group, {"type": "tables.changed", "group": group, "user": user_id})
