"""Telling the open pages of a user that something of theirs has changed."""

from __future__ import annotations

from collections.abc import Iterable

from config.push.telling import tell_after_commit


def user_group(user_id: int) -> str:
    """Return the channel group of a user's pages."""
    return f"user.{user_id}"


def tell_users(user_ids: Iterable[int | None]) -> None:
    """Tell users that they have joined or left a table, or have news in their list."""
    for user_id in {known for known in user_ids if known is not None}:
        group = user_group(user_id)
        tell_after_commit(group, {"type": "tables.changed", "group": group, "user": user_id})
