"""The front page: a welcome for visitors, the day of somebody signed in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from accounts.notices.wishes import are_here
from games.guide.lessons import lessons_of
from games.models import Seat, Table
from games.storing.rows import table_load
from lobby.models import Notice
from lobby.pages import front
from lobby.tables import services
from lobby.terms.opening import games_in_lobby
from tests.lobby.conftest import GAME, Opener, open_on
from tests.lobby.test_views import waiting_table
from tests.people import client_of, people_make
from tests.sent import update_sent
from tools import samples

pytestmark = pytest.mark.django_db


def test_a_visitor_is_welcomed_and_may_play_now(client: Client, settings: Settings) -> None:
    User.objects.create_user("Ana")
    settings.DEMO, settings.ROOT_URLCONF = True, "tests.demo_urls"
    page = client.get("/")
    first = next(iter(games_in_lobby()))
    assert "Play now" in page.text and f'name="game" value="{first}"' in page.text
    answer = client.post(reverse("play_bots"), {"game": first})
    assert answer.headers["location"] == Table.objects.get().get_absolute_url()


def test_the_day_in_its_order(ana: User, ben: User, opened: Opener) -> None:
    waiting, later = waiting_table(ana, 2, 1), waiting_table(ana, 1, None)
    away = waiting_table(ana, 1, 1)
    Seat.objects.filter(table=away, user=ana).update(bot="random", absent_since=timezone.now())
    invited = opened(ben)
    services.invitation_send(table_id=invited.pk, user=ben, name="Ana")
    open_table = opened(ben, seats_max=3)
    Notice.objects.create(user=ana, table=invited, kind=Notice.Kind.HOST, about=ben)
    text = client_of(ana).get("/").text
    order = [
        "Welcome back, Ana", "you are the host now", "Your turn",
        f'src="{reverse("table_miniature", args=[waiting.pk])}?look=auto"',
        "left</time></strong>", f'href="{later.get_absolute_url()}"', "A bot plays for you",
        f'href="{away.get_absolute_url()}"', "You are invited", f'id="accept-{invited.pk}"',
        "Open tables", f'id="join-{open_table.pk}"', "On the shelf",
    ]  # fmt: skip
    places = [text.find(words) for words in order]
    assert -1 not in places, order[places.index(-1)]
    assert places == sorted(places)


def test_who_is_asked_reads_the_question(ana: User, ben: User) -> None:
    table_id = samples.table_make(samples.usual(GAME)[0], [ana, ben], "middle")
    asked = Seat.objects.get(table=table_id, deciding=True)
    for user in (ana, ben):
        text = client_of(user).get("/").text
        question = update_sent(table_load(table_id), user.pk)["question"]
        assert (question is not None) == (user.pk == asked.user_id)
        assert ('class="question"' in text) == (question is not None)
        assert question is None or escape(question["prompt"]) in text


def test_nothing_waits(ana: User) -> None:
    table = waiting_table(ana, 1, 1)
    Seat.objects.filter(table=table).update(deciding=False, since=None, deadline=None)
    text = client_of(ana).get("/").text
    assert "Welcome back, Ana" in text and "Learn a game first?" not in text
    assert "Nobody is waiting for you" in text and "No open table right now" in text


def test_a_newcomer_is_welcomed_and_offered_a_lesson(ana: User, ben: User, opened: Opener) -> None:
    services.invitation_send(table_id=opened(ben).pk, user=ben, name="Ana")
    for address in ("/", reverse("my_games")):
        text = client_of(ana).get(address).text
        assert "Welcome back" not in text and "Nobody is waiting for you" not in text
        for game in games_in_lobby():
            first = lessons_of(game)[0]
            assert reverse("lesson", args=[game, first.name]) in text.split("beginning-title")[2]
        assert "You are invited" in text
    assert "Welcome, Ana" in client_of(ana).get("/").text
    assert "All my games" not in client_of(ana).get("/").text


def test_the_rest_is_a_click_away(ana: User, opened: Opener) -> None:
    opened(ana)
    text = client_of(ana).get("/").text
    assert f'href="{reverse("my_games")}">All my games' in text
    waiting = waiting_table(ana, 1, 1)
    Seat.objects.filter(table=waiting).update(deciding=False, since=None, deadline=None)
    assert "At 1 more table the others are thinking." in client_of(ana).get("/").text


def test_each_part_is_fetched_alone(ana: User, opened: Opener) -> None:
    client, table = client_of(ana), opened(ana)
    day = client.get("/", {"part": "day"}).text
    listed = client.get("/", {"part": "open"}).text
    assert "Welcome back" in day and "table-card" not in day
    assert f'href="{reverse("waiting_room", args=[table.pk])}"' in listed
    assert "<html" not in day + listed
    assert "<html" in client.get("/", {"part": "nonsense"}).text


def test_only_some_open_tables(ana: User, opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "MOST_OPEN", 2)
    tables = [opened(ana).pk for _ in range(3)]
    assert open_on(client_of(ana).get("/").text) == tables[:0:-1]


def test_the_day_takes_the_same_queries_for_many_tables(
    ana: User, ben: User, opened: Opener, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Session, user, own tables, chats, notices, open tables; positions, seats of open ones.

    For everybody those in play and over in public, and who is about.
    """
    client = client_of(ana)
    for count in range(3):
        with django_assert_num_queries(2):
            Client().get("/")
        with django_assert_num_queries(10 if count else 8):
            text = client.get("/").text
        assert text.count("table-card") == 3 * count
        friend = people_make(f"Friend{count}")[0]
        are_here([friend.pk])
        for phase in ("middle", "ended"):
            samples.table_make(samples.usual(GAME)[0], [ben, friend], phase)
        table = waiting_table(ana, 1, 1)
        Seat.objects.filter(table=table, user=ana).update(
            deadline=timezone.now() + timedelta(hours=3)
        )
        services.invitation_send(table_id=opened(ben).pk, user=ben, name=ana.username)
