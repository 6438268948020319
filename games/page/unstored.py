"""Draw a table of which nothing is stored: a lesson, or a trial."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from games.page.boards import board_of
from games.page.panel import Panel
from games.page.parts import Part, Pen
from games.page.rendering import Scene
from games.storing.rows import TableRow
from games.telling.documents import Update
from games.telling.selectors import User

P = TypeVar("P", bound=Panel)


class UnstoredScene(Scene):
    """Like any other, but nobody there has a profile, and no step of it can be looked at."""

    def __init__(self, row: TableRow, viewer: User, update: Update) -> None:
        super().__init__(row, viewer, update)
        self.seats = [msgspec.structs.replace(seat, user=None) for seat in self.seats]

    def _steps(self, pen: Pen) -> Part:
        return pen.draw("no_steps", "", {}, name="steps")

    def around(self, panel: P) -> P:
        """Return the panel at this table. Its question is not stored, has no clock and no undo."""
        key = self.update.question.key if self.update.question else ""
        region = board_of(self.row.game).regions.get(key, "")
        return msgspec.structs.replace(panel, table=self.row.id, key=key, region=region)
