"""Draw a table of which nothing is stored: a lesson, or a trial."""

from __future__ import annotations

import msgspec

from games.page.boards import board_of
from games.page.panel import Panel
from games.page.parts import Part, Pen
from games.page.rendering import Scene
from games.storing.rows import TableRow
from games.telling.documents import Update
from games.telling.selectors import User


class UnstoredScene(Scene):
    """Like any other, but nobody there has a profile, and no step of it can be looked at."""

    def __init__(self, row: TableRow, viewer: User, update: Update) -> None:
        super().__init__(row, viewer, update)
        self.seats = [msgspec.structs.replace(seat, user=None) for seat in self.seats]

    def _steps(self, pen: Pen) -> Part:
        return pen.draw("no_steps", "", {}, name="steps")

    def panel_of(self, kind: str, **facts: object) -> Panel:
        """Make a panel of this kind. Its question is not stored, has no clock and no undo."""
        question = self.update.question
        key = question.key if question else ""
        return {
            "kind": kind,
            "question": "",
            "key": key,
            "region": board_of(self.row.game).regions.get(key, ""),
            "table": self.row.id,
            "may_undo": False,
            "clock": None,
            "asks": question is not None,
            **facts,
        }
