"""Lines: moves that a user has tried at a table and keeps, with a note. Nobody else reads them."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from config.web.refusal import Refused, TooMany
from games.models import LONGEST_NOTE, MOST_LINES, Line
from games.rules.core.interface import Document, Seat
from games.telling.lines import lines_at


class TooManyLines(TooMany):
    """All places for lines at this table are taken."""

    text = _("You keep 20 lines at this table already: delete one first.")


class NoteTooLong(Refused):
    """The note has too many characters."""

    code, status, text = "note", 422, _("The note has at most 500 characters.")


class NothingToKeep(Refused):
    """No move has been tried yet."""

    code, status, text = (
        "nothing_to_keep",
        422,
        _("Try a move first: there is nothing to keep yet."),
    )


def line_keep(
    *,
    user_id: int,
    table_id: int,
    at: int,
    seed: int,
    moves: Sequence[tuple[Seat, Document]],
    note: str,
) -> Line:
    """Keep a line, under the lowest free number.

    Raises TooManyLines, NoteTooLong, NothingToKeep.
    """
    note = " ".join("".join(c if c.isprintable() else " " for c in note).split())
    if len(note) > LONGEST_NOTE:
        raise NoteTooLong(field="note")
    if not moves:
        raise NothingToKeep
    taken = set(lines_at(user_id, table_id).values_list("number", flat=True))
    free = next((n for n in range(1, MOST_LINES + 1) if n not in taken), None)
    if free is None:
        raise TooManyLines
    facts = {"at": at, "seed": seed, "moves": [list(move) for move in moves], "note": note}
    try:
        with transaction.atomic():
            return Line.objects.create(user_id=user_id, table_id=table_id, number=free, **facts)
    except IntegrityError as error:  # another page of the same user was quicker
        raise TooManyLines from error


def line_delete(*, user_id: int, table_id: int, number: int) -> bool:
    """Delete a line; whether there was one."""
    return lines_at(user_id, table_id).filter(number=number).delete()[0] > 0
