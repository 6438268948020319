"""Open tables when an account is deleted, and what the lobby stores of a user."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from accounts.people.exporting import of, rows
from accounts.people.signals import user_exports, user_leaves
from games.models import Seat, Table
from lobby.models import Consent, Invitation, MailedInvitation, Notice
from lobby.tables.services import seat_leave


def stand_up(user: User, **_: object) -> None:
    """Leave every open table; the next player becomes its host, or it is closed."""
    seats = Seat.objects.filter(user=user, goes_on=True, table__status=Table.Status.OPEN)
    for table_id in list(seats.order_by("table_id").values_list("table_id", flat=True)):
        seat_leave(table_id=table_id, user=user)


def invitations_tell(user: User, told: dict[str, Any], **_: object) -> None:
    """Add what the lobby stores of a user."""
    mailed = MailedInvitation.objects.filter(host=user)
    told |= {
        "invitations": of(user, Invitation, "table", "status", "sent_at"),
        "mailed_invitations": rows(mailed, "table", "address", "status", "sent_at"),
        "consents": of(user, Consent, "table", "before", "at"),
        "news": of(user, Notice, "table", "kind", "at"),
    }


def watch() -> None:
    """Hear of users who leave, and of those who want their data."""
    user_leaves.connect(stand_up)
    user_exports.connect(invitations_tell)
