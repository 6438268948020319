"""Checking that the stored position of a table follows from its log."""

from __future__ import annotations

import msgspec

from games.judging.continuing import ContinuingVerdict
from games.models import LogEntry
from games.rules.core.codec import UnreadablePosition, decode_move, decode_position
from games.rules.core.interface import (
    AnyState,
    Position,
)
from games.rules.core.play import replay
from games.storing.changes import REWINDS
from games.storing.rows import TableRow, table_load

__all__ = ["ContinuingVerdict", "check_table"]


def check_table(table_id: int) -> tuple[ContinuingVerdict, str]:
    """Whether a running table loads, keeps its invariants and matches its log; and if not, why."""
    row = table_load(table_id)
    if row.position is None or row.version == 0:
        return ContinuingVerdict.DIFFERS, "no position, or its game is not installed"
    try:
        position, header = decode_position(row.rules, row.position)
        row.rules.check(position.state)
        row.rules.pending(position.state)
        if header.number != row.number:
            return (
                ContinuingVerdict.DIFFERS,
                f"position of entry {header.number} at entry {row.number}",
            )
        if header.version != row.version:
            return ContinuingVerdict.MIGRATED, f"from version {header.version} to {row.version}"
        return replayed(row, position)
    except UnreadablePosition as error:
        return ContinuingVerdict.DIFFERS, str(error)
    except Exception as error:
        return ContinuingVerdict.DIFFERS, f"{type(error).__name__}: {error}"


def replayed(row: TableRow, position: Position[AnyState]) -> tuple[ContinuingVerdict, str]:
    """Whether replaying from each snapshot leads exactly to the next one, and to the position."""
    log = LogEntry.objects.filter(table_id=row.id, undone=False).order_by("number")
    current: Position[AnyState] | None = None
    for entry in log.only("number", "kind", "place", "move", "snapshot"):
        if entry.kind == "move" and entry.place is not None and current is not None:
            move = decode_move(row.rules, msgspec.json.decode(entry.move))
            current = replay(row.rules, current, [(entry.place, move)])
        if entry.snapshot is None:
            continue
        snapshot, header = decode_position(row.rules, entry.snapshot)
        if header.version != row.version:
            current = None  # exact only between snapshots of the same version
            continue
        jumps = entry.kind in ("start", "migrate", *REWINDS)
        if current is not None and not jumps and current != snapshot:
            return ContinuingVerdict.DIFFERS, f"at entry {entry.number}"
        current = snapshot
    if current is not None and current != position:
        return ContinuingVerdict.DIFFERS, "at the latest entry"
    return ContinuingVerdict.SAME, ""
