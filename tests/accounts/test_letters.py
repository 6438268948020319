"""Mails about accounts: each in the house's layout and voice, and none of django-allauth's own."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import allauth
import django
import html5lib
import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context
from babel.messages.pofile import read_po
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import translation

from accounts.mail.letters import letter_owe
from accounts.mail.occasions import OCCASIONS
from accounts.models import User
from config.web.isolates import isolated
from tests.accounts.mailbox import Mailbox
from tools.mails import letter_sample

pytestmark = pytest.mark.django_db(transaction=True)

TEMPLATES = Path(allauth.__file__).parent / "templates"
PREFIXES = {
    path.relative_to(TEMPLATES).as_posix().removesuffix("_message.txt")
    for path in TEMPLATES.glob("*/email/*_message.txt")
    if not path.name.startswith("base_")
}
NEVER_SENT = {
    "account/email/email_confirm",  # by nobody
    "account/email/password_reset_code",  # a password is reset by a link
}
OURS = {"account/email/made", "account/email/deleted"}
HERE = "http://localhost:8000"
FORMAL = r"\b(Sie|Ihr|Ihre|Ihrem|Ihren|Ihrer|Ihres|Ihnen)\b"


def text_of(letter: EmailMessage) -> str:
    """Return what a mail says as plain text."""
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def page_of(letter: EmailMessage) -> html5lib.treebuilders.base.Node:
    """Return the page of a mail, read by a strict parser."""
    body = letter.get_body(("html",))
    assert body is not None
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    return parser.parse(body.get_content())


def words_of(node: html5lib.treebuilders.base.Node) -> str:
    return " ".join("".join(node.itertext()).split())


def visit(host: str = "localhost:6666") -> HttpRequest:
    """Return a visitor's request, which says of itself that it came to some other host."""
    request = RequestFactory().get("/", HTTP_HOST=host)
    request.user, request.session = AnonymousUser(), SessionStore()
    return request


def test_each_mail_that_allauth_can_send_has_words_of_ours() -> None:
    """A new version with another one is noticed here."""
    assert set(OCCASIONS) - OURS == PREFIXES - NEVER_SENT
    assert NEVER_SENT < PREFIXES and set(OCCASIONS) > OURS
    assert not getattr(settings, "ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED", False)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("occasion", OCCASIONS)
def test_a_mail_has_a_text_and_a_page_in_one_voice(
    mailbox: Mailbox, occasion: str, language: str
) -> None:
    """The strict parsers of `mailbox` read each of them, too."""
    user = User(username="זואי", email="zoe@example.org")
    with translation.override("en" if language == "de" else "de"):
        letter_owe(letter_sample(occasion, user, language))
    (letter,) = mailbox.letters
    assert letter["To"] == user.email
    assert letter["Auto-Submitted"] == "auto-generated", "or absences are answered"
    text, page = text_of(letter), page_of(letter)
    heading, html_of = page.find(".//h1"), words_of(page.find("body"))
    assert letter["Subject"] == words_of(heading) and "[" not in letter["Subject"]
    assert text.startswith("Hallo," if language == "de" else "Hello,")
    assert page.get("lang") == {"en": "en-GB", "de": "de"}[language]
    assert "Sobremesa · http://localhost:8000" in text and html_of.startswith("Sobremesa ")
    for paragraph in text.partition("\n--\n")[0].split("\n\n")[1:]:
        if HERE not in paragraph:
            assert " ".join(paragraph.split()) in html_of, "both say the same"
    links = re.findall(r"https?://[^\s]+", text)
    assert all(link.startswith(HERE) for link in links)
    assert {a.get("href").rstrip("/") for a in page.iterfind(".//a")} == {
        link.rstrip("/") for link in links
    }
    for said in (text, html_of):
        assert user.username not in said.replace(isolated(user.username), ""), "names are isolated"
        assert not re.search(r"\s[.!,]|\(\)|None|%\(|[{}]", said.replace("--", "")), said
        if language == "de":
            assert not re.search(FORMAL, said), said
            assert not re.search(r"\b(you|your|You)\b", said), said


def test_a_mail_is_in_the_language_of_its_reader(mailbox: Mailbox) -> None:
    """Whoever has asked for it may be an administrator, or somebody else."""
    zoe = User.objects.create_user("Zoë", "zoe@example.org", language="de")
    zoe.emailaddress_set.create(email=zoe.email, verified=True, primary=True)
    with context.request_context(visit()), translation.override("en"):
        adapter = get_adapter()
        adapter.send_account_already_exists_mail(zoe.email)
        adapter.send_mail("account/email/login_code", zoe.email, {"code": "K7M-2QX"})
        adapter.send_notification_mail("account/email/password_changed", zoe)
        adapter.send_mail("account/email/login_code", "nobody@example.org", {"code": "K7M-2QX"})
    assert [letter["Subject"] for letter in mailbox.letters] == [
        "Du hast schon ein Konto", "Dein Code", "Dein Passwort wurde geändert", "Your code",
    ]  # fmt: skip


def test_a_link_leads_here_whatever_a_request_says(mailbox: Mailbox) -> None:
    facts = {"password_reset_url": "http://localhost:6666/accounts/somewhere/"}
    with context.request_context(visit()):
        get_adapter().send_mail("account/email/account_already_exists", "zoe@example.org", facts)
    assert f"{HERE}/accounts/somewhere/" in mailbox.text()
    assert ":6666" not in mailbox.letters[0].as_string()


def test_a_mail_of_a_real_sign_up(mailbox: Mailbox, client: Client) -> None:
    new = {"username": "Zora", "email": "zora@example.org"}
    new |= dict.fromkeys(("password1", "password2"), "two sugars please")
    client.post("/accounts/signup/", new, headers={"accept-language": "de", "host": "localhost:1"})
    assert "http://localhost:8000/accounts/confirm-email/" in mailbox.text()
    assert "localhost:1/" not in mailbox.text()
    assert "Jemand hat sich mit dieser Adresse registriert, als Zora." in mailbox.text()
    client.post(
        "/accounts/password/reset/",
        {"email": "nobody@example.org"},
        headers={"accept-language": "de"},
    )
    assert mailbox.letters[-1]["Subject"] == "Kein Konto hat diese Adresse"
    assert mailbox.letters[-1]["To"] == "nobody@example.org"


def test_what_somebody_writes_is_no_markup(mailbox: Mailbox) -> None:
    user = User(username="Zoe", email="zoe@example.org")
    user_agent = "<b>Lynx</b>\r\nBcc: eve@example.org"
    request = RequestFactory().get("/", HTTP_USER_AGENT=user_agent)
    request.user, request.session = user, SessionStore()
    with context.request_context(request):
        get_adapter().send_notification_mail(
            "account/email/made", user, {"what": "A token: <i>x</i>"}, user.email
        )
    page = page_of(mailbox.letters[0])
    assert "<b>Lynx</b>" in words_of(page) and "<i>x</i>" in words_of(page)
    assert page.find(".//b") is None and page.find(".//i") is None
    assert "Bcc" not in mailbox.letters[0]


def german_of(package: Path) -> list[tuple[str, ...]]:
    """The texts of a package as it says them in German."""
    with (package / "locale/de/LC_MESSAGES/django.po").open("rb") as file:
        catalog = read_po(file, locale="de")
    return [
        (message.id,) if isinstance(message.id, str) else tuple(message.id)
        for message in catalog
        if message.id
    ]


@pytest.mark.parametrize("name", ["admin", "auth", "forms"])
def test_no_text_that_django_has_written_says_sie(name: str) -> None:
    """What django-allauth says is not shown: see `test_door_words`."""
    home = Path(django.__file__).parent
    package = {
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
