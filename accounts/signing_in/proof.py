"""A fresh proof of who asks, before anything is made or taken that lasts longer than their session.

Whoever has signed in within the last minutes has given it; others give their password, or a second
factor, on django-allauth's page. Whoever has neither gets a code by mail. What is made so is told
to the account's address.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import resume_request, suspend_request
from allauth.account.models import EmailAddress
from allauth.account.signals import email_added, email_removed, password_reset
from allauth.core import ratelimit
from allauth.core.internal.cryptokit import compare_user_code
from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.models import User
from accounts.people.selectors import user_of
from accounts.signing_in.forms import Worded
from config.middleware import Middleware

AREA = "/accounts/"
MAKES: dict[str, Callable[[QueryDict], bool]] = {
    "account_email": lambda form: "action_add" in form or "action_send" not in form,
    "account_set_password": lambda _form: True,
    "delete_account": lambda _form: True,
    "hook_change": lambda form: "end" not in form,
    "notices_feeds": lambda form: "end" not in form,
    "programs": lambda _form: True,
    "socialaccount_connections": lambda _form: True,
    "tokens": lambda _form: True,
}
"""Names of pages with forms that need it, and whether one that was filled in does."""
ASKED_AT_ONCE = frozenset((
    "archive_file", "export", "mfa_activate_totp", "mfa_add_webauthn", "mfa_deactivate_totp",
    "mfa_download_recovery_codes", "mfa_edit_webauthn", "mfa_generate_recovery_codes",
    "mfa_remove_webauthn", "mfa_view_recovery_codes",
))  # fmt: skip
"""Names of pages that need it even to be seen."""
CODE = "proof"
"""The key in a session: the code that was sent, until when it is good, how many may be typed."""
ATTEMPTS = 3


class ProofMiddleware(Middleware):
    """Leads to a proof, and afterwards on, as if nothing had been asked. Comes before *once*."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if isinstance(user, User) and is_needed(request) and not is_fresh(request):
            methods = get_adapter().get_reauthentication_methods(user)
            if methods or user.email:
                return suspend_request(request, methods[0]["url"] if methods else reverse("prove"))
        return self.get_response(request)


def is_needed(request: HttpRequest) -> bool:
    """Whether a request makes or takes something that lasts."""
    if not request.path.startswith(AREA):
        return False
    try:
        name = resolve(request.path_info).view_name
    except Resolver404:
        return False
    if name not in MAKES and name.removesuffix("_login") not in settings.SIGN_IN_WITH:
        return name in ASKED_AT_ONCE
    _ = request.body  # first, or whoever expects a document could not read it any more
    if name in MAKES:
        return request.method == "POST" and MAKES[name](request.POST)
    return "connect" in (request.GET.get("process"), request.POST.get("process"))


def is_fresh(request: HttpRequest) -> bool:
    """Whether whoever asks has signed in, or given a proof, within the last minutes."""
    records = get_authentication_records(request, user_of(request))
    age = time.time() - records[-1]["at"] if records else None
    return age is not None and age < app_settings.REAUTHENTICATION_TIMEOUT


def proof_note(request: HttpRequest, user: User, way: str) -> None:
    """Note that whoever asks has given a proof."""
    record_authentication(request, user, way, reauthenticated=True)


class CodeForm(Worded, forms.Form):
    """The code that was sent."""

    code = forms.CharField(
        max_length=20, widget=forms.TextInput(attrs={"autocomplete": "one-time-code"})
    )

    def __init__(self, request: HttpRequest, *args: Any) -> None:
        super().__init__(*args)
        self.request = request

    def clean_code(self) -> str:
        """The code itself. Raises ValidationError if it is wrong, late, or the last attempt was."""
        code: str = self.cleaned_data["code"]
        sent = self.request.session.pop(CODE, None)
        if sent and time.time() < sent["until"]:
            if compare_user_code(actual=code, expected=sent["code"]):
                return code
            if sent["left"] > 1:
                self.request.session[CODE] = {**sent, "left": sent["left"] - 1}
        raise ValidationError(_("This is not the code, or it no longer works."))


@login_required
@never_cache
def prove(request: HttpRequest) -> HttpResponse:
    """A proof by mail, for whoever has neither a password nor a second factor."""
    user = user_of(request)
    methods = get_adapter().get_reauthentication_methods(user)
    if methods or not user.email:
        return redirect(methods[0]["url"] if methods else "settings")
    target = request.POST.get("next") or request.GET.get("next") or ""
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}):
        target = reverse("settings")
    form = CodeForm(request)
    if request.method == "POST" and "send" in request.POST:
        if refused := code_send(request, user):
            return refused
    elif request.method == "POST":
        form = CodeForm(request, request.POST)
        if form.is_valid():
            proof_note(request, user, "code")
            return resume_request(request) or redirect(target)
    facts = {"form": form, "sent": CODE in request.session, "target": target}
    return render(request, "accounts/prove.html", facts)


def code_send(request: HttpRequest, user: User) -> HttpResponse | None:
    """Send a code to the account's address; a refusal if too many were sent."""
    key = user.email.lower()
    refused = ratelimit.consume_or_429(request, action="request_login_code", key=key)
    if refused is None:
        adapter = get_adapter()
        code, until = (
            adapter.generate_login_code(),
            time.time() + app_settings.LOGIN_BY_CODE_TIMEOUT,
        )
        request.session[CODE] = {"code": code, "until": until, "left": ATTEMPTS}
        adapter.send_mail("account/email/login_code", user.email, {"user": user, "code": code})
    return refused


# --- What is told to the account's address --------------------------------------------------------


def watch() -> None:
    """Tell also of addresses that come and go."""
    email_added.connect(address_added, dispatch_uid="address_added")
    email_removed.connect(address_removed, dispatch_uid="address_removed")
    password_reset.connect(address_shown, dispatch_uid="address_shown")


def made_tell(request: HttpRequest, what: str) -> None:
    """Tell a user's address what was made or taken in their name."""
    user = user_of(request)
    get_adapter(request).send_notification_mail("account/email/made", user, {"what": what})


def address_added(request: HttpRequest, email_address: EmailAddress, **_more: object) -> None:
    """Tell the address of until then."""
    made_tell(request, _("An address was added: {email}").format(email=email_address.email))


def address_removed(
    request: HttpRequest, user: User, email_address: EmailAddress, **_more: object
) -> None:
    """Tell the address that was removed, if it was ever the user's."""
    if email_address.verified:
        gone = email_address.email
        get_adapter(request).send_notification_mail(
            "account/email/email_deleted", user, {"deleted_email": gone}, email=gone
        )


def address_shown(request: HttpRequest, user: User, **_more: object) -> None:
    """A reset by mail has shown that the one address of an account is its owner's."""
    addresses = list(EmailAddress.objects.filter(user=user)[:2])
    if len(addresses) == 1 and not addresses[0].verified:
        get_adapter(request).confirm_email(request, addresses[0])
