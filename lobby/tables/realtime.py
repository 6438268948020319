"""Notifying browsers that the list of open tables has changed."""

from __future__ import annotations

from config.push.telling import tell_after_commit
from games.storing.changes import LISTS, listed


def tell_lobby(table_id: int) -> None:
    """Notify the lobby that an open table is new, has changed, has begun or is gone."""
    tell_after_commit(LISTS, listed(table_id))
