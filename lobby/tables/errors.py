"""Why a request in the lobby is refused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from config.web.refusal import Refused


class NotNow(Refused):
    """Not possible at this table, or no longer."""

    code, status, text = "not_now", 409, _("That is not possible now.")


class TableNotOpen(NotNow):
    """The table has begun or was cleared."""

    text = _("This table is not open any more.")


class TableFull(NotNow):
    """All seats are taken."""

    text = _("The last seat has just been taken.")


class AlreadySeated(NotNow):
    """One seat per user and table."""

    text = _("You are already at this table.")


class Apart(NotNow):
    """One of the two has blocked the other; which one is not told."""

    text = _("You cannot sit down at this table.")


class ColourTaken(NotNow):
    """One seat per colour and table."""

    text = _("Somebody else has this colour: choose another one.")


class TooFew(NotNow):
    """The game needs more players."""

    text = _("There are not enough players yet.")


class Disputed(NotNow):
    """The terms have been changed, and somebody has not agreed yet."""

    text = _("Not everybody has agreed to the change yet.")


class TermsChanged(NotNow):
    """The terms are not those that were on the page."""

    text = _("The host has just changed the table: look again before you agree.")


class NotSeated(Refused):
    """Only those who have a seat can leave."""

    code, status, text = "not_your_seat", 403, _("You are not at this table.")


class NotHost(Refused):
    """Only the host may do this."""

    code, status, text = "not_host", 403, _("Only the host of the table can do this.")


class Unwanted(Refused):
    """The host has asked for others; the text says for whom."""

    code, status, text = "unwanted", 403, _("This table is for others.")


class ForPeople(Refused):
    """A program has not been invited: nobody meets one who has not asked for it."""

    code, status = "not_invited", 403
    text = _("A program sits down where it is invited by its name.")


class NotInvited(Refused):
    """The table is private, or there is no such invitation."""

    code, status, text = "not_invited", 403, _("You need an invitation for this table.")
