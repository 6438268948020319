"""Our answers to the questions of django-allauth: names, mails, where a sign-in leads."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as current
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.mail.letters import letter_owe
from accounts.mail.occasions import UNKNOWN, letter_for
from accounts.mail.silence import is_silent
from accounts.models import User
from accounts.names.allowed import check_name, tidy_name
from accounts.people.selectors import owner_of
from accounts.people.services import arrival_forget
from accounts.sessions.middleware import suspended_page
from accounts.sessions.places import session_stays
from accounts.signing_in.awaited import letter_await
from accounts.signing_in.door_words import ACCOUNT_ERRORS, SECOND_FACTOR_ERRORS, toast_of
from accounts.signing_in.guests.services import account_settle
from config.web.clients import address_of


def on_this_site(name: str, value: Any) -> Any:
    """A fact of a mail; of a link its path, behind the address that the settings say."""
    if not name.endswith("_url"):
        return value
    parts = urlsplit(value)
    return settings.SITE_URL + parts._replace(scheme="", netloc="").geturl()


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter, with our rules for names, mails and suspended users."""

    error_messages = {**DefaultAccountAdapter.error_messages, **ACCOUNT_ERRORS}

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it is stored. Raises ValidationError if it is not allowed, taken or kept."""
        name = tidy_name(username)
        check_name(name)
        super().clean_username(name, shallow)
        if not shallow:
            User.objects.check_free(name)
        return name

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Have the worker send it at once, as somebody is waiting for it.

        A mail server that is down or says nothing must not hold up a request.
        """
        if template_prefix == UNKNOWN and is_silent(email):
            return
        facts = {name: on_this_site(name, value) for name, value in context.items()}
        reader = context.get("user") or owner_of(email)
        letter = letter_owe(letter_for(template_prefix, email, facts, reader))
        request: HttpRequest | None = current.request
        if request is not None:
            letter_await(request.session, letter)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell a user what was done, and from where."""
        facts = {"user": user, **(context or {})}
        super().send_notification_mail(template_prefix, user, facts, email)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Say it in the house's words, or not at all."""
        if message_template:
            message = toast_of(request, message_template, message_context or {})
        super().add_message(request, level, extra_tags=extra_tags, message=message)

    def pre_login(
        self, request: HttpRequest, user: AbstractBaseUser, **details: Any
    ) -> HttpResponse | None:
        """None lets the user in; a suspended one gets a page that says why and until when."""
        refused = super().pre_login(request, user, **details)
        if refused is None and isinstance(user, User) and user.is_suspended:
            return suspended_page(request, user)
        return refused

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, **details: Any
    ) -> HttpResponse:
        """Where a sign-in leads; the first one leads to the page the user signed up for."""
        answer = super().post_login(request, user, **details)
        if not (isinstance(user, User) and user.arrival):
            return answer
        arrival_forget(user=user)
        nowhere_else = answer.headers.get("location") == settings.LOGIN_REDIRECT_URL
        return HttpResponseRedirect(user.arrival) if nowhere_else else answer

    @transaction.atomic
    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Set it. Devices end, but for those of the session in which it is chosen."""
        session_stays(current.request)
        super().set_password(user, password)

    @transaction.atomic
    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address. The one that a guest has asked for makes them an account."""
        user = email_address.user
        was_guest = user.is_guest
        if was_guest:
            account_settle(user)
        done = super().confirm_email(request, email_address)
        if was_guest and not done:
            transaction.set_rollback(True)
        if done:
            User.objects.filter(pk=user.pk).update(confirm_by=None)
        return done

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """The sign-in page, which leads a newcomer on to the page they signed up for.

        The mail may be read in another browser than the sign-up's, so the account stores the page.
        """
        target = super().get_email_verification_redirect_url(email_address)
        arrival = email_address.user.arrival
        if self.request.user.is_authenticated or not arrival:
            return target
        return f"{reverse('account_login')}?next={quote(arrival)}"

    def is_safe_url(self, url: str) -> bool:
        """Allow only addresses of this site, without invisible characters."""
        return bool(url) and url.isprintable() and bool(super().is_safe_url(url))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the whole address, as all limits read it. Raises PermissionDenied without one."""
        address = address_of(request)
        if address is None:
            raise PermissionDenied
        return str(address)

    def get_user_search_fields(self) -> list[str]:
        """The fields that a user search looks at."""
        return ["username", "email"]

    def populate_username(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Do nothing: everybody chooses a name at sign-up."""


class SecondFactorAdapter(DefaultMFAAdapter):
    """allauth's adapter for second factors and passkeys."""

    error_messages = {**DefaultMFAAdapter.error_messages, **SECOND_FACTOR_ERRORS}

    def generate_authenticator_name(
        self,
        user: AbstractBaseUser,
        type: Authenticator.Type,  # noqa: A002 - so it is called there
    ) -> str:
        """Return the name that a new passkey has until its owner gives it another one."""
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return _("Passkey {number}").format(number=number)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """For whom a passkey is good: the host that pages are asked of, by the site's name."""
        return {**super().get_public_key_credential_rp_entity(), "name": settings.SITE_NAME}
