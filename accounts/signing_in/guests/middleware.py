"""What a guest does not get to see: the pages of an account."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from accounts.models import User
from accounts.signing_in.guests.services import visit_note
from config.middleware import Middleware

FOR_ACCOUNTS = frozenset((
    "account_signup", "account_set_password", "block", "report", "tokens", "token_revoke",
    "programs", "program_end",
    "friends", "befriend", "unfriend", "hook_change", "hook_try", "device_add", "notices_feeds",
))  # fmt: skip
"""Names of pages that take an account; so do those that begin like one of `SECURITY`."""
SECURITY = ("mfa_", "usersessions_")
ONCE_ASKED = frozenset(("account_email", "account_change_password"))
"""Pages for whoever has asked for an account: to mend a mistyped address."""


class GuestMiddleware(Middleware):
    """Leads guests from pages that take an account to the one step to it; notes their visits.

    It only leads: what guests may not do, the services refuse. Comes after authentication.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if isinstance(user, User) and user.is_guest:
            visit_note(user, timezone.now())
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """None lets the request through."""
        user = request.user
        if not (isinstance(user, User) and user.is_guest) or request.resolver_match is None:
            return None
        name = request.resolver_match.view_name
        closed = name in FOR_ACCOUNTS or name.startswith(SECURITY)
        if name in ONCE_ASKED:
            closed = not user.has_usable_password()
        return redirect("become") if closed else None
