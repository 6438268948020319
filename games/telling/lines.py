"""Reading the lines that users keep: each only their own."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from games.models import Line


def lines_at(user_id: int | None, table_id: int) -> QuerySet[Line]:
    """The lines that a user keeps at a table, by number; none for visitors."""
    lines = Line.objects.filter(table=table_id, user=user_id)
    return lines.order_by("number") if user_id is not None else lines.none()


def all_lines_of(user_id: int) -> list[dict[str, Any]]:
    """Every line of a user, as JSON values."""
    return [
        {
            "table": line.table_id,
            "entry": line.at,
            "draw": line.seed,
            "moves": line.moves,
            "note": line.note,
            "at": line.kept_at.isoformat(),
        }
        for line in Line.objects.filter(user=user_id).order_by("pk")
    ]
