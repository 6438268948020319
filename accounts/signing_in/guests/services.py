"""Guests come, make an account of their seat, or are forgotten."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.leaving import account_delete
from accounts.people.services import user_set_up
from accounts.signing_in.guests.names import guest_name
from config.web.buckets import guests
from config.web.clients import current_client
from config.web.refusal import Refused

logger = logging.getLogger(__name__)

IDLE = timedelta(days=30)
"""A guest who has not come back for so long is forgotten."""
SEEN_AGAIN = timedelta(hours=12)
"""How much later a visit must be to be noted."""
ATTEMPTS = 20  # at a name that nobody has


HOUR = 3600


class NoGuest(Refused):
    """Whoever asks has an account, or has just asked for it in another window."""

    code, status, text = "not_now", 409, _("You have already turned this seat into an account.")


class NameTaken(Refused):
    """Somebody was quicker."""

    code, status, text = "not_now", 409, _("This name is taken.")


def guest_count() -> None:
    """Count a guest, or a table of theirs, against the address of the request at hand.

    Raises TooMany. Outside of requests nothing is counted.
    """
    if client := current_client():
        guests.admit(client)


def guest_make(*, language: str = "") -> User:
    """Make a guest: a user with a name nobody has, no address and no password.

    Raises TooMany.
    """
    guest_count()
    for attempt in range(ATTEMPTS):
        name = guest_name(language, attempt)
        guest = User(username=name, is_guest=True, last_login=timezone.now())
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:  # the name is taken
            continue
        user_set_up(user=guest, language=language, time_zone="", arrival="")
        return guest
    raise RuntimeError("No free name for a guest.")


@transaction.atomic
def account_ask(*, user: User, name: str, password: str, address: str, taken: bool) -> User:
    """Give a guest the name and password of an account; it is one once its address is confirmed.

    So nobody gets the rights of an account for an address that is not theirs, as after any
    sign-up; the guest plays on meanwhile. An address that belongs to another account (`taken`) is
    not noted. Raises NoGuest, NameTaken.
    """
    guest = User.objects.select_for_update().get(pk=user.pk)
    if not guest.is_guest or guest.has_usable_password():
        raise NoGuest
    guest.username = name
    guest.set_password(password)
    try:
        with transaction.atomic():
            guest.save(update_fields=["username", "look", "password"])
    except IntegrityError as error:
        raise NameTaken(field="username") from error
    if not taken:
        EmailAddress.objects.create(user=guest, email=address, primary=False, verified=False)
        if settings.ACCOUNT_EMAIL_VERIFICATION != "mandatory":
            account_settle(guest, address)
    return guest


def account_settle(guest: User, address: str = "") -> None:
    """From now on a guest has an account, whose address is noted where none has to be confirmed."""
    guest.is_guest = False
    fields = ["is_guest"]
    if address:
        EmailAddress.objects.filter(user=guest, email=address).update(primary=True)
        guest.email = address
        fields.append("email")
    guest.save(update_fields=fields)


def address_tell(*, guest: User, address: str, taken: bool) -> None:
    """Send the mail that confirms an address; to the owner of one that is taken, a word of that."""
    if taken:
        get_adapter().send_account_already_exists_mail(address)
        return
    EmailAddress.objects.get(user=guest, email=address).send_confirmation(signup=True)


def visit_note(user: User, now: datetime) -> None:
    """Note that a guest is here, which nothing else tells: they never sign in again."""
    if user.last_login is None or now - user.last_login > SEEN_AGAIN:
        User.objects.filter(pk=user.pk, is_guest=True).update(last_login=now)


def guests_forget(now: datetime) -> int:
    """Delete the guests who have stayed away, as if they had done it. Returns how many.

    Their finished tables stay. Each goes in a transaction of its own, unless they come just then.
    """
    gone = 0
    idle = User.objects.filter(is_guest=True, last_login__lt=now - IDLE)
    for pk in list(idle.order_by("last_login").values_list("pk", flat=True)):
        with transaction.atomic():
            guest = idle.select_for_update().filter(pk=pk).first()
            if guest is not None:
                account_delete(user=guest)
                gone += 1
    return gone
