"""What django-allauth writes: every mail and text of it, with the site's name and in one voice."""

from __future__ import annotations

import re
from pathlib import Path

import allauth
import django
import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context
from babel.messages.pofile import read_po
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from accounts.models import User
from tests.accounts.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True)

TEMPLATES = Path(allauth.__file__).parent / "templates"
PREFIXES = sorted(
    path.relative_to(TEMPLATES).as_posix().removesuffix("_message.txt")
    for folder in ("account/email", "mfa/email")
    for path in (TEMPLATES / folder).glob("*_message.txt")
    if not path.name.startswith("base_")
)
FORMAL = r"\b(Sie|Ihr|Ihre|Ihrem|Ihren|Ihrer|Ihres|Ihnen)\b"


def told(user: User) -> dict[str, object]:
    """What django-allauth itself gives with its mails; address and site are the adapter's."""
    link = "http://localhost:6666/accounts/somewhere/"  # by the request's `Host`
    return {
        "user": user, "username": user.username, "key": "abc", "activate_url": link,
        "password_reset_url": link, "signup_url": link, "code": "",
        "from_email": "old@example.org", "to_email": "new@example.org",
        "deleted_email": "old@example.org", "ip": "192.0.2.7", "user_agent": "Lynx",
        "timestamp": timezone.now(),
    }  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_mail_names_the_site_and_says_du(mailbox: Mailbox, language: str) -> None:
    user = User.objects.create_user("Zoë", "zoe@example.org")
    request = RequestFactory().get("/", HTTP_HOST="localhost:6666")
    request.user, request.session = AnonymousUser(), SessionStore()
    assert len(PREFIXES) > 15
    for prefix in PREFIXES:
        with context.request_context(request), translation.override(language):
            get_adapter().send_mail(prefix, user.email, told(user))
        letter = mailbox.letters[-1]
        assert letter["To"] == "zoe@example.org"
        assert letter["Auto-Submitted"] == "auto-generated", "or absences are answered"
        assert letter["Subject"].strip().startswith("[Sobremesa] ") and len(letter["Subject"]) > 16
        text = mailbox.text()
        assert "Sobremesa · http://localhost:8000" in text, prefix
        links = re.findall(r"https?://\S+", text)
        assert links and all(link.startswith("http://localhost:8000") for link in links), links
        assert text.startswith("Hallo," if language == "de" else "Hello,"), prefix
        assert not re.search(r"\s[.!,]|  [.!,]|\(\)|None|%\(|\{", text.replace("--", "")), text
        if language == "de":
            assert not re.search(FORMAL, letter["Subject"] + text), text
            assert not re.search(r"\b(you|your|You)\b", text), text
    assert len(mailbox.letters) == len(PREFIXES)


def test_a_mail_of_a_real_sign_up(mailbox: Mailbox, client: Client) -> None:
    new = {"username": "Zora", "email": "zora@example.org"}
    new |= dict.fromkeys(("password1", "password2"), "two sugars please")
    client.post("/accounts/signup/", new, headers={"accept-language": "de", "host": "localhost:1"})
    assert "http://localhost:8000/accounts/confirm-email/" in mailbox.text()
    assert "localhost:1/" not in mailbox.text()
    assert "weil Zora mit deiner E-Mail-Adresse ein Konto bei localhost:8000" in mailbox.text()
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert "nobody@example.org" in mailbox.text()
    assert mailbox.letters[-1]["To"] == "nobody@example.org"


def german_of(package: Path) -> list[tuple[str, ...]]:
    """The texts of a package as it says them in German."""
    with (package / "locale/de/LC_MESSAGES/django.po").open("rb") as file:
        catalog = read_po(file, locale="de")
    return [
        (message.id,) if isinstance(message.id, str) else tuple(message.id)
        for message in catalog
        if message.id and not all(foreign(where) for where, _line in message.locations or [("", 0)])
    ]


def foreign(where: str) -> bool:
    """Whether a text belongs to a part of django-allauth that the site does not have."""
    return bool(re.match(r"(templates/)?(socialaccount|idp|headless|openid)/", where))


@pytest.mark.parametrize("name", ["allauth", "admin", "auth", "forms"])
def test_no_text_that_others_have_written_says_sie(name: str) -> None:
    home = Path(django.__file__).parent
    package = {
        "allauth": Path(allauth.__file__).parent,
        "admin": home / "contrib/admin",
        "auth": home / "contrib/auth",
        "forms": home / "conf",
    }[name]
    texts = german_of(package)
    assert len(texts) > 20
    with translation.override("de"):
        said = {
            (id_, count): translation.gettext(id_[0])
            if len(id_) == 1
            else translation.ngettext(id_[0], id_[1], count)
            for id_ in texts
            for count in (1, 2)
        }
    wrong = {id_[0]: text for (id_, _), text in said.items() if re.search(FORMAL, text)}
    assert {id_ for id_ in wrong if not of_the_debug_page(id_)} == set()


def of_the_debug_page(text: str) -> bool:
    """Whether a text stands on Django's own page about forged forms, in whose place is ours."""
    return bool(re.search(r"“?Referer|[Cc]ookie", text))
