"""Texts in place of django-allauth's own: its toasts, and the errors of its forms.

A toast without words is none: it would say what the page that follows says, or the header.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LINK_SENT = "account/messages/email_confirmation_sent.txt"
CODE_SENT = "account/messages/login_code_sent.txt"

TOASTS: Mapping[str, str | Promise] = {
    "account/messages/cannot_delete_primary_email.txt": _(
        "Emails go to {email}. Send them to another address before you remove this one."
    ),
    "account/messages/email_confirmation_failed.txt": _(
        "{email} cannot be confirmed: it belongs to another account."
    ),
    LINK_SENT: _("We have sent an email to {email}. Open the link in it."),
    "account/messages/email_confirmed.txt": _("{email} is confirmed."),
    "account/messages/email_deleted.txt": _("{email} has been removed."),
    "account/messages/logged_in.txt": "",
    "account/messages/logged_out.txt": _("You are signed out. See you soon!"),
    CODE_SENT: _("Another code is on its way."),
    "account/messages/password_changed.txt": _("Your password has been changed."),
    "account/messages/password_set.txt": _("You have a password now."),
    "account/messages/primary_email_set.txt": _("Emails go to this address from now on."),
    "account/messages/unverified_primary_email.txt": _(
        "Confirm this address first. Then emails can go there."
    ),
    "mfa/messages/recovery_codes_generated.txt": "",
    "mfa/messages/totp_activated.txt": _(
        "From now on you are asked for a code from your app when you sign in."
    ),
    "mfa/messages/totp_deactivated.txt": _("You are no longer asked for a code from your app."),
    "mfa/messages/webauthn_added.txt": _("The passkey has been added."),
    "mfa/messages/webauthn_removed.txt": _("The passkey has been removed."),
    "socialaccount/messages/account_connected.txt": _(
        "You can sign in with that account from now on."
    ),
    "socialaccount/messages/account_connected_other.txt": _(
        "Somebody else signs in with that account here."
    ),
    "socialaccount/messages/account_connected_updated.txt": "",
    "socialaccount/messages/account_disconnected.txt": _(
        "You cannot sign in with that account any more."
    ),
    "usersessions/messages/sessions_logged_out.txt": _("All other sessions have ended."),
}
"""By the names of django-allauth's templates, in whose place they are."""

TOO_MANY = _("Too many attempts. Wait a few minutes, then try again.")
ACCOUNT_ERRORS: Mapping[str, Promise] = {
    "duplicate_email": _("You already have this address."),
    "email_password_mismatch": _("This address and this password do not match."),
    "email_taken": _("Somebody already has this address."),
    "enter_current_password": _("This is not your password."),
    "incorrect_code": _("This is not the code."),
    "incorrect_password": _("This is not your password."),
    "rate_limited": TOO_MANY,
    "too_many_login_attempts": TOO_MANY,
    "username_password_mismatch": _("This name and this password do not match."),
    "username_taken": _("This name is taken."),
}
SECOND_FACTOR_ERRORS: Mapping[str, Promise] = {
    "add_email_blocked": _(
        "While you have a second factor, you cannot add an address. Switch it off first."
    ),
    "cannot_generate_recovery_codes": _(
        "Recovery codes are for people with a second factor: set up an app or a passkey first."
    ),
    "incorrect_code": _("That was not right. Please try again."),  # a passkey, too
    "unverified_email": _("Confirm all your addresses first, or remove those you do not use."),
}
DOOR_ERRORS: Mapping[str, Promise] = {
    "email_taken": _(
        "This address already has an account. Sign in to it first, then connect %s in the settings."
    ),
    "no_password": _("This is your only way in: set a password first."),
    "no_verified_email": _("Confirm an address first: without one you could not get in again."),
}


def toast_of(request: HttpRequest, template: str, facts: Mapping[str, Any]) -> str:
    """Return the words of a toast; none where the page that follows says as much."""
    is_on_page = {
        LINK_SENT: not request.user.is_authenticated,
        CODE_SENT: request.POST.get("action") != "resend",
    }
    return "" if is_on_page.get(template) else str(TOASTS.get(template, "")).format_map(facts)
