"""The pages, forms, toasts and errors of django-allauth speak in the house's words.

Lists of its own files tell when a new version has something more. That no page is drawn by one of
its templates, every test sees to (`tests.strict_templates`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import allauth
import html5lib
import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from babel.messages.pofile import read_po
from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.module_loading import import_string

from accounts.models import User
from accounts.signing_in.door_words import ACCOUNT_ERRORS, DOOR_ERRORS, SECOND_FACTOR_ERRORS, TOASTS
from accounts.signing_in.forms import Worded
from accounts.signing_in.guests.services import guest_make
from config.running import texts
from tests.accounts.conftest import PASSWORD
from tests.people import client_of
from tools.passkey import passkey_make

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_counted")]

ALLAUTH = Path(allauth.__file__).parent
APPS = ("account", "mfa", "socialaccount", "usersessions")
SWITCHED_OFF = (
    "ACCOUNT_CHANGE_EMAIL", "ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED",
    "ACCOUNT_LOGIN_BY_CODE_TRUST_ENABLED", "ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED",
    "MFA_PASSKEY_SIGNUP_ENABLED", "MFA_RECOVERY_CODES_SHOW_ONCE", "MFA_TRUST_ENABLED",
    "SOCIALACCOUNT_ONLY",
)  # fmt: skip
NOT_SHOWN = {
    "base_confirm_code.html", "base_entrance.html", "base_manage.html", "base_manage_email.html",
    "base_manage_password.html", "base_manage_phone.html", "recovery_codes/base.html",
    "totp/base.html", "webauthn/base.html",  # frames
    "confirm_phone_verification_code.html", "phone_change.html",  # no phones
    "confirm_email_verification_code.html", "confirm_password_reset_code.html",
    "email_change.html", "signup_by_passkey.html", "trust.html", "webauthn/signup_form.html",
    "signup_closed.html", "verified_email_required.html", "login_redirect.html",  # not here
    "snippets/already_logged_in.html", "snippets/login_extra.html", "snippets/warn_no_email.html",
    "webauthn/snippets/login_script.html",  # parts that our pages do without
}  # fmt: skip
NEVER_SAID = {
    "account/messages/phone_verification_sent.txt", "account/messages/phone_verified.txt",
}  # fmt: skip
FORMS_WITHOUT_WORDS = {
    "ACCOUNT": {
        "change_email", "change_phone", "confirm_email_verification_code",
        "confirm_password_reset_code", "verify_phone",  # not here
        "user_token",  # nothing to fill in
    },
    "MFA": {
        "signup_webauthn",  # not here
        "authenticate_webauthn", "deactivate_totp", "generate_recovery_codes", "login_webauthn",
        "reauthenticate_webauthn",  # nothing to fill in
    },
    "SOCIALACCOUNT": {"disconnect"},  # a button for each
}  # fmt: skip
NO_ERRORS_HERE = {
    "account_inactive", "cannot_remove_primary_email", "invalid_login", "invalid_or_expired_key",
    "invalid_password_reset", "invalid_token", "max_email_addresses", "phone_password_mismatch",
    "phone_taken", "same_as_current", "select_only_one", "unknown_email", "unknown_phone",
    "unverified_primary_email", "username_blacklisted", "cannot_delete_authenticator",
    "connected_other", "disconnect_last",
}  # fmt: skip
AS_GOOD_AS_OURS = {"You must type the same password each time."}


def test_each_page_of_allauth_has_a_template_of_ours() -> None:
    for name in SWITCHED_OFF:
        assert not getattr(settings, name, False), f"{name} has pages that are not ours"
    ours = Path(settings.BASE_DIR) / "templates"
    for app in APPS:
        home = ALLAUTH / "templates" / app
        theirs = {path.relative_to(home).as_posix() for path in home.rglob("*.html")}
        assert {name for name in theirs if not (ours / app / name).exists()} <= NOT_SHOWN
        assert not {name for name in NOT_SHOWN if (ours / app / name).exists()}


def test_each_form_that_allauth_asks_for_has_our_words() -> None:
    for prefix, without in FORMS_WITHOUT_WORDS.items():
        views = (ALLAUTH / prefix.lower()).rglob("views.py")
        asked = r'app_settings\.FORMS,\s+"(\w+)"'
        names = {name for path in views for name in re.findall(asked, path.read_text())}
        assert names - without == set(getattr(settings, f"{prefix}_FORMS")) and without < names
        for path in getattr(settings, f"{prefix}_FORMS").values():
            assert issubclass(import_string(path), Worded)


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_toast_of_allauth_has_words_of_ours_or_none(language: str) -> None:
    home = ALLAUTH / "templates"
    theirs = {path.relative_to(home).as_posix() for path in home.glob("*/messages/*.txt")}
    assert theirs - NEVER_SAID == set(TOASTS) and theirs > NEVER_SAID
    with translation.override(language):
        for words in TOASTS.values():
            assert not re.search("[{}]|%", str(words).format_map({"email": "zoe@example.org"}))


def test_each_error_of_allauth_has_words_of_ours() -> None:
    for adapter, ours in (
        (DefaultAccountAdapter, ACCOUNT_ERRORS),
        (DefaultMFAAdapter, SECOND_FACTOR_ERRORS),
        (DefaultSocialAccountAdapter, DOOR_ERRORS),
    ):
        theirs = set(adapter.error_messages)
        assert theirs - NO_ERRORS_HERE == set(ours), adapter


def ids_in(path: Path) -> Iterator[str]:
    """The English texts of a catalogue."""
    with path.open("rb") as source:
        for message in read_po(source, locale="de"):
            yield from [message.id] if isinstance(message.id, str) else message.id


def foreign_words() -> set[str]:
    """Return the texts of django-allauth that are not replaced."""
    ours = {text for area in texts.areas() for text in ids_in(area.po("de"))}
    theirs = set(ids_in(ALLAUTH / "locale/de/LC_MESSAGES/django.po"))
    assert len(theirs) > 200 and "Sign up" in ours
    return theirs - ours - AS_GOOD_AS_OURS


def said_on(answer: HttpResponse) -> set[str]:
    """The texts of a page, toasts and errors among them."""
    page = html5lib.parse(answer.content.decode(), namespaceHTMLElements=False)
    return {" ".join(text.split()).rstrip(":") for text in page.itertext()} | {
        str(element.get(name))
        for element in page.iter()
        for name in ("placeholder", "aria-label", "alt", "title", "value")
        if element.get(name)
    }


def doors(ana: User) -> Iterator[HttpResponse]:
    """The pages of signing in and up, and of an account, as they come and as they come back."""
    for client, name, *forms in (
        (Client(), "account_login", {"login": "Ana", "password": "no"}, {}),
        (Client(), "account_login", {"login": "ana@example.org", "password": "no"}),
        (Client(), "account_signup", {"username": "Ana", "email": "x", "password1": "1"}, {}),
        (Client(), "account_reset_password", {"email": "x"}, {"email": "eve@example.org"}),
        (Client(), "account_request_login_code", {"email": "x"}),
        (client_of(guest_make()), "become", {"username": "Ana", "password2": "2"}),
        (client_of(ana), "account_email", {"action_add": "", "email": ana.email}),
        (client_of(ana), "account_email", {"action_add": "", "email": "new@example.org"}),
        (client_of(ana), "account_email", {"action_primary": "", "email": "new@example.org"}),
        (client_of(ana), "account_email", {"action_remove": "", "email": ana.email}),
        (client_of(ana), "account_email", {"action_remove": "", "email": "new@example.org"}),
        (client_of(ana), "mfa_generate_recovery_codes", {}),
        (client_of(ana), "account_change_password", {"oldpassword": "no", "password1": "1"}),
        (client_of(ana), "account_reauthenticate", {"password": "no"}),
        (client_of(ana), "mfa_index"),
        (client_of(ana), "mfa_activate_totp", {"code": "1"}),
        (client_of(ana), "mfa_add_webauthn", {"credential": "{}"}),
        (client_of(ana), "mfa_list_webauthn"),
        (client_of(ana), "socialaccount_connections", {"account": "1"}),
        (client_of(ana), "usersessions_list", {}),
        (client_of(ana), "account_logout", {}),
        (Client(), "account_inactive"),
        (Client(), "account_reset_password_from_key_done"),
        (Client(), "socialaccount_login_cancelled"),
        (Client(), "socialaccount_login_error"),
    ):
        yield client.get(reverse(name), follow=True)
        for form in forms:
            yield client.post(reverse(name), form, follow=True)


def test_no_page_says_what_allauth_has_written(ana: User) -> None:
    foreign = foreign_words()
    said = [(answer.request["PATH_INFO"], said_on(answer)) for answer in doors(ana)]
    assert not {(path, text) for path, told in said for text in told & foreign}
    every = {text for _path, told in said for text in told}
    for words in (
        "Take at least 12 characters", "new@example.org has been removed.",
        "This is not your password.", "See you soon!",
    ):  # fmt: skip
        assert any(words in text for text in every), words


def test_the_pages_of_a_second_factor_say_nothing_of_allauth(ana: User) -> None:
    key, foreign, client = passkey_make(ana), foreign_words(), client_of(ana)
    (code, *_others) = RecoveryCodes.activate(ana).get_unused_codes()
    asked = reverse("mfa_reauthenticate")
    here = [client.get(asked), client.post(asked, {"code": "1"})]
    client.post(asked, {"code": code})
    here += [
        client.get(reverse(name, args=args), follow=True)
        for name, args in (
            ("mfa_index", ()), ("mfa_list_webauthn", ()), ("mfa_add_webauthn", ()),
            ("mfa_edit_webauthn", (key.pk,)), ("mfa_remove_webauthn", (key.pk,)),
            ("mfa_reauthenticate_webauthn", ()), ("mfa_view_recovery_codes", ()),
            ("mfa_generate_recovery_codes", ()),
        )
    ]  # fmt: skip
    here.append(client.post(reverse("mfa_generate_recovery_codes"), follow=True))
    new = {"action_add": "", "email": "new@example.org"}
    here.append(client.post(reverse("account_email"), new, follow=True))
    other, entry = Client(), {"login": "Ana", "password": PASSWORD}
    here.append(other.post(reverse("account_login"), entry, follow=True))
    here.append(other.post(reverse("mfa_authenticate"), {"code": "1"}))
    assert [answer.status_code for answer in here] == [200] * len(here)
    assert not {text for answer in here for text in said_on(answer) & foreign}
    sheet = client.get(reverse("mfa_download_recovery_codes")).content.decode()
    assert sheet.startswith("Sobremesa: Recovery codes\n") and len(sheet.split()) == 13


def test_rules_of_passwords_are_told_in_one_line_until_they_are_broken(client: Client) -> None:
    form = client.get(reverse("account_signup")).context["form"]
    assert "\n" not in form["password1"].help_text and "<" not in form["password1"].help_text
    for password, broken in {
        "short": "too short", "918273645546": "entirely numeric", "password1234": "too common",
        "zora@example.org": "too similar",
    }.items():  # fmt: skip
        new = {"username": "Zora", "email": "zora@example.org", "password1": password}
        page = client.post(reverse("account_signup"), new | {"password2": password}).text
        assert broken in page


def toasts(answer: Any) -> list[str]:
    """The toasts of the page to which an answer leads."""
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_a_toast_says_what_no_page_does(ana: User) -> None:
    client = Client()
    entry = {"login": "Ana", "password": PASSWORD}
    assert toasts(client.post(reverse("account_login"), entry, follow=True)) == []
    new = {"action_add": "", "email": "new@example.org"}
    told = toasts(client.post(reverse("account_email"), new, follow=True))
    assert told == ["We have sent an email to new@example.org. Open the link in it."]
    newcomer = {"username": "Zora", "email": "zora@example.org"}
    newcomer |= dict.fromkeys(("password1", "password2"), PASSWORD)
    assert toasts(Client().post(reverse("account_signup"), newcomer, follow=True)) == []
    visitor, code = Client(), reverse("account_request_login_code")
    assert toasts(visitor.post(code, {"email": "zora@example.org"}, follow=True)) == []
    again = visitor.post(reverse("account_confirm_login_code"), {"action": "resend"}, follow=True)
    assert toasts(again) == ["Another code is on its way."]
