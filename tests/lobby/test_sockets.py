"""The live list and the number of waiting tables, through a real server."""

from __future__ import annotations

import contextlib
import json
import random
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from websockets.sync.client import ClientConnection

from accounts.models import User
from accounts.people.here import who_is_here
from config.web import closing
from games.changing import expiring
from games.changing import services as games
from games.models import Seat, Table
from games.storing.rows import table_load
from lobby.demo import play_on
from lobby.live import waiting
from lobby.live.events import affairs_of
from lobby.tables import services
from tests.games.sockets import closed_with, heard, heard_of, open_socket, silent
from tests.lobby.conftest import Opener
from tests.people import people_make
from tests.sent import update_sent
from tools.patience import until
from tools.seating import table_begun

pytestmark = pytest.mark.django_db(transaction=True)


def listen(live: str, user: User | None = None) -> ClientConnection:
    """The socket of the page with the open tables."""
    return open_socket(live, "?lobby=1", user)


def told(socket: ClientConnection, kind: str) -> object:
    """What is said next of one matter."""
    return heard_of(socket, kind)[{"lobby": "table", "waiting": "count"}[kind]]


def test_everybody_in_the_lobby_hears_of_each_change(
    live: str, ana: User, ben: User, opened: Opener
) -> None:
    with listen(live) as visitor, listen(live, ben) as member:
        table = opened()
        services.seat_take(table_id=table.pk, user=ben)
        services.table_start(table_id=table.pk, user=ana)
        for socket in (visitor, member):
            assert [told(socket, "lobby") for _ in range(3)] == [table.pk] * 3
        assert silent(visitor)


def test_a_refused_change_is_not_told(live: str, ana: User, opened: Opener) -> None:
    with listen(live) as socket:
        table = opened()
        assert heard(socket) == {"type": "lobby", "table": table.pk}
        with pytest.raises(services.AlreadySeated):
            services.seat_take(table_id=table.pk, user=ana)
        assert silent(socket)


def asked(table: Table, user: User) -> bool:
    return Seat.objects.filter(table=table, user=user, deciding=True).exists()


def settled(socket: ClientConnection, seconds: float = 0.6) -> object:
    """What was told last, once nothing more comes."""
    latest = heard(socket)
    with contextlib.suppress(TimeoutError):
        while True:
            latest = json.loads(socket.recv(timeout=seconds))
    return latest


def test_the_number_of_waiting_tables_follows_the_game(
    live: str, ana: User, ben: User, opened: Opener
) -> None:
    with open_socket(live, "", ana) as socket:
        assert heard(socket) == {"type": "waiting", "count": 0, "unread": 0}
        table = opened(seats_max=2)
        assert heard(socket) == {"type": "waiting", "count": 0, "unread": 0}, (
            "one more table for the list of my games"
        )
        services.seat_take(table_id=table.pk, user=ben)
        play_on(table, [ana, ben], random.Random(1), least=0, until=ana)
        assert settled(socket) == {"type": "waiting", "count": 1, "unread": 0}
        play_on(table, [ana, ben], random.Random(1), least=0, until=ben)
        assert settled(socket) == {"type": "waiting", "count": int(asked(table, ana)), "unread": 0}
        play_on(table, [ana, ben], random.Random(1))
        assert settled(socket) == {"type": "waiting", "count": 0, "unread": 0}


def event(socket: ClientConnection) -> tuple[Any, ...]:
    """The next event of a program, without the counts that pages hear."""
    while (message := heard(socket))["type"] == "waiting":
        pass
    return message["type"], message["table"], message.get("number")


def test_a_program_hears_over_one_socket_what_happens_at_all_its_tables(
    live: str, ana: User, ben: User, opened: Opener
) -> None:
    table, other = opened(seats_max=2), opened(seats_max=2)
    with open_socket(live, "?events=1", ben) as socket:
        services.invitation_send(table_id=table.pk, user=ana, name="Ben")
        assert event(socket) == ("invited", table.pk, None)
        services.seat_take(table_id=table.pk, user=ben)
        play_on(table, [ana, ben], random.Random(1), least=0, until=ben)
        asked_at = Table.objects.get(pk=table.pk).number
        while (told := event(socket)) != ("turn", table.pk, asked_at):
            assert told[:2] == ("turn", table.pk) and told[2] < asked_at
        services.invitation_send(table_id=other.pk, user=ana, name="Ben")
        assert event(socket) == ("invited", other.pk, None)
    with open_socket(live, "?events=1", ben) as socket:
        assert {event(socket), event(socket)} == {
            ("turn", table.pk, asked_at),
            ("invited", other.pk, None),
        }
        games.seat_resign(table_id=table.pk, user_id=ana.pk)
        assert event(socket) == ("ended", table.pk, None)
    with open_socket(live, "?events=1") as visitor:
        assert closed_with(visitor) == closing.UNAUTHORIZED


def test_many_programs_are_looked_up_by_one_statement(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    users = people_make("Carla", "Dario", "Eva")
    with django_assert_num_queries(1):
        assert affairs_of([user.pk for user in users]) == {}


def test_what_happens_just_after_the_first_count_is_told(
    live: str, ana: User, ben: User, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the page hears of the tables that were found."""
    table = opened(seats_max=2)
    services.seat_take(table_id=table.pk, user=ben)
    play_on(table, [ana, ben], random.Random(1), least=0, until=ana)
    awaited, counts = waiting.awaited, []

    def counting(user_ids: list[int]) -> object:
        found = awaited(user_ids)
        counts.append(found[ana.pk][1].waiting)
        if len(counts) == 1:
            play_on(table, [ana, ben], random.Random(1), least=0, until=ben)
        return found

    monkeypatch.setattr(waiting, "awaited", counting)
    with open_socket(live, "", ana) as socket:
        assert settled(socket) == {"type": "waiting", "count": 0, "unread": 0}
    assert counts == [1, 0]
    assert not asked(table, ana)


def test_other_peoples_tables_are_not_told(
    live: str, ben: User, carla: User, opened: Opener
) -> None:
    with open_socket(live, "", carla) as socket:
        assert heard(socket) == {"type": "waiting", "count": 0, "unread": 0}
        services.seat_take(table_id=opened(seats_max=2).pk, user=ben)
        assert silent(socket)


def test_whoever_has_a_page_open_is_about(live: str, ana: User, ben: User) -> None:
    """No table has to wait for them; programs are no pages."""
    table = table_begun("pier", [ana, ben])

    def about() -> list[str]:
        return [person.username for person in who_is_here(ben, timezone.now()).named]

    with open_socket(live, f"tables/{table.pk}/?since=0", ana) as program:
        heard(program)
        assert about() == []
    with listen(live, ana):
        until(lambda: about() == ["Ana"])
    (carla,) = people_make("Carla")
    with listen(live, carla):
        until(lambda: about() == ["Ana", "Carla"])


def test_strangers_are_shown_the_door(live: str) -> None:
    """There is nothing for them to hear."""
    with open_socket(live) as socket:
        assert closed_with(socket) == closing.UNAUTHORIZED


@pytest.mark.parametrize("text", ['{"type": "lobby", "table": 1}', '{"type": "undo", "ref": 1}'])
def test_what_means_nothing_here_ends_the_connection(live: str, ana: User, text: str) -> None:
    with listen(live, ana) as socket:
        assert told(socket, "waiting") == 0
        socket.send(text)
        assert closed_with(socket) == closing.BAD_REQUEST


def test_what_happens_in_a_moment_is_counted_with_one_statement(
    live: str, ana: User, ben: User, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many people, pages and messages there are."""
    counted: list[set[int]] = []
    awaited = waiting.awaited

    def counting(user_ids: list[int]) -> object:
        counted.append(set(user_ids))
        return awaited(user_ids)

    monkeypatch.setattr(waiting, "awaited", counting)
    with (
        open_socket(live, "", ana) as one,
        open_socket(live, "", ana) as two,
        open_socket(live, "", ben) as three,
    ):
        assert [told(socket, "waiting") for socket in (one, two, three)] == [0, 0, 0]
        counted.clear()
        for loop in waiting._waiting.values():
            monkeypatch.setattr(loop.outdated, "settle", 0.5)
        with transaction.atomic():  # all is told at its end, however slow the machine is
            for _ in range(3):
                services.seat_take(table_id=opened(seats_max=3).pk, user=ben)
        for socket in (one, two, three):
            settled(socket, 1.5)
    assert counted == [{ana.pk, ben.pk}]


def test_a_seat_that_is_offered_and_a_table_that_is_closed_are_told(
    live: str, ana: User, ben: User, opened: Opener
) -> None:
    begun = table_begun("pier", [ana, ben], at_timeout="offer", days_per_move=1)
    with listen(live) as socket:
        table = opened()
        assert told(socket, "lobby") == table.pk
        over = timezone.now() - timedelta(seconds=1)
        seat = begun.seats.get(place=0)
        Seat.objects.filter(pk=seat.pk).update(since=over, deadline=over)
        expiring.decision_expire(table_id=begun.pk, place=0, deadline=over)
        assert told(socket, "lobby") == begun.pk
        assert seat.user_id is not None
        games.seat_return(table_id=begun.pk, user_id=seat.user_id)
        assert told(socket, "lobby") == begun.pk, "it is offered no more"
        games.table_close(table_id=table.pk, reason="moderator")
        assert told(socket, "lobby") == table.pk
        question = update_sent(table_load(begun.pk), seat.user_id, 0)["question"]
        answer = {"question": question["id"], "move": question["moves"][0]["move"]}
        games.move_submit(table_id=begun.pk, user_id=seat.user_id, **answer)
        assert silent(socket), "a move changes no list"
