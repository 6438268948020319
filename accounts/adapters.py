"""What django-allauth asks of us."""

from __future__ import annotations

import smtplib
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from accounts.mail.sending import is_permanent, letter_send
from accounts.middleware import suspended_page
from accounts.names import check_name
from accounts.services import arrival_forget


class Site(NamedTuple):
    """The site as mails name it."""

    name: str
    domain: str
    url: str


def this_site() -> Site:
    """From the settings, not from the request: nobody's `Host` header gets into a mail."""
    return Site(settings.SITE_NAME, urlsplit(settings.SITE_URL).netloc, settings.SITE_URL)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Our user names."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name itself; ValidationError if nobody may carry it or somebody does."""
        check_name(username)
        cleaned: str = super().clean_username(username, shallow)
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send what somebody is waiting for at once; the worker goes on if that cannot be done.

        A mail server that is down must not make signing up fail.
        """
        facts = {"request": current.request, "email": email, "current_site": this_site()}
        message = self.render_mail(template_prefix, email, facts | context)
        try:
            message.send()
        except (smtplib.SMTPException, OSError) as error:
            if not is_permanent(error):
                letter_send.defer(
                    subject=message.subject,
                    text=message.body,
                    sender=message.from_email,
                    address=email,
                )

    def pre_login(self, request: HttpRequest, user: Any, **details: Any) -> HttpResponse | None:
        """None lets somebody in; who is suspended gets to know why and until when."""
        refused: HttpResponse | None = super().pre_login(request, user, **details)
        if refused is None and user.is_suspended:
            return suspended_page(request, user)
        return refused

    def post_login(self, request: HttpRequest, user: Any, **details: Any) -> HttpResponse:
        """Where somebody goes who has signed in; the first time to what they signed up for."""
        answer: HttpResponse = super().post_login(request, user, **details)
        if not user.arrival:
            return answer
        arrival_forget(user=user)
        nowhere_else = answer.headers.get("location") == settings.LOGIN_REDIRECT_URL
        return HttpResponseRedirect(user.arrival) if nowhere_else else answer

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """To the entrance, from which a newcomer goes on to what they signed up for.

        The mail may be read in another browser than that of the sign-up, so the account says it.
        """
        target: str = super().get_email_verification_redirect_url(email_address)
        arrival = email_address.user.arrival
        if self.request.user.is_authenticated or not arrival:
            return target
        return f"{reverse('account_login')}?next={quote(arrival)}"

    def get_user_search_fields(self) -> list[str]:
        """Fields in which names are looked up."""
        return ["username", "email"]

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """Nothing: everybody chooses a name at sign-up."""
