"""Updates of tables as they are sent."""

from __future__ import annotations

import json
from typing import Any

from games.storing.rows import TableRow
from games.telling.updates import table_update


def update_sent(row: TableRow, user_id: int | None, since: int = 0) -> dict[str, Any]:
    """Return what the program of a user is sent of a table."""
    document: dict[str, Any] = json.loads(table_update(row, user_id, since).encoded())
    return document
