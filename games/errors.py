"""Why a request about a table is refused.

No text reveals anything hidden: why a move is not offered is said only where the game's
`Rules.unavailable` gives a reason, which `games.changing.services.move_answer` puts in.
"""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from config.web.refusal import Refused
from games.rules.core import interface

LONGEST_DETAIL = 200  # characters of the rules' own message, which may quote the request


class RulesFailed(Exception):
    """The rules raised an error, took too long or cannot read the position: the table is frozen."""


class NoSuchTable(Refused, Http404):
    """There is no such table, or none that this user may know of."""

    code, status, text = "not_found", 404, _("There is no such table.")


class NotYourSeat(Refused):
    """Only a player at the table may do this."""

    code, status, text = "not_your_seat", 403, _("You do not play at this table.")


class NotInPlay(Refused):
    """The table has not begun, or is over."""

    code, status, text = "not_in_play", 409, _("This table is not in play.")


class NotOpened(Refused):
    """The game is not over, or its log is not open to everybody; so its seed is not, either."""

    code, status = "not_opened", 409
    text = _("It is told only once the game is over and its log is open.")


class TableFrozen(Refused):
    """The table waits for a moderator; nothing moves until then."""

    code, status = "frozen", 423
    text = _("This table is stopped until a moderator has looked at it.")


class CannotUndo(Refused):
    """There is nothing to undo, or it has revealed something, or its time is over."""

    code, status = "cannot_undo", 409
    text = _("There is nothing to take back, or somebody has already seen it.")


class OutdatedMove(Refused):
    """The question has been answered or has changed meanwhile."""

    code, status, text = "outdated", 409, _("The question has changed. Please look again.")


class NotYourTurn(OutdatedMove):
    """The user's seat is not asked anything now."""

    code, text = "not_your_turn", _("You are not being asked anything now.")


class TableBusy(Refused):
    """Too many changes at once: try again."""

    code, status, retry_after = "busy", 503, 1
    text = _("A lot is going on here just now. Please try again.")


class Halted(Refused):
    """The site is stopped: nothing is changed now."""

    code, status, retry_after = "halted", 503, 60
    text = _("The site is stopped for a while: nothing can be changed, and no clock runs.")


class NotPossible(Refused, ValueError):
    """What was asked for is not possible at this table."""

    code, status, text = "not_possible", 422, _("That is not possible now.")


class CannotGoOn(NotPossible):
    """The rules cannot read the position of a table, which stays frozen."""

    text = _("The rules cannot read its position. Take it back to an earlier entry, or close it.")


class SeatGone(NotPossible):
    """The seat is not offered any more, or not to this user."""

    code, status = "seat_gone", 409
    text = _("This seat is not free any more, or not for you.")


class NotOffered(NotPossible):
    """A move of this game, but not one of the answers to the question."""

    code, text = "not_offered", _("That is not among the answers to this question.")


class MalformedMove(NotPossible):
    """Not a move of this game: a field is missing, unknown or of the wrong type."""

    code, text = "malformed_move", _("Something in the move is missing or wrong.")


class UnknownKind(MalformedMove):
    """The `kind` is not one of this game's moves."""

    code, text = "unknown_kind", _("This game has no such kind of move.")


def refused_by_rules(error: Exception) -> NotPossible:
    """The refusal for a move that the rules do not accept, without its reason."""
    if isinstance(error, interface.MalformedMove):
        kind = UnknownKind if isinstance(error, interface.UnknownKind) else MalformedMove
        detail = str(error) if kind is UnknownKind else str(error)[:LONGEST_DETAIL]
        return kind(f"{kind.text!s} ({detail})", f"move.{error.field}".rstrip("."))
    return NotOffered() if isinstance(error, interface.NotOffered) else NotPossible()
