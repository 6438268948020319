"""Every other page of the site, as nobody, user, host, moderator and admin."""

from __future__ import annotations

import logging
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.utils import translation

from accounts.models import Channel, Notice, User
from accounts.notices.kinds import KINDS, Finished, Started
from accounts.notices.selecting import owe
from games.models import Seat, Table
from tests.pages.document import Page
from tests.pages.faults import LEFT_OVER, TWO_FULL_STOPS, faults_of, faults_of_styles
from tests.pages.links import THEIRS, Links
from tests.pages.validator import validated
from tests.pages.world import World
from tests.people import client_of
from tools import mails

pytestmark = pytest.mark.django_db

GERMANS = ("nobody", "user")


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)  # of many refusals
    return World()


HOSTS, USERS = "دانا-7", "נועם"
ALONE = re.compile(rf'(?<![\u2068@])(?<!value=")(?<!data-me=")(?<!dir="auto">)({HOSTS}|{USERS})')
"""After an @ somebody has typed it, in words that are kept together."""
FILLS = re.compile(rf"> ?({HOSTS}|{USERS}) ?<")
"""A name with nothing beside it."""
SHOWN = ("text/html", "text/plain", "text/calendar", "application/atom+xml", "image/svg+xml")


@pytest.fixture
def from_right(world: World) -> World:
    """The same site, with people whose names are read from the right."""
    for person, name in ((world.host, HOSTS), (world.user, USERS)):
        User.objects.filter(pk=person.pk).update(username=name)
        person.username = name
    return world


def alone_in(text: str) -> list[str]:
    """What is around each of these names that is not kept together."""
    return [text[max(one.start() - 60, 0) : one.end() + 20] for one in ALONE.finditer(text)]


def names_alone(answer: Any, address: str, role: str, named: Counter[str] | None) -> list[str]:
    """What is around each of these names that is not kept together in an answer.

    In the administration only those count that other words stand beside. `named` counts the
    answers that have such names, by whom they are for.
    """
    if answer.headers.get("Content-Type", "").partition(";")[0] not in SHOWN:
        return []
    text = answer.text.replace("\r\n ", "")  # as calendars fold long lines
    if named is not None:
        named[role] += HOSTS in text or USERS in text
    if address.startswith(THEIRS):
        return [one for one in alone_in(re.sub(r"\s+", " ", text)) if not FILLS.search(one)]
    return alone_in(text)


def looked_at(
    clients: dict[str, Client],
    addresses: list[str],
    language: str,
    pages: dict[str, bytes] | None = None,
    named: Counter[str] | None = None,
) -> list[str]:
    """What is wrong with the pages at these addresses, for each of these; `pages` keeps them.

    `named` counts how many show names that are read from the right.
    """
    found: dict[str, str] = {}
    links = Links()
    for role, client in clients.items():
        for address in addresses:
            answer = client.get(address, headers={"accept-language": language})
            where = f"{address} for {role}"
            alone = names_alone(answer, address, role, named)
            found |= {f"not kept together: {one!r}": where for one in alone}
            if answer.status_code < 300:
                links.found(client, address)
            if answer.status_code >= 500:
                found.setdefault(f"answers {answer.status_code}", where)
            if not answer.headers.get("Content-Type", "").startswith("text/html"):
                continue
            if answer.status_code >= 300 and not answer.content:
                continue
            page = Page(answer.content.decode())
            links.add(client, address, page)
            if pages is not None:
                pages[where] = answer.content
            if not address.startswith(THEIRS):
                for fault in faults_of(page) + faults_of_styles(page):
                    found.setdefault(fault, where)
    return [*(f"{fault} ({where})" for fault, where in found.items()), *links.broken()]


@pytest.mark.costly
@pytest.mark.sample
def test_every_address_as_a_user(from_right: World) -> None:
    """Names that are read from the right are kept together, here and for all others."""
    clients, named = {"user": from_right.viewers()["user"]}, Counter[str]()
    found = looked_at(clients, list(from_right.addresses()), "en", named=named)
    assert not found, "\n".join(found)
    assert named["user"] > 10, "they are on many pages"


@pytest.mark.costly
def test_every_address_as_everybody_else(from_right: World) -> None:
    clients, addresses, named = from_right.viewers(), list(from_right.addresses()), Counter[str]()
    admin = {"admin": clients.pop("admin")}
    del clients["user"]
    found = looked_at(clients, addresses, "en", named=named)
    theirs = [name for name in addresses if name.startswith(THEIRS)]
    found += looked_at(admin, theirs, "en", named=named)
    assert not found, "\n".join(found)
    assert min(named[role] for role in ("nobody", "moderator", "host")) > 10, "on many pages"
    assert named["admin"] > 2, "they are on some pages"


@pytest.mark.costly
def test_every_address_in_german(world: World, tmp_path: Path) -> None:
    """A validator of others reads these pages, too."""
    clients = {name: client for name, client in world.viewers().items() if name in GERMANS}
    ours = [name for name in world.addresses() if not name.startswith(THEIRS)]
    pages = dict[str, bytes]()
    found = looked_at(clients, ours, "de", pages)
    assert not found, "\n".join(found)
    assert len(pages) > 100
    found = validated(pages, tmp_path)
    assert not found, "\n".join(found)


@override_settings(DEMO=True, ROOT_URLCONF="tests.demo_urls")
def test_the_demo(world: World) -> None:
    clients = {"nobody": Client(), "user": world.viewers()["user"]}
    addresses = ["/", "/accounts/login/", "/accounts/demo/mails/", "/lobby/"]
    found = looked_at(clients, addresses, "en")
    assert not found, "\n".join(found)


@pytest.mark.costly
@pytest.mark.parametrize("language", ["en", "de"])
def test_searches_of_tables(world: World, language: str) -> None:
    clients = {name: client for name, client in world.viewers().items() if name in GERMANS}
    searches = ["person=ana&other=ben", "person=nemo", "game=santiago_de_cuba", "before=1", "x=y"]
    found = looked_at(clients, [f"/tables/?{search}" for search in searches], language)
    found += looked_at({"user": clients["user"]}, ["/?part=day", "/?part=open"], language)
    assert not found, "\n".join(found)


FORMS: dict[str, dict[str, str]] = {
    "/accounts/login/": {"login": "", "password": ""},
    "/accounts/signup/": {"username": "x", "email": "nowhere", "password1": "1", "password2": "2"},
    "/accounts/settings/": {"time_zone": "nowhere", "email": "no"},
    "/accounts/tokens/": {"name": ""},
    "/accounts/programs/": {"name": "x"},
    "/accounts/delete/": {"password": "no"},
    "/accounts/people/ben/report/": {"text": ""},
    "/accounts/password/change/": {"oldpassword": "no", "password1": "1", "password2": "2"},
    "/accounts/password/reset/": {"email": "nowhere"},
    "/accounts/email/": {"email": "nowhere", "action_add": ""},
    "/lobby/open/cuba/": {"seats_min": "9", "seats_max": "1"},
    "/lobby/open/santiago_de_cuba/": {},
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_forms_that_come_back(world: World, language: str) -> None:
    found: list[str] = []
    for address, filled in FORMS.items():
        signed_in = address not in ("/accounts/login/", "/accounts/signup/")
        client = world.viewers()["host" if signed_in else "nobody"]
        answer = client.post(address, filled, headers={"accept-language": language})
        assert answer.status_code in (200, 422), (address, answer.status_code)
        page = Page(answer.content.decode())
        found += [f"{fault} ({address})" for fault in faults_of(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_table_asks_again(world: World, language: str) -> None:
    """The page without scripts: whether a move or giving up is meant, and refusals."""
    table = world.tables["in play"]
    client = world.viewers()["host"]
    posts = {"resign": {}, "undo": {}, "moves": {"move": "{}", "question": "old"}, "return": {}}
    found: list[str] = []
    for what, filled in posts.items():
        answer = client.post(
            f"/tables/{table.pk}/{what}", filled, headers={"accept-language": language}, follow=True
        )
        found += [f"{fault} ({what})" for fault in faults_of(Page(answer.content.decode()))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("status", ["400", "403", "404_bare", "429", "500", "503"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_errors(status: str, language: str) -> None:
    with translation.override(language):
        page = Page(render_to_string(f"{status}.html"))
    assert faults_of(page) + faults_of_styles(page) == []


@pytest.mark.parametrize("name", ["stale", "sent_otherwise"])
@pytest.mark.parametrize("typed", [[], [("text", "He was rude.")]])
@pytest.mark.parametrize("language", ["en", "de"])
def test_forms_that_may_be_sent_again(name: str, typed: list[Any], language: str) -> None:
    facts = {"typed": typed, "csrf_token": "x" * 64}
    with translation.override(language):
        page = Page(render_to_string(f"{name}.html", facts))
    assert faults_of(page) + faults_of_styles(page) == []


def signed_in(world: World) -> list[Client]:
    """The browsers of who has an account."""
    return [client for role, client in world.viewers().items() if role != "nobody"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_mails(world: World, language: str) -> None:
    User.objects.update(language=language)
    written = mails_of_every_kind(world)
    readers = {client.session["_auth_user_id"]: client for client in signed_in(world)}
    links, found = Links(), list[str]()
    for mail in written:
        page = Page(mail.page)
        found += [f"{fault} ({mail.key})" for fault in faults_of(page)]
        for text in (mail.subject, *mail.text.splitlines()):
            if LEFT_OVER.search(text) or TWO_FULL_STOPS.search(text):
                found.append(f"{text!r} ({mail.key})")
        links.add(readers[str(mail.user_id)], "/", Page(mail.page.replace(settings.SITE_URL, "")))
    found += links.broken()
    assert not found, "\n".join(found)


def test_links_of_mails_lead_there_in_a_browser_that_knows_nobody(world: World) -> None:
    Table.objects.update(private=True, friends_watch=False)
    pages = [Page(mail.page.replace(settings.SITE_URL, "")) for mail in mails_of_every_kind(world)]
    links = {one.get("href") or "" for page in pages for one in page.all if one.tag == "a"}
    assert len(links) > len(KINDS)
    for link in links:
        address = link.partition("#")[0]
        answer = Client().get(address, follow=True)
        if answer.status_code == 404:
            signs_in = f"/accounts/login/?next={quote(address, safe='')}"
            assert signs_in in answer.text, link
        else:
            assert answer.status_code == 200, link


def mails_of_every_kind(world: World) -> list[Notice]:
    """Every kind of mail, written."""
    host, user = User.objects.get(pk=world.host.pk), User.objects.get(pk=world.user.pk)
    for table in (world.tables[name] for name in ("in play", "over", "closed", "given up")):
        owe([user.pk], Started, f"{table.pk} *", table_id=table.pk)
        for seat in table.seats.exclude(user=None).filter(resigned_at=None):
            mails.seat_owe(seat, Finished)
    asked = Seat.objects.filter(
        deciding=True, bot="", user__in=(host, user), table__frozen_at=None
    ).select_related("user")
    for seat in asked:
        mails.turn_owe(seat)
    away = list(Seat.objects.filter(absent_since__isnull=False).select_related("user", "table"))
    invited = (host, world.tables["open"].pk)
    mails.every_kind_write(asked[0], invited, absent=away[0], missed=away[0])
    written = list(Notice.objects.all())
    of_mail = {name for name, kind in KINDS.items() if Channel.MAIL in kind.channels}
    assert {mail.kind for mail in written} == of_mail
    return written


def test_mails_keep_such_names_together(from_right: World) -> None:
    texts = [
        text
        for mail in mails_of_every_kind(from_right)
        for text in (mail.subject, mail.text, mail.page)
    ]
    assert any(HOSTS in text for text in texts)
    assert not [around for text in texts for around in alone_in(text)]


def test_so_do_notices_in_the_corner(from_right: World) -> None:
    client = client_of(from_right.user)
    page = client.post(f"/accounts/people/{HOSTS}/block/", follow=True)
    assert HOSTS in page.text and not alone_in(page.text)
