"""What is answered to a request or a move that changed nothing: over HTTP, sockets and on pages."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import errors
from games.models import Table
from games.rules.core.interface import MalformedMove, NotOffered, UnknownKind

LONGEST_DETAIL = 200  # characters; a request may echo much

PROBLEMS: list[tuple[type[Exception], int, str, str]] = [
    (Table.DoesNotExist, 404, "not_found", gettext_noop("There is no such table.")),
    (errors.NotYourSeat, 403, "not_your_seat", gettext_noop("You do not play at this table.")),
    (
        errors.TableFrozen,
        423,
        "frozen",
        gettext_noop("This table waits until a moderator has looked."),
    ),
    (errors.NotInPlay, 409, "not_in_play", gettext_noop("This table is not in play.")),
    (
        errors.CannotUndo,
        409,
        "cannot_undo",
        gettext_noop("There is nothing to take back, or it has been seen already."),
    ),
    (errors.NotYourTurn, 409, "not_your_turn", gettext_noop("You are not asked anything now.")),
    (
        errors.OutdatedMove,
        409,
        "outdated",
        gettext_noop("The question has changed. Please look again."),
    ),
    (
        errors.TableBusy,
        503,
        "busy",
        gettext_noop("Much is going on here just now. Please try again."),
    ),
    (UnknownKind, 422, "unknown_kind", gettext_noop("This game has no such kind of move.")),
    (
        MalformedMove,
        422,
        "malformed_move",
        gettext_noop("Something is missing in the move, or wrong."),
    ),
    (
        NotOffered,
        422,
        "not_offered",
        gettext_noop("That is not among the answers to this question."),
    ),
    (ValueError, 422, "not_possible", gettext_noop("That is not possible now.")),
]
"""Exception, HTTP status, code and words, the first that fits.

The words never say what hidden thing is in the way: reasons come from `Rules.unavailable`.
"""


class Refusal(NamedTuple):
    """Why nothing was changed."""

    status: int  # as in HTTP
    code: str  # for programs
    message: str  # for people, in the active language
    field: str = ""  # where in the move, if it is in one place


def refusal_of(error: Exception) -> Refusal | None:
    """What is answered to an error; None to one that nobody expects."""
    for kind, status, code, words in PROBLEMS:
        if isinstance(error, kind):
            field = f"move.{error.field}".rstrip(".") if isinstance(error, MalformedMove) else ""
            return Refusal(status, code, message_of(error, words), field)
    return None


def message_of(error: Exception, words: str) -> str:
    """The words for people: with the rules' own reason, or what is malformed, if that is known."""
    if isinstance(error, NotOffered) and error.reason:
        return error.reason
    if isinstance(error, MalformedMove):
        return f"{_(words)} ({str(error)[:LONGEST_DETAIL]})"
    return _(words)
