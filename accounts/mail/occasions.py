"""The mails about an account: their texts, in the layout of all mails.

django-allauth names the occasions, as its own templates are called; in the place of these templates
are the words below. The facts of an occasion stand in braces.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import Letter, User
from config.web.addresses import address_of
from config.web.isolates import isolated
from games.telling.reading import reading_as

NOTHING = _("If it was not you, nothing has happened, and you do not have to do anything.")
UNKNOWN = "account/email/unknown_account"
"""The mail to an address that has no account: only its owner may want one."""


class Occasion(NamedTuple):
    """The words of a mail; its button leads to the address in one of the facts."""

    subject: Promise
    text: Promise
    link: str = ""
    go: str | Promise = ""
    after: str | Promise = ""
    is_change: bool = False  # of how somebody signs in: it says from where it was made


def change(subject: Promise, text: Promise) -> Occasion:
    """Return the words of a mail that tells a user what was done: its button makes them safe."""
    go = _("Choose a new password")
    return Occasion(subject, text, "password_url", go, is_change=True)


OCCASIONS: Mapping[str, Occasion] = {
    "account/email/email_confirmation_signup": Occasion(
        _("Confirm your email address"),
        _(
            "Somebody has signed up with this address, as {name}. Was it you? Then confirm it "
            "in the browser in which you signed up, and you are signed in:"
        ),
        "activate_url",
        _("Confirm the address"),
        _("If it was not you, do nothing: without your word nobody can use your address."),
    ),
    "account/email/email_confirmation": Occasion(
        _("Confirm your email address"),
        _("{name} wants to use this address. Is that you? Then confirm that it is yours:"),
        "activate_url",
        _("Confirm the address"),
        _("If it was not you, do nothing: without your word nobody can use your address."),
    ),
    "account/email/account_already_exists": Occasion(
        _("You already have an account"),
        _(
            "Somebody wanted to sign up with this address, but it already has an account. If "
            "that was you, sign in as usual, or choose a new password if you have forgotten "
            "yours:"
        ),
        "password_reset_url",
        _("Choose a new password"),
        NOTHING,
    ),
    UNKNOWN: Occasion(
        _("No account has this address"),
        _(
            "Somebody wanted to sign in with this address, or to choose a new password, but no "
            "account has it. If that was you, you may have signed up with another one. Or sign "
            "up now:"
        ),
        "signup_url",
        _("Sign up"),
        NOTHING,
    ),
    "account/email/login_code": Occasion(
        _("Your code"),
        _(
            "Type this code into the page that is waiting for it. It is valid for "
            "{minutes} minutes:"
        ),
        after=_(
            "If you did not ask for it, do not give it to anybody: whoever has it "
            "can sign in as you."
        ),
    ),
    "account/email/password_reset_key": Occasion(
        _("A new password"),
        _("Somebody wants a new password for the account {name}. If it was you, choose one:"),
        "password_reset_url",
        _("Choose a new password"),
        _("If it was not you, do nothing: your password stays as it is."),
    ),
    "account/email/password_changed": change(
        _("Your password was changed"), _("The password of your account {name} was changed.")
    ),
    "account/email/password_reset": change(
        _("Your password was changed"),
        _("A new password was chosen for your account {name}, through a link in an email."),
    ),
    "account/email/password_set": change(
        _("You have a password now"), _("Your account {name} has a password now.")
    ),
    "account/email/email_changed": change(
        _("Another address for your account"),
        _("Emails for {name} go to {to_email} from now on, and no longer to {from_email}."),
    ),
    "account/email/email_deleted": change(
        _("An address was removed"),
        _("The address {deleted_email} does not belong to your account {name} any more."),
    ),
    "mfa/email/totp_activated": change(
        _("Your second factor is on"),
        _("Whoever signs in as {name} is asked for a code from your app from now on."),
    ),
    "mfa/email/totp_deactivated": change(
        _("Your app is no longer a second factor"),
        _("Whoever signs in as {name} is no longer asked for a code from your app."),
    ),
    "mfa/email/webauthn_added": change(
        _("A passkey was added"), _("Your account {name} has a new passkey.")
    ),
    "mfa/email/webauthn_removed": change(
        _("A passkey was removed"), _("A passkey was removed from your account {name}.")
    ),
    "mfa/email/recovery_codes_generated": change(
        _("New recovery codes"),
        _("Your account {name} has new recovery codes. Older ones no longer work."),
    ),
    "socialaccount/email/account_connected": change(
        _("Another way to sign in"),
        _("From now on, an account at {provider.name} can be used to sign in as {name}."),
    ),
    "socialaccount/email/account_disconnected": change(
        _("One less way to sign in"),
        _("The account at {provider.name} can no longer be used to sign in as {name}."),
    ),
    "account/email/made": change(
        _("Something new in your account"),
        _("Something was done in your account {name}: {what}"),
    ),
    "account/email/deleted": Occasion(
        _("Your account is deleted"),
        _(
            "The account with this address was deleted, because somebody who was signed in "
            "asked for it. Nobody can bring it back. If that was not you, somebody knows how "
            "you sign in, here and perhaps elsewhere."
        ),
    ),
}
"""The last two are our own."""


def letter_for(
    occasion: str, address: str, facts: Mapping[str, Any], reader: User | None
) -> Letter:
    """Write a mail in the language and time zone of its reader; a visitor's is the page's."""
    words = OCCASIONS[occasion]
    with reading_as(reader, get_language() or ""):
        facts = {
            "password_url": address_of("account_change_password"),
            "minutes": settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60,
            **facts,
            "name": isolated(reader.username) if reader else "",
        }
        shown = {
            "subject": str(words.subject),
            "said": str(words.text).format_map(facts),
            "code": facts.get("code", ""),
            "table_url": facts[words.link] if words.link else "",
            "go": words.go,
            "after": words.after,
            "is_change": words.is_change,
            **{name: facts.get(name, "") for name in ("timestamp", "ip", "user_agent")},
            "sessions_url": address_of("usersessions_list"),
            "chats": (),
            "site": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
        }
        return Letter(
            address=address,
            sender=settings.DEFAULT_FROM_EMAIL,
            subject=shown["subject"],
            text=render_to_string("mail/account.txt", shown),
            page=render_to_string("mail/account.html", shown),
        )
