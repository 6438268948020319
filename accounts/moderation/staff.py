"""The door of the administration and of the moderators' room: only after a second factor, and
nothing unlogged.

With `ADMIN_SECOND_FACTOR`, which is on wherever other people sign in, a password or a code by mail
alone lets nobody in: a page leads to setting up a second factor, or to signing in with it. A
passkey is one. Every request is written down before it is answered, so what was seen was logged.
What Django says of a change is copied by a trigger (migration 0015), in the change's transaction.
"""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import StaffEntry, User
from accounts.people.rights import is_moderator, is_operator
from config.middleware import Middleware

LONGEST_PAGE = 100
LONGEST_DETAILS = 2_000
LET_IN: dict[str, Callable[[object], bool]] = {"admin": is_operator, "moderation": is_moderator}
"""The test that a user must pass, by the namespace of addresses."""
OUT = {"login", "logout", "jsi18n"}
"""Pages of the administration that show nothing of anybody."""


class StaffMiddleware(Middleware):
    """Keeps staff without a second factor out of what is theirs, and logs the others there."""

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """None lets the request pass."""
        match, user = request.resolver_match, request.user
        if match is None or not isinstance(user, User) or match.url_name in OUT:
            return None
        is_let_in = LET_IN.get(match.namespace)
        if is_let_in is None or not is_let_in(user):
            return None  # open to all, or it says no itself
        if settings.ADMIN_SECOND_FACTOR and not has_given_second_factor(request):
            note(request, StaffEntry.Kind.KEPT_OUT)
            return second_factor_page(request, has_one=is_mfa_enabled(user))
        looks = request.method in ("GET", "HEAD")
        note(request, StaffEntry.Kind.LOOKED if looks else StaffEntry.Kind.SENT)
        return None


def second_factor_page(request: HttpRequest, *, has_one: bool) -> HttpResponse:
    """Where staff are led who have none, or have not used it."""
    return render(request, "accounts/second_factor.html", {"has_one": has_one}, status=403)


def has_given_second_factor(request: HttpRequest) -> bool:
    """Whether the session was begun, or confirmed since, with a second factor or a passkey."""
    user = request.user if isinstance(request.user, User) else None
    records = get_authentication_records(request, user)
    return any(record.get("method") == "mfa" for record in records)


def note(request: HttpRequest, kind: StaffEntry.Kind) -> None:
    """Write down who asks for which page, of what, and with which search; never what was typed."""
    match, user = request.resolver_match, request.user
    assert match is not None and isinstance(user, User)
    StaffEntry.objects.create(
        kind=kind,
        staff_id=user.pk,
        staff_name=user.username,
        page=(match.url_name or match.route)[:LONGEST_PAGE],
        object_id=str(next(iter(match.kwargs.values()), ""))[:LONGEST_PAGE],
        details=request.META.get("QUERY_STRING", "").replace("\0", "")[:LONGEST_DETAILS],
    )
