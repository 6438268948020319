"""The panic switch and announcements, as administrators use them and everybody sees them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import tasks
from accounts.announcing import acts
from accounts.announcing.reading import forget, items_now
from accounts.models import Act, Announcement, Notice, User
from accounts.moderation import acts as moderation
from accounts.notices import sending
from accounts.notices.kinds import Moderation, Turn
from accounts.notices.selecting import owe
from accounts.people.rights import NotAllowed, make_group
from accounts.people.tokens import token_make
from games.models import Outage, Table
from tests.elsewhere import second_process
from tests.games.sockets import heard_of, open_socket, watch
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
WHY, WARUM = "A pipe has burst", "Ein Rohr ist geplatzt"
ANNOUNCEMENTS = "/admin/accounts/announcement/"
SWITCH = "/admin/games/outage/"


@pytest.fixture
def boss(db: None) -> User:
    [boss] = people_make("boss", is_staff=True, is_superuser=True)
    return boss


def announce(boss: User, **fields: Any) -> Announcement:
    now = timezone.now()
    work = {name: fields.pop(name) for name in list(fields) if name in ("work_since", "work_until")}
    read_only = fields.pop("read_only", False)
    usual = {"text_en": "We move house", "since": now - HOUR, "until": now + 9 * HOUR}
    made = Announcement(**{**usual, **fields})
    acts.announcement_save(by=boss, announcement=made, read_only=read_only, **work)
    return made


def stop(boss: User) -> None:
    acts.site_stop(by=boss, text_en=WHY, text_de=WARUM)


# --- The switch -----------------------------------------------------------------------------------


def test_the_administration_stops_the_site_and_lets_it_go_on(boss: User) -> None:
    client = client_of(boss)
    assert 'name="stop"' in client.get(SWITCH).content.decode()
    client.post(f"{SWITCH}switch/", {"stop": "1", "text_en": ""})
    assert not Outage.objects.exists(), "it takes a reason"
    client.post(f"{SWITCH}switch/", {"stop": "1", "text_en": WHY, "text_de": WARUM})
    page = client.get(SWITCH).content.decode()
    assert 'name="go_on"' in page and 'name="stop"' not in page
    assert (
        "already"
        in client.post(
            f"{SWITCH}switch/", {"stop": "1", "text_en": "Again"}, follow=True
        ).content.decode()
    )
    client.post(f"{SWITCH}switch/", {"go_on": "1", "why": "It is mended"})
    assert Outage.objects.get().until is not None
    log = Act.objects.order_by("pk").values_list("kind", "moderator_name", "why")
    assert list(log) == [("stop", "boss", WHY), ("go_on", "boss", "It is mended")]
    assert client.get(f"/admin/accounts/act/{Act.objects.first().pk}/change/").status_code == 200


def test_moderators_see_no_switch_and_may_not_use_it(boss: User) -> None:
    [moderator] = people_make("mod")
    moderator.groups.add(make_group())
    moderator.refresh_from_db()
    (onlooker,) = people_make("olga", is_staff=True)
    onlooker.user_permissions.add(Permission.objects.get(codename="view_outage"))
    assert "switch/" not in client_of(onlooker).get(SWITCH).text
    for user in (moderator, onlooker):
        client, stop = client_of(user), {"stop": "1", "text_en": WHY}
        assert client.post(f"{SWITCH}switch/", stop, follow=True).status_code == 403
        assert client.get(f"{ANNOUNCEMENTS}add/", follow=True).status_code == 403
    assert client_of(moderator).get(SWITCH, follow=True).status_code == 403
    with pytest.raises(NotAllowed):
        acts.site_stop(by=moderator, text_en=WHY)
    assert not Outage.objects.exists() and not Act.objects.exists()


def test_the_command(boss: User) -> None:
    def panic(*words: str) -> str:
        told = StringIO()
        call_command("panic", *words, stdout=told)
        return told.getvalue()

    assert panic() == "Going on.\n"
    with pytest.raises(CommandError, match="Say why"):
        panic("on")
    assert WHY in panic("on", "--reason", WHY, "--reason-de", WARUM) and WHY in panic()
    with pytest.raises(CommandError, match="already"):
        panic("on", "--reason", WHY)
    assert panic("off") == "Going on.\n"
    with pytest.raises(CommandError, match="already"):
        panic("off")
    by = Act.objects.values_list("moderator_name", flat=True)
    assert len(by) == 2 and all(name.startswith("manage.py (") for name in by)


def test_everything_that_would_change_anything_is_refused_and_reading_goes_on(
    boss: User, begin: Any
) -> None:
    playing = begin(days_per_move=2)
    user = playing.user_at(0)
    stop(boss)
    client = client_of(user)
    for address in ("/", "/lobby/", f"/tables/{playing.id}/", "/accounts/settings/", "/help/"):
        page = client.get(address, follow=True)
        assert page.status_code == 200 and WHY in page.content.decode()
        assert '<div class="announced stop">' in page.content.decode()
    assert WARUM in client.get("/lobby/", headers={"Accept-Language": "de"}).content.decode() or (
        user.language
    )
    question = playing.question(0)
    refused = [
        client.post(f"/tables/{playing.id}/moves", {"question": question["id"], "move": "{}"}),
        client.post(f"/tables/{playing.id}/chat/say/", {"text": "Hello"}),
        client.post("/lobby/open/pier/", {}),
        client.post("/accounts/settings/", {"language": "de"}),
        Client().post("/accounts/signup/", {"username": "newcomer"}),
    ]
    for answer in refused:
        assert answer.status_code == 503 and answer["Retry-After"] == "60"
        assert (
            WHY in answer.content.decode() and "nothing can be changed" in answer.content.decode()
        )
    program = Client(headers={"Authorization": f"Bearer {token_make(user=boss, name='bot')}"})
    answer = program.post("/api/v1/tables", {}, "application/json")
    assert answer.status_code == 503 and answer["Retry-After"] == "60"
    assert answer.json()["error"] == "halted" and WHY in answer.json()["message"]
    assert program.get("/api/v1/tables").status_code == 200
    told = program.get("/api/v1/site").json()
    assert told["halted"] and told["news"][0]["kind"] == "stop" and told["news"][0]["text"] == WHY
    quiet = client.post("/accounts/settings/", {}, headers={"Accept": "application/json"})
    assert quiet.json()["error"] == "halted"
    assert Table.objects.count() == 1 and not User.objects.filter(username="newcomer").exists()
    assert playing.kinds() == ["start"]
    acts.site_go_on(by=boss, why="mended")
    assert client.post(f"/tables/{playing.id}/chat/say/", {"text": "Hello"}).status_code == 302
    assert WHY not in client.get("/lobby/").content.decode()


def test_signing_in_and_moderating_goes_on(boss: User, begin: Any) -> None:
    """Somebody has to be able to look, to mend, and to let it go on."""
    playing = begin(days_per_move=2)
    boss.set_password("plum and pear")
    boss.save()
    stop(boss)
    client = Client()
    told = {"login": "boss", "password": "plum and pear"}
    assert client.post("/accounts/login/", told).status_code == 302
    assert client.post("/accounts/appearance/", {"theme": "dark"}).status_code == 302
    moderation.table_freeze(moderator=boss, table_id=playing.id, why="Look at it")
    moderation.table_thaw(moderator=boss, table_id=playing.id, why="It is well")
    assert playing.kinds() == ["start", "freeze", "thaw"]
    assert client.post("/accounts/logout/").status_code == 302


def test_nobody_is_told_of_turns_meanwhile_and_afterwards_they_are(
    boss: User, begin: Any, settings: Any
) -> None:
    settings.TURN_NOTICE_DELAY = 0
    begin(days_per_move=2)
    owe([boss.pk], Moderation, "*", lines=[])
    owe([boss.pk], Turn, "*")
    stop(boss)
    tasks.notices(0)
    sent = [sending.next_deliver("mail", timezone.now()) for _ in range(2)]
    assert sent == [True, False], "only what moderators have to know"
    assert list(Notice.objects.filter(status="owed").values_list("key", flat=True)) == [
        "turn " + str(boss.pk)
    ]
    acts.site_go_on(by=boss, why="mended")
    tasks.notices(0)
    assert Notice.objects.filter(kind="turn").count() > 1


# --- Announcements --------------------------------------------------------------------------------


def test_the_form_announces_and_plans_work_moves_it_and_calls_it_off(boss: User) -> None:
    client = client_of(boss)
    day = (timezone.now() + timedelta(days=2)).date()
    form = {
        "text_en": "New disks", "text_de": "Neue Platten", "signed_in_only": "on",
        "since_0": "2026-01-01", "since_1": "00:00", "until_0": day, "until_1": "23:00",
        "work_since_0": day, "work_since_1": "20:00", "work_until_0": day, "work_until_1": "22:00",
        "read_only": "on",
    }  # fmt: skip
    late = client.post(f"{ANNOUNCEMENTS}add/", {**form, "work_until_1": "19:00"})
    assert "Work ends after it begins" in late.content.decode()
    half = client.post(f"{ANNOUNCEMENTS}add/", {**form, "work_until_0": "", "work_until_1": ""})
    assert "a beginning and an end" in half.content.decode()
    assert not Announcement.objects.exists() and not Outage.objects.exists()
    assert client.post(f"{ANNOUNCEMENTS}add/", form).status_code == 302
    made = Announcement.objects.get()
    work = Outage.objects.get()
    assert made.work == work and work.kind == "planned" and work.read_only
    assert work.since == datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
    address = f"{ANNOUNCEMENTS}{made.pk}/change/"
    assert "20:00" in client.get(address).content.decode()
    assert client.post(address, {**form, "work_since_1": "21:00"}).status_code == 302
    work.refresh_from_db()
    made.refresh_from_db()
    assert work.since.hour == 21 and made.edition == 2
    deleting = f"{ANNOUNCEMENTS}{made.pk}/delete/"
    assert client.get(deleting).status_code == 200
    assert client.post(deleting, {"post": "yes"}).status_code == 302
    work.refresh_from_db()
    assert work.off and not Announcement.objects.exists()
    kinds = list(Act.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["announce", "announce", "withdraw"]
    assert Act.objects.latest("pk").details["work"][2] is True


def test_who_sees_an_announcement_when_and_in_which_words(boss: User) -> None:
    made = announce(boss, text_en="<b>See</b> https://example.org/why now", text_de="Bald")
    page = Client().get("/lobby/").content.decode()
    assert "&lt;b&gt;See&lt;/b&gt;" in page
    assert '<a href="https://example.org/why" rel="nofollow">' in page
    german = Client().get("/lobby/", headers={"Accept-Language": "de"}).content.decode()
    assert "Bald" in german and "example.org/why" not in german
    Announcement.objects.update(signed_in_only=True)
    forget()
    assert "example.org/why" not in Client().get("/lobby/").content.decode()
    assert "example.org/why" in client_of(boss).get("/lobby/").content.decode()
    for hours in (-2, 10):
        assert not items_now(signed_in=True, now=timezone.now() + hours * HOUR)
    acts.announcement_withdraw(by=boss, announcement=made)
    assert not items_now(signed_in=True)


def test_work_is_shown_in_the_zone_of_who_reads(boss: User) -> None:
    at = (timezone.now() + timedelta(days=3)).replace(hour=12, minute=0, second=0, microsecond=0)
    announce(boss, work_since=at, work_until=at + HOUR, read_only=True)
    User.objects.filter(pk=boss.pk).update(time_zone="Asia/Kathmandu")
    page = client_of(User.objects.get(pk=boss.pk)).get("/lobby/").content.decode()
    assert "17:45" in page and "18:45" in page and "Asia/Kathmandu" in page
    work = Client().get("/api/v1/site").json()["news"][0]["work"]
    assert datetime.fromisoformat(work["since"]) == at and work["read_only"]


def test_what_was_put_away_is_away_until_it_is_changed(boss: User) -> None:
    made, other = announce(boss), announce(boss, text_en="Something else")
    client = Client()
    away = client.post("/news/put-away/", {"key": f"{made.pk}.1", "next": "/help/"})
    assert away["Location"] == "/help/"
    page = client.get("/lobby/").content.decode()
    assert "We move house" not in page and "Something else" in page
    elsewhere = client.post("/news/put-away/", {"key": "no;such", "next": "https://example.org/"})
    assert elsewhere["Location"] == "/" and client.cookies["news"].value == f"{made.pk}.1"
    client.post("/news/put-away/", {"key": "guest"})
    assert client.cookies["news"].value == f"{made.pk}.1-guest"
    acts.announcement_save(by=boss, announcement=made)
    assert "We move house" in client.get("/lobby/").content.decode()
    stop(boss)
    assert client.post("/news/put-away/", {"key": f"{other.pk}.1"}).status_code == 302


# --- Open pages, and other processes --------------------------------------------------------------


@pytest.fixture
def two(live: str) -> Iterator[list[str]]:
    with second_process() as there:
        yield [live, there]


@pytest.mark.costly
@pytest.mark.django_db(transaction=True)
def test_the_switch_acts_in_every_process_at_once_and_on_open_pages(
    two: list[str], begin: Any, boss: User
) -> None:
    playing = begin(days_per_move=2)
    user, place = playing.user_at(playing.asked()[0]), playing.asked()[0]
    question = playing.question(place)
    move = {"type": "move", "question": question["id"], "move": question["moves"][0]["move"]}
    say = {"type": "say", "ref": 2, "text": "Is anybody here?"}
    for address in two:
        with (
            open_socket(address, "?lobby=1") as visitor,
            watch(address, playing.id, user, query="?html=1&chat=0&lang=de") as page,
        ):
            heard_of(page, "chat")
            stop(boss)
            for socket in (visitor, page):
                assert "geplatzt" in heard_of(socket, "news")["html"] or socket is visitor
            page.send(json.dumps({**move, "ref": 1}))
            answer = heard_of(page, "answer")
            assert (answer["status"], answer["error"]) == (503, "halted")
            page.send(json.dumps(say))
            assert heard_of(page, "answer")["error"] == "halted"
            with open_socket(address, "", user) as late:
                assert WHY in heard_of(late, "news")["html"], "a page that opens just now"
            acts.site_go_on(by=boss, why="mended")
            assert heard_of(page, "news")["html"] == ""
            assert heard_of(visitor, "news")["html"] == ""
    assert playing.kinds() == ["start"] and not playing.table.messages.exists()
    with watch(two[1], playing.id, user, query="?html=1&chat=0") as page:
        page.send(json.dumps({**move, "ref": 3}))
        assert heard_of(page, "answer")["status"] == 200


@pytest.mark.django_db(transaction=True)
def test_open_pages_change_when_the_time_has_come(live: str, boss: User) -> None:
    """Nobody does anything then."""
    soon = timezone.now() + timedelta(seconds=1.5)
    announce(boss, since=soon, until=soon + timedelta(seconds=1))
    with open_socket(live, "", boss) as page:
        assert "We move house" in heard_of(page, "news")["html"]
        assert timezone.now() >= soon
        assert heard_of(page, "news")["html"] == ""
        assert timezone.now() >= soon + timedelta(seconds=1)
