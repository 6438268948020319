"""Accounts that wait for their address to be confirmed: made, and forgotten after some days."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.account.signals import user_signed_up
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.models import User
from accounts.people.leaving import account_delete
from accounts.people.services import account_await, user_set_up

CHOSEN = "chosen"
"""The key in a session: what was chosen for an account that is not made yet."""


def address_note(request: HttpRequest, user: User | None, address: str) -> User:
    """Note an account's address; the account is made if there is none. Raises IntegrityError."""
    if user is None:
        chosen = request.session.pop(CHOSEN)
        user = User.objects.create(
            username=chosen["username"], password=chosen["password"], email=address
        )
        language, zone = get_language() or "", chosen["time_zone"]
        user_set_up(user=user, language=language, time_zone=zone, arrival=chosen["arrival"])
        user_signed_up.send(sender=User, request=request, user=user)
    EmailAddress.objects.filter(user=user, verified=False).delete()  # with the links to it
    User.objects.filter(pk=user.pk).update(email=address)
    account_await(user=user)
    EmailAddress.objects.create(user=user, email=address, primary=True)
    user.refresh_from_db()
    return user


def newcomers_forget(now: datetime) -> int:
    """Delete accounts whose address nobody has confirmed in time. Returns how many."""
    late = User.objects.filter(confirm_by__lt=now, is_guest=False, last_login=None)
    late = late.exclude(pk__in=EmailAddress.objects.filter(verified=True).values("user"))
    gone = 0
    for pk in list(late.order_by("confirm_by").values_list("pk", flat=True)):
        with transaction.atomic():
            user = late.select_for_update().filter(pk=pk).first()
            if user is not None:
                account_delete(user=user)
                gone += 1
    return gone
