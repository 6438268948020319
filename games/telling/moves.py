"""The answers that were given at a table, as they were sent, as far as a viewer may know them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

from games.rules.core.interface import Document
from games.rules.registry import GAMES
from games.storing.rows import TableRow, run
from games.telling.log import told_player
from games.telling.proofs import is_opened

AT_ONCE = 1_000
"""Moves that are told together; games have a few hundred."""

MOVES = """
    select number, place, "by", at, undone, move::text from games_logentry
    where table_id = %s and number > %s and kind = 'move' order by number limit %s
"""


class ToldMove(msgspec.Struct, frozen=True):
    """An answer that was given at a table."""

    number: Annotated[int, msgspec.Meta(description="Of its log entry.")]
    place: int
    by: Annotated[str, msgspec.Meta(description="A bot; empty for the user.")]
    at: datetime
    undone: bool
    move: Annotated[
        Document | None,
        msgspec.Meta(description="As it was sent; null if it may be a secret of another seat."),
    ]


def moves_after(row: TableRow, place: int | None, since: int) -> list[ToldMove]:
    """Return what a viewer at a place may know of the moves after an entry, the oldest first.

    All of it where the game has no secrets in its moves, or its log is open; else what the seat has
    answered itself.
    """
    rules = GAMES.get(row.game)
    knows_all = bool(rules and rules.shows_moves) or is_opened(row)
    rows: list[tuple[int, int, str, datetime, bool, str]] = run(MOVES, [row.id, since, AT_ONCE])
    return [
        ToldMove(
            number,
            seat,
            told_player(by),
            at,
            undone,
            msgspec.json.decode(move) if knows_all or seat == place else None,
        )
        for number, seat, by, at, undone, move in rows
    ]
