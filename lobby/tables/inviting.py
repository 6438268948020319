"""Taking invitations back, inviting by mail, and removing somebody from an open table."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.mail.silence import digest_of, is_silent
from accounts.models import User
from accounts.people.own_pages import tell_users
from accounts.people.rights import need_account
from config.web.counting import check_most, within
from config.web.limits import LETTERS, LETTERS_TO_ADDRESS
from games.models import Table
from lobby.models import Consent, Invitation, MailedInvitation, Notice
from lobby.tables.changes import check_invited, close_ranks, lock_as_host, notify
from lobby.tables.errors import NotInvited, NotNow, NotSeated
from lobby.tables.letters import letter_mail
from lobby.tables.realtime import tell_lobby

KEPT = timedelta(days=30)
"""How long the hash of an address is kept after a table has begun."""


class BadAddress(NotNow):
    """No mail is sent there: malformed, or its reader wants none, or has had enough of them."""

    code, status = "address", 422
    text = _("No invitation can be sent to this address. Give them the link yourself.")


@transaction.atomic
def invitation_withdraw(*, table_id: int, user: User, invitation_id: int) -> None:
    """Take back an invitation that was not accepted. Raises TableNotOpen, NotHost, NotInvited."""
    table = lock_as_host(table_id, user)
    found = Invitation.objects.filter(pk=invitation_id, table=table)
    invitation = found.exclude(status=Invitation.Status.ACCEPTED).first()
    if invitation is None or invitation.status in Invitation.ENDED:
        raise NotInvited
    invitation.status = Invitation.Status.WITHDRAWN
    invitation.save(update_fields=["status"])
    tell_lobby(table.pk)
    tell_users([invitation.user_id])


@transaction.atomic
def letter_send(*, table_id: int, user: User, address: str) -> MailedInvitation:
    """Invite whoever reads an address: one mail, once for each table.

    Raises TableNotOpen, NotHost, AccountNeeded, TooMany, NotNow, BadAddress.
    """
    table = lock_as_host(table_id, user)
    need_account(user)
    address = address.strip().lower()
    try:
        validate_email(address)
    except ValidationError as error:
        raise BadAddress(_("This is not an email address."), field="address") from error
    check_invited(user)
    mine = MailedInvitation.objects.filter(within(LETTERS, "sent_at"), host=user)
    check_most(LETTERS, mine.count())
    digest = digest_of(address)
    if MailedInvitation.objects.filter(table=table, digest=digest).exists():
        raise NotNow(_("{name} has already been invited.").format(name=address))
    lately = MailedInvitation.objects.filter(within(LETTERS_TO_ADDRESS, "sent_at"), digest=digest)
    if is_silent(address) or lately.count() >= LETTERS_TO_ADDRESS.number:
        raise BadAddress(field="address")
    letter = MailedInvitation.objects.create(
        table=table,
        host=user,
        address=address,
        digest=digest,
        language=get_language() or "en",
        next_at=timezone.now(),
    )
    letter_mail.defer()
    tell_lobby(table.pk)
    return letter


@transaction.atomic
def letter_withdraw(*, table_id: int, user: User, letter_id: int) -> None:
    """Make the link of a letter worthless. Raises TableNotOpen, NotHost, NotInvited."""
    table = lock_as_host(table_id, user)
    letters = MailedInvitation.objects.filter(pk=letter_id, table=table)
    sent = letters.filter(status=MailedInvitation.Status.SENT)
    if not sent.update(status=MailedInvitation.Status.WITHDRAWN, address=""):
        raise NotInvited
    tell_lobby(table.pk)


def addresses_forget(now: datetime) -> None:
    """Forget the addresses of tables that are not open any more, and later also their hashes."""
    over = MailedInvitation.objects.exclude(table__status=Table.Status.OPEN)
    over.exclude(address="").update(address="")
    over.filter(sent_at__lt=now - KEPT).delete()


def invitations_forget() -> None:
    """Delete the invitations that nobody has answered to tables that are over."""
    over = (Table.Status.FINISHED, Table.Status.CLOSED)
    Invitation.objects.filter(status=Invitation.Status.SENT, table__status__in=over).delete()


@transaction.atomic
def seat_remove(*, table_id: int, user: User, seat_id: int) -> None:
    """Take somebody, or a bot, off an open table, at the host's command.

    They get a notice, and come back only if they are invited again. Raises TableNotOpen, NotHost,
    NotSeated.
    """
    table = lock_as_host(table_id, user)
    seats = list(table.seats.select_related("user").order_by("place"))
    seat = next((seat for seat in seats if seat.pk == seat_id), None)
    if seat is None or seat.user_id == user.pk:
        raise NotSeated(_("Nobody is on this seat any more."))
    seat.delete()
    close_ranks([other for other in seats if other is not seat])
    if seat.user is not None:
        Consent.objects.filter(table=table, user=seat.user).delete()
        Invitation.objects.update_or_create(
            table=table, user=seat.user, defaults={"status": Invitation.Status.REMOVED}
        )
        notify({seat.user_id}, table, Notice.Kind.REMOVED)
    tell_lobby(table.pk)
    tell_users(other.user_id for other in seats)
