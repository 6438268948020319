"""What is answered to a request or a move that changed nothing, over HTTP and over sockets."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _noop

from games import errors
from games.models import Table

PROBLEMS: list[tuple[type[Exception], int, str, str]] = [
    (Table.DoesNotExist, 404, "not_found", _noop("There is no such table.")),
    (errors.NotYourSeat, 403, "not_your_seat", _noop("You do not play at this table.")),
    (errors.TableFrozen, 423, "frozen", _noop("This table waits for a moderator.")),
    (errors.NotInPlay, 409, "not_in_play", _noop("This table is not in play.")),
    (errors.CannotUndo, 409, "cannot_undo", _noop("There is nothing you can take back.")),
    (errors.OutdatedMove, 409, "outdated", _noop("The table has moved on meanwhile.")),
    (errors.TableBusy, 503, "busy", _noop("Too much at once. Please try again.")),
    (ValueError, 422, "not_possible", _noop("That is not possible now.")),
]
"""Exception, HTTP status, code and words. The words never say what hidden thing is in the way."""


def status_of(error: Exception) -> int:
    """The HTTP status of an error; 500 for one that nobody expects."""
    return next((status for kind, status, *_ in PROBLEMS if isinstance(error, kind)), 500)
