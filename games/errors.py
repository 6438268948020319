"""What can be wrong with a request about a table, each with its HTTP status in `games.api`."""

from __future__ import annotations

from games.rules.core.interface import IllegalMove

__all__ = [
    "CannotUndo",
    "IllegalMove",
    "NotInPlay",
    "NotYourSeat",
    "NotYourTurn",
    "OutdatedMove",
    "RulesFailed",
    "TableBusy",
    "TableFrozen",
]


class OutdatedMove(Exception):
    """The question has been answered or has changed meanwhile: look again."""


class NotYourTurn(OutdatedMove):
    """The seat is not asked anything now."""


class NotYourSeat(Exception):
    """Only who sits there may do this."""


class NotInPlay(Exception):
    """The table has not begun, or is over."""


class TableFrozen(Exception):
    """The table waits for a moderator; nothing moves until then."""


class CannotUndo(Exception):
    """There is nothing to take back, or somebody has seen it already."""


class TableBusy(Exception):
    """Too many changes at once; nothing was stored, try again."""


class RulesFailed(Exception):
    """The rules raised what they must not, or cannot read the position: the table is frozen."""
