"""What ends with a session, a password or an account: each cell of the table in the document."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail.letters import letters_send
from accounts.models import Device, Feed, Hook, Notice, Token, User
from accounts.moderation.acts import user_suspend
from accounts.notices.feeds import feeds_renew
from accounts.notices.kinds import InvitationNotice
from accounts.notices.selecting import owe
from accounts.notices.wishes import reaches
from accounts.people.leaving import account_delete
from accounts.people.tokens import token_make
from tests.people import client_of, people_make
from tools.outside import PushBrowser

pytestmark = pytest.mark.django_db

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "topics" / "outliving.md"
OLD, NEW = "the password of until now", "another one for later"
HOOK = "https://ana.example/"
AGENT = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537"


class World:
    """Somebody who is signed in twice, with all that they can have; and a guest."""

    def __init__(self) -> None:
        (self.ana,) = people_make("Ana", password=OLD)
        self.ana.emailaddress_set.create(email=self.ana.email, verified=True, primary=True)
        self.here, self.there = signed_in(), signed_in()
        self.devices = {client: device_of(client) for client in (self.here, self.there)}
        self.secret = token_make(user=self.ana, name="bot")
        self.feed = reverse("feed_deadlines", args=[feeds_renew(self.ana).secret])
        Hook.objects.create(user=self.ana, url=HOOK, secret="whsec_")
        self.browser = Client()
        self.browser.post(reverse("play_bots"), {"game": "cuba"})
        self.guest = User.objects.get(is_guest=True)


def signed_in() -> Client:
    client = Client(headers={"user-agent": AGENT})
    client.post(reverse("account_login"), {"login": "Ana", "password": OLD})
    assert is_in(client)
    return client


def device_of(client: Client) -> Device:
    """The browser of a client shows notices, from now on."""
    subscription = PushBrowser(f"https://push.example/{Device.objects.count()}").subscription
    answer = client.post(reverse("device_add"), subscription, "application/json")
    assert answer.status_code == 204
    return Device.objects.latest("pk")


def is_in(client: Client) -> bool:
    return client.get(reverse("my_games")).status_code == 200


# --- The rows: how each does ----------------------------------------------------------------------


def alive(is_alive: bool) -> str:
    return "stays" if is_alive else "ends"


def device(world: World, client: Client) -> str:
    """How the device of a client does: told of the next thing, or not."""
    known = Device.objects.filter(pk=world.devices[client].pk).first()
    return told(world, str(known.pk)) if known else "ends"


def told(world: World, address: str) -> str:
    """Whether somebody is told at an address of what happens now, and of what they are owed."""
    before = Notice.objects.filter(address=address)
    owed = [reaches(notice) for notice in before.select_related("user")]
    owe([world.ana.pk], InvitationNotice, f"{Notice.objects.count()}")
    is_told = before.count() > len(owed)
    assert not owed or set(owed) == {is_told}
    return "stays" if is_told else "rests"


def token(world: World) -> str:
    if not Token.objects.exists():
        return "ends"
    headers = {"authorization": f"Bearer {world.secret}"}
    answer = Client().get("/api/v1/tables", headers=headers)
    return {200: "stays", 403: "rests", 401: "ends"}[answer.status_code]


def feed(world: World) -> str:
    known = Feed.objects.exists()
    is_read = Client().get(world.feed).status_code == 200
    assert known or not is_read
    return "stays" if is_read else "rests" if known else "ends"


def hook(world: World) -> str:
    return told(world, HOOK) if Hook.objects.exists() else "ends"


def offline(world: World) -> str:
    """What the service worker keeps: the same page for everybody, files, and its subscription."""
    mine, nobodys = (client.get("/offline/").text for client in (world.here, Client()))
    assert mine == nobodys and "Ana" not in mine
    script = world.here.get("/service-worker.js").text
    kept = re.findall(r'(?:\\u0022|")(/[^"\\]*)', script)
    assert "/offline/" in kept
    others = {path for path in kept if not path.startswith("/static/")}
    assert others == {"/offline/", "/device"}
    return "none"


ROWS: dict[str, Callable[[World], str]] = {
    "the session here": lambda world: alive(is_in(world.here)),
    "another session": lambda world: alive(is_in(world.there)),
    "notices on this device": lambda world: device(world, world.here),
    "notices on another device": lambda world: device(world, world.there),
    "a token": token,
    "addresses of calendar and feed": feed,
    "an address of one's own (hook)": hook,
    "a guest whom the browser remembers": lambda world: alive(is_in(world.browser)),
    "pages kept for no connection": offline,
}


# --- The columns: what happens --------------------------------------------------------------------


def signs_out(world: World) -> None:
    for client in (world.here, world.browser):
        client.post(reverse("account_logout"))


def ends_the_others(world: World) -> None:
    world.here.post(reverse("usersessions_list"))
    assert world.browser.post(reverse("usersessions_list")).status_code == 302, "not for guests"


def chooses_another_password(world: World) -> None:
    change = {"oldpassword": OLD, "password1": NEW, "password2": NEW}
    answer = world.here.post(reverse("account_change_password"), change)
    assert answer.status_code == 302


def resets_it(world: World) -> None:
    """In a browser of its own."""
    client = Client()
    client.post(reverse("account_reset_password"), {"email": world.ana.email})
    letters_send()
    (link,) = re.findall(r"https?://[^/\s]+(/\S+/key/\S+)", str(mail.outbox[-1].body))
    form = client.get(link, follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    assert User.objects.get(pk=world.ana.pk).check_password(NEW)


def is_suspended(world: World) -> None:
    (root,) = people_make("root", is_staff=True, is_superuser=True)
    until = timezone.now() + timedelta(days=1)
    for user in (world.ana, world.guest):
        user_suspend(moderator=root, user=user, until=until, why="Rude.")


def is_deleted(world: World) -> None:
    for user in (world.ana, world.guest):
        account_delete(user=user)


COLUMNS: dict[str, Callable[[World], None]] = {
    "signing out here": signs_out,
    "ending all other sessions": ends_the_others,
    "a new password, chosen here": chooses_another_password,
    "a password reset by mail": resets_it,
    "suspension": is_suspended,
    "deletion of the account": is_deleted,
}


def table() -> dict[tuple[str, str], str]:
    """The cells of the document, by row and column."""
    lines = [line for line in DOCUMENT.read_text().splitlines() if line.startswith("|")]
    head, _rule, *rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return {
        (row[0], what): cell for row in rows for what, cell in zip(head, row, strict=True) if what
    }


def test_the_table_is_whole() -> None:
    assert set(table()) == {(row, column) for row in ROWS for column in COLUMNS}


@pytest.mark.parametrize("column", COLUMNS)
def test_each_cell(column: str) -> None:
    """By its column, as what happens is the same for all rows."""
    world = World()
    assert {row: state(world) for row, state in ROWS.items()} == {
        row: "none" if row == "pages kept for no connection" else "stays" for row in ROWS
    }
    COLUMNS[column](world)
    # devices first, pages last: whoever is suspended is signed out by the next page
    order = sorted(ROWS, key=lambda row: 2 * ("pages" in row) + ("session" in row))
    found = {row: ROWS[row](world) for row in order}
    expected = {row: cell for (row, what), cell in table().items() if what == column}
    guests = "a guest whom the browser remembers"
    if expected[guests] == "none":  # guests have nothing of the kind: it stays
        assert found.pop(guests) == "stays" and expected.pop(guests)
    assert found == expected


def test_a_session_that_ends_by_hand_takes_its_device_along() -> None:
    """Or by running out, or by whatever else deletes it."""
    world = World()
    key = world.here.session.session_key
    Session.objects.filter(session_key=key).delete()
    assert [kept.pk for kept in Device.objects.all()] == [world.devices[world.there].pk]
    assert UserSession.objects.filter(user=world.ana).count() == 1


def test_nothing_of_a_session_is_left_with_the_account() -> None:
    world = World()
    is_deleted(world)
    assert not Session.objects.exists() and not UserSession.objects.exists()


def test_all_places_are_listed_with_their_last_use() -> None:
    world = World()
    Client().get("/api/v1/tables", headers={"authorization": f"Bearer {world.secret}"})
    Client().get(world.feed)
    page = world.here.get(reverse("usersessions_list")).text
    assert page.count("Chrome · Android") == 6, "two sessions, each with a device and its button"
    assert page.count("this session") == 1 and HOOK in page and "bot" in page
    assert page.count("last used") == 4 and page.count("never used") == 3, "devices and hook"
    for name in ("notices_feeds", "hook_change"):
        world.here.post(reverse(name), {"end": ""})
    page = world.here.get(reverse("usersessions_list")).text
    assert HOOK not in page and "Calendar and feed" not in page


def test_a_last_use_is_known_to_the_hour() -> None:
    """Whoever comes once a day keeps their session; and most pages write nothing."""
    world = World()
    listed = UserSession.objects.filter(session_key=world.here.session.session_key)
    listed.update(last_seen_at=timezone.now() - timedelta(days=2))
    is_in(world.here)
    assert listed.get().last_seen_at < timezone.now() - timedelta(days=1), "noted lately"
    session = world.here.session
    session["used"] -= 2 * 3600
    session.save()
    Session.objects.filter(pk=session.session_key).update(
        expire_date=timezone.now() + timedelta(days=1)
    )
    is_in(world.here)
    assert listed.get().last_seen_at > timezone.now() - timedelta(minutes=1)
    life = Session.objects.get(pk=session.session_key).expire_date - timezone.now()
    assert life > timedelta(days=59)


def client_from_before() -> Client:
    """Return a client of Ana's whose session began before its uses were noted."""
    (ana,) = people_make("Ana")
    client = client_of(ana)
    session = client.session
    session.pop("used", None)
    session.save()
    return client


def test_a_session_from_before_is_listed_at_its_next_use() -> None:
    client = client_from_before()
    UserSession.objects.all().delete()
    client.get("/lobby/")
    assert UserSession.objects.get().session_key == client.session.session_key


def test_a_page_is_shown_where_no_use_can_be_noted() -> None:
    """As on a full disk; the transaction of this test writes nothing from here on."""
    client = client_from_before()
    with connection.cursor() as cursor:
        cursor.execute("set transaction read only")
    page = client.get("/lobby/")
    assert page.status_code == 200 and "Ana" in page.text


def test_a_session_used_from_an_unknown_address_is_not_listed() -> None:
    client = client_from_before()
    UserSession.objects.all().delete()
    assert client.get(reverse("my_games"), REMOTE_ADDR="").status_code == 200
    assert not UserSession.objects.exists()


def test_a_token_beside_a_cookie_opens_no_session() -> None:
    (ana,) = people_make("Ana")
    client = Client(headers={"authorization": f"Bearer {token_make(user=ana, name='bot')}"})
    client.cookies[settings.SESSION_COOKIE_NAME] = "x" * 32
    answer = client.get("/api/v1/tables")
    assert answer.status_code == 200
    assert not Session.objects.exists() and not UserSession.objects.exists()
