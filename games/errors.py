"""The refusals of requests about tables.

Their texts never reveal hidden information: reasons come from `Rules.unavailable`.
"""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from config.web.refusal import Refused
from games.rules.core import interface

LONGEST_DETAIL = 200  # characters; it may quote the request


class RulesFailed(Exception):
    """The rules raised what they may not, or cannot read the position: the table is frozen."""


class NoSuchTable(Refused, Http404):
    """It does not exist, or this user may not know of it."""

    code, status, text = "not_found", 404, _("There is no such table.")


class NotYourSeat(Refused):
    """Only the user of the seat may do this."""

    code, status, text = "not_your_seat", 403, _("You do not play at this table.")


class NotInPlay(Refused):
    """The table has not begun, or is over."""

    code, status, text = "not_in_play", 409, _("This table is not in play.")


class TableFrozen(Refused):
    """The table waits for a moderator; nothing moves until then."""

    code, status, text = "frozen", 423, _("This table waits until a moderator has looked.")


class CannotUndo(Refused):
    """There is nothing to take back, or somebody has seen it already."""

    code, status = "cannot_undo", 409
    text = _("There is nothing to take back, or it has been seen already.")


class OutdatedMove(Refused):
    """The question has been answered or has changed in the meantime: look again."""

    code, status, text = "outdated", 409, _("The question has changed. Please look again.")


class NotYourTurn(OutdatedMove):
    """The seat has nothing to decide now."""

    code, text = "not_your_turn", _("You are not asked anything now.")


class TableBusy(Refused):
    """Too many changes at once: nothing was stored, try again."""

    code, status, retry_after = "busy", 503, 1
    text = _("Much is going on here just now. Please try again.")


class NotPossible(Refused, ValueError):
    """What was asked for makes no sense here."""

    code, status, text = "not_possible", 422, _("That is not possible now.")


class NotOffered(NotPossible):
    """A move of this game, but not among the legal answers."""

    code, text = "not_offered", _("That is not among the answers to this question.")


class MalformedMove(NotPossible):
    """Not a move of this game."""

    code, text = "malformed_move", _("Something is missing in the move, or wrong.")


class UnknownKind(MalformedMove):
    """The game has no such kind of move."""

    code, text = "unknown_kind", _("This game has no such kind of move.")


def refused_by_rules(error: Exception) -> NotPossible:
    """The refusal of a move that the rules did not accept."""
    if isinstance(error, interface.MalformedMove):
        kind = UnknownKind if isinstance(error, interface.UnknownKind) else MalformedMove
        detail = str(error)[:LONGEST_DETAIL]
        return kind(f"{kind.text!s} ({detail})", f"move.{error.field}".rstrip("."))
    return NotOffered() if isinstance(error, interface.NotOffered) else NotPossible()
