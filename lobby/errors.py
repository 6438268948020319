"""What can be wrong with a request in the lobby, each with words for the one who asked."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class LobbyError(Exception):
    """Refused; nothing was changed. `str` of it is for the user."""

    text: str | Promise = _("That is not possible now.")

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else str(self.text)


class TableInvalid(LobbyError, ValueError):
    """No table can be opened, or begin, like this. `option` is the one that is in the way."""

    def __init__(self, text: str | Promise, option: str = "") -> None:
        super().__init__(text)
        self.option = option

    @property
    def field(self) -> str:
        """Where in the request it stands, for programs."""
        return f"options.{self.option}" if self.option else ""


class TableNotOpen(LobbyError):
    """The table has begun or was cleared."""

    text = _("This table is not open any more.")


class TableFull(LobbyError):
    """Somebody else was quicker."""

    text = _("The last seat has just been taken.")


class AlreadySeated(LobbyError):
    """One seat per user and table."""

    text = _("You sit at this table already.")


class NotSeated(LobbyError):
    """Only who sits there can leave."""

    text = _("You do not sit at this table.")


class NotHost(LobbyError):
    """Only the host may do this."""

    text = _("Only the host of the table may do this.")


class NotInvited(LobbyError):
    """The table is private, or there is no such invitation."""

    text = _("You need an invitation for this table.")


class Apart(LobbyError):
    """One of them has blocked the other; which one is nobody's business."""

    text = _("You cannot sit down at this table.")


class TooFew(LobbyError):
    """The game needs more players."""

    text = _("There are not enough players yet.")


class TooMany(LobbyError):
    """A limit that keeps the lobby usable."""

    text = _("You have too many open tables: wait until some have begun, or clear them.")
