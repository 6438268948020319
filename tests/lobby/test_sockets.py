"""The live list and the number of waiting tables, through a real server."""

from __future__ import annotations

import contextlib
import json
import random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from accounts.models import User
from games.models import Seat, Table
from lobby import services
from lobby.demo import play_on
from tests.games.sockets import PATIENCE, cookie_of, heard, silent
from tests.lobby.conftest import Opener

pytestmark = pytest.mark.django_db(transaction=True)


def watch(live: str, path: str, user: User | None = None) -> ClientConnection:
    headers = {} if user is None else {"Cookie": cookie_of(user)}
    address = f"{live.replace('http', 'ws', 1)}/ws/{path}/"
    return connect(address, origin=live, additional_headers=headers)  # type: ignore[arg-type]


def test_everybody_in_the_lobby_hears_of_each_change(
    live: str, ana: User, ben: User, opened: Opener
) -> None:
    with watch(live, "lobby") as visitor, watch(live, "lobby", ben) as member:
        table = opened()
        services.seat_take(table_id=table.pk, user=ben)
        services.table_start(table_id=table.pk, user=ana)
        for socket in (visitor, member):
            assert [heard(socket) for _ in range(3)] == [{"table": table.pk}] * 3
            assert silent(socket)


def test_a_refused_change_is_not_told(live: str, ana: User, opened: Opener) -> None:
    with watch(live, "lobby") as socket:
        table = opened()
        assert heard(socket) == {"table": table.pk}
        with pytest.raises(services.AlreadySeated):
            services.seat_take(table_id=table.pk, user=ana)
        assert silent(socket)


def asked(table: Table, user: User) -> bool:
    return Seat.objects.filter(table=table, user=user, deciding=True).exists()


def settled(socket: ClientConnection) -> object:
    """What was told last, once nothing more comes."""
    latest = heard(socket)
    with contextlib.suppress(TimeoutError):
        while True:
            latest = json.loads(socket.recv(timeout=0.6))
    return latest


def test_the_number_of_waiting_tables_follows_the_game(
    live: str, ana: User, ben: User, opened: Opener
) -> None:
    with watch(live, "waiting", ana) as socket:
        assert heard(socket) == {"waiting": 0}
        table = opened(seats_max=2)
        assert heard(socket) == {"waiting": 0}, "one more table for the list of my games"
        services.seat_take(table_id=table.pk, user=ben)
        play_on(table, [ana, ben], random.Random(1), least=0, until=ana)
        assert settled(socket) == {"waiting": 1}
        play_on(table, [ana, ben], random.Random(1), least=0, until=ben)
        assert settled(socket) == {"waiting": int(asked(table, ana))}
        play_on(table, [ana, ben], random.Random(1))
        assert settled(socket) == {"waiting": 0}


def test_other_peoples_tables_are_not_told(
    live: str, ben: User, carla: User, opened: Opener
) -> None:
    with watch(live, "waiting", carla) as socket:
        assert heard(socket) == {"waiting": 0}
        services.seat_take(table_id=opened(seats_max=2).pk, user=ben)
        assert silent(socket)


def test_strangers_are_shown_the_door(live: str) -> None:
    with watch(live, "waiting") as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


def test_what_browsers_say_is_ignored(live: str, ana: User, opened: Opener) -> None:
    for path in ("lobby", "waiting"):
        with watch(live, path, ana) as socket:
            if path == "waiting":
                heard(socket)
            socket.send('{"type": "lobby.changed", "table": 1}')
            assert silent(socket)
