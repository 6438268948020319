"""When a seat is offered to others: its user has vanished, and the table agreed to that."""

from __future__ import annotations

from games.storing.rows import SeatRow, TableRow


def is_offered(row: TableRow, seat: SeatRow) -> bool:
    """Whether somebody else may take over a seat."""
    if row.at_timeout != "offer" or row.status != "playing" or row.frozen:
        return False
    return seat.absent and bool(seat.bot) and seat.user_id is not None
