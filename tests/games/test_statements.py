"""How many statements everything takes: fixed numbers, however long a game, for any viewer.

And how many bytes the page of a table has.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.people.tokens import digest_of, token_make
from games.rules.registry import GAMES
from games.storing.credentials import Credential
from games.watching.submissions import SocketSubmission
from games.watching.tables import LiveTable, Watcher
from games.watching.visits import Visit, attend
from games.watching.wishes import Move
from tests.games.conftest import Playing
from tests.people import client_of

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]


def reading(playing: Playing, place: int) -> Client:
    return client_of(playing.user_at(place))


def ended(playing: Playing) -> Playing:
    while playing.asked():
        playing.play(playing.asked()[0], 0)
    return playing


# --- Pages ----------------------------------------------------------------------------------------

TABLE = 2  # the table with its seats, and its log
READER = 2  # session and user
HEADER = 1  # how many tables wait
PLAN = 1  # the reader's own, while the game is on
MOST_BYTES = {
    "santiago_de_cuba": 22_100, "port_royal": 18_700, "guatemala_cafe": 25_200, "cuba": 29_300,
}  # fmt: skip
"""Of a table's page, compressed, after 25 moves of three: 3 % more than it has."""
TRAIL = 2  # the steps of the game, and the position after one's latest turn


@pytest.mark.parametrize("moves", [1, 25])
@pytest.mark.parametrize("game", [slug for slug in GAMES if slug != "pier"])
def test_a_table_page(
    begin: Begin, django_assert_num_queries: DjangoAssertNumQueries, game: str, moves: int
) -> None:
    playing = begin(game=game, seats=3)
    playing.play_on(moves)
    place = playing.asked()[0]
    seated, url = reading(playing, place), f"/tables/{playing.id}/"
    has_pieces = isinstance(playing.update(place)["view"].get("pieces"), list)
    with django_assert_num_queries(TABLE):
        assert Client().get(url).status_code == 200
    moved = playing.table.log.filter(place=place, kind="move").exclude(
        pk=playing.table.log.filter(kind="move").last().pk  # type: ignore[union-attr]
    )
    trail = (TRAIL if moved.exists() else TRAIL - 1) if has_pieces else 0
    for again in (trail, 0):  # it is kept
        with django_assert_num_queries(READER + TABLE + PLAN + HEADER + again):
            page = seated.get(url)
        assert page.status_code == 200
        assert len(gzip.compress(page.content)) < MOST_BYTES[game]
    with django_assert_num_queries(READER + TABLE - 1 + PLAN):
        assert seated.get(f"{url}ordered").status_code == (200 if GAMES[game].orders_type else 204)
    with django_assert_num_queries(READER + TABLE):
        assert seated.get(f"{url}live?since=1").status_code == 200
    with django_assert_num_queries(READER + TABLE):
        assert seated.get(f"{url}earlier?before=2").status_code == 200
    number = playing.table.number
    with django_assert_num_queries(READER + TABLE - 1):
        assert seated.get(f"{url}live?since={number}").status_code == 200
    with django_assert_num_queries(READER + TABLE + 2):
        assert seated.get(f"{url}live?since=1&at=back").status_code == 200


def test_a_table_page_when_all_is_over(
    begin: Begin, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    playing = ended(begin(seats=2))
    seated = reading(playing, 0)
    with django_assert_num_queries(READER + TABLE + HEADER):
        assert seated.get(f"/tables/{playing.id}/").status_code == 200


def test_a_form(begin: Begin, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """Session, user, the table read once and stored once; the log too, to take something back."""
    playing = begin(seats=2)
    client = reading(playing, 0)
    question = playing.question(0)
    form = {"question": question["id"], "move": '{"kind": "Bid", "coins": 2}'}
    with django_assert_num_queries(READER + 2):
        assert client.post(reverse("table_answer", args=[playing.id]), form).status_code == 302
    with django_assert_num_queries(READER + 3):
        assert client.post(reverse("table_undo", args=[playing.id])).status_code == 302
    with django_assert_num_queries(READER + 2):
        form = {"confirmed": "1"}
        resigned = client.post(reverse("table_resign", args=[playing.id]), form)
        assert resigned.status_code == 302
    assert playing.kinds() == ["start", "move", "undo", "resign"]


# --- The API --------------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [False, True])
def test_an_answer_over_http(
    begin: Begin, django_assert_num_queries: DjangoAssertNumQueries, ask: bool
) -> None:
    """Session, user, the table read once and stored once; what it looks like then is known."""
    playing = begin(seats=3)
    for place in (0, 1):
        client, question = reading(playing, place), playing.question(place)
        answer = {"question": question["id"], "move": question["moves"][1]["move"], "ask": ask}
        with django_assert_num_queries(READER + 2):
            told = client.post(f"/api/v1/tables/{playing.id}/moves", answer, "application/json")
        assert told.status_code == 200
        assert told.json() == client.get(f"/api/v1/tables/{playing.id}?since={place + 1}").json()
    before = playing.table.number
    looked_up = 2 if ask else 1  # the log, whether this very answer is there
    with django_assert_num_queries(READER + 2 + looked_up):
        again = client.post(f"/api/v1/tables/{playing.id}/moves", answer, "application/json")
    assert again.status_code == 200 and playing.table.number == before
    with django_assert_num_queries(READER + TABLE):
        assert client.get(f"/api/v1/tables/{playing.id}").status_code == 200


# --- Sockets --------------------------------------------------------------------------------------


def watcher(user: Any, *, html: bool) -> Watcher:
    async def nothing(_: Any) -> None:
        """Nobody listens."""

    digest = digest_of(token_make(user=user, name="watching"))
    made = Watcher(user, Credential(user.pk, user.password, "", digest), nothing, nothing)
    made.html = html
    return made


@pytest.mark.parametrize("html", [False, True])
@pytest.mark.parametrize("game", list(GAMES))
def test_a_watched_table(
    begin: Begin, django_assert_num_queries: DjangoAssertNumQueries, game: str, html: bool
) -> None:
    """A connection reads table and log, one that is up to date the table alone.

    A move is stored, and that is all. Nobody who watches costs anything.
    """
    playing = begin(game=game, seats=3)
    table = LiveTable(playing.id)
    watchers = [watcher(playing.user_at(place), html=html) for place in range(3)]
    visit = Visit(table, None, set(watchers), watchers)
    with django_assert_num_queries(2):
        attend([visit])
    assert len(visit.messages) == 3 and table.row is not None
    for one in watchers:
        one.seen = table.row.number
    table.stale = True
    visit = Visit(table, None, {watchers[0]}, watchers)
    with django_assert_num_queries(1):
        attend([visit])
    assert len(visit.messages) == 1
    for _ in range(5):
        place = playing.asked()[0]
        question = playing.question(place)
        move = question["moves"][0]["move"]
        wish = Move(ref=1, question=question["id"], move=move, ask=False)
        submission = SocketSubmission(watchers[place], wish)
        visit = Visit(table, submission, set(), watchers)
        with django_assert_num_queries(1):
            attend([visit])
        assert submission.status == 200 and len(visit.messages) == 3
        for one in watchers:
            one.seen = table.row.number
