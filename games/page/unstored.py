"""Show a table of which nothing is stored: a lesson, or a trial."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from config.web.documents import is_document, respond
from config.web.refusal import Refused, told
from games.page.boards import Values, board_of
from games.page.drawing import ENGINE
from games.page.panel import Answers, Asking, answers_of
from games.page.parts import Part, Pen
from games.page.rendering import Scene, Somebody
from games.rules.core.interface import Seat
from games.storing.rows import TableRow
from games.telling.unstored import UnstoredMove, updates_after

NOBODYS: Values = {
    "me": None, "earlier": 0, "trail": {}, "confirm_wish": "never", "catches_up": False,
    "orders": None, "may_order": False,
}  # fmt: skip
"""Values for `table.html` of a page that belongs to nobody's seat."""

P = TypeVar("P", bound=Asking)


class UnstoredScene(Scene):
    """Like any other, but nobody there has a profile, and no step of it can be looked at.

    The question on show is that of the seat `asked`, which need not be the viewer's own.
    """

    def __init__(
        self,
        row: TableRow,
        viewer: Somebody,
        happened: Sequence[UnstoredMove],
        asked: Seat | None,
        since: int = 0,
    ) -> None:
        updates = updates_after(row, happened)
        update, question = updates.of(viewer.pk, since), updates.question(asked)
        super().__init__(row, viewer, msgspec.structs.replace(update, question=question))
        self.seats = [msgspec.structs.replace(seat, user=None) for seat in self.seats]
        self.asked = asked if question else None

    def _steps(self, pen: Pen) -> Part:
        return pen.draw("no_steps", "", {}, name="steps")

    def answers(self, hint: str = "") -> Answers | None:
        """Return the answers to the question; None if nothing is asked."""
        question = self.update.question
        if question is None or self.asked is None:
            return None
        return answers_of(question, self.wording, self.asked, folds=True, hint=hint)

    def around(self, panel: P) -> P:
        """Return the panel at this table, with its question if it has answers.

        It has no clock, and there is nothing to undo.
        """
        asked = self.update.question if panel.answers else None
        return msgspec.structs.replace(
            panel,
            table=self.row.id,
            question=asked.id if asked else "",
            key=asked.key if asked else "",
            region=board_of(self.row.game).regions.get(asked.key, "") if asked else "",
        )


def draw(
    request: HttpRequest, scene: UnstoredScene, template: str, address: str, **values: object
) -> HttpResponse:
    """The page of such a table at an address; its template extends `unstored.html`."""
    shown = scene.page_values(described="described" in request.GET)
    values = {**shown, **NOBODYS, "address": address, **values}
    return render(request, template, values, using=ENGINE)


def changed(request: HttpRequest, address: str, change: Callable[[], int]) -> HttpResponse:
    """Change what happens there. Scripts get its number or a refusal, forms the page again."""
    document, status = is_document(request), 200
    try:
        answer: dict[str, object] = {"number": change()}
    except Refused as refused:
        answer, status = {**told(refused)}, refused.status
        if not document:
            messages.error(request, str(refused))
    return respond(answer, status) if document else redirect(address)
