"""Places for sockets by address, and what a client may send that is no message."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from accounts.signing_in.guests.services import guest_make
from config.asgi import application
from config.socket import limits
from config.web import closing, sockets
from config.web.limits import SOCKET_FRAMES
from tests.games.sockets import closed_with, heard, open_socket, watch
from tests.live import LiveServer
from tools.patience import PATIENCE, pause_task
from tools.torture.flooding import CUT_OFF

pytestmark = pytest.mark.django_db(transaction=True)
TURNED_OUT = (closing.TOO_MANY, CUT_OFF)
"""A client that is still sending may not see the code."""


def watch_from(live: str, table_id: int, address: str) -> ClientConnection:
    """A visitor's socket through a proxy that saw this address."""
    path = f"{live.replace('http', 'ws', 1)}/ws/tables/{table_id}/"
    return connect(path, origin=live, additional_headers={"X-Forwarded-For": address})


def test_visitors_have_places_by_address(
    live: str, begin: Any, people: list[Any], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.TRUSTED_PROXIES = 1
    monkeypatch.setattr(limits, "MOST_SOCKETS_OF_ADDRESS", 1)
    table = begin().id
    with watch_from(live, table, "2001:db8:1:2::1") as first:
        heard(first)
        with watch_from(live, table, "2001:db8:1:2:ffff::9") as of_the_same_subnet:
            assert closed_with(of_the_same_subnet) == closing.TOO_MANY
        with watch_from(live, table, "2001:db8:1:3::1") as elsewhere:
            heard(elsewhere)
        with watch(live, table, people[0]) as with_account:
            heard(with_account)
    with watch_from(live, table, "2001:db8:1:2::2") as again:
        heard(again)


def test_guests_share_the_places_of_visitors(
    live: str, begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_SOCKETS_OF_ADDRESS", 1)
    table = begin().id
    with watch(live, table, guest_make()) as first:
        heard(first)
        with watch(live, table, guest_make()) as second:
            assert closed_with(second) == closing.TOO_MANY


def test_places_are_kept_for_who_has_an_account(
    live: str, begin: Any, people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_SOCKETS", 2)
    monkeypatch.setattr(limits, "RESERVED", 1)
    table = begin().id
    with watch(live, table) as visitor:
        heard(visitor)
        with watch(live, table) as one_more:
            assert closed_with(one_more) == closing.TRY_LATER
        with watch(live, table, people[0]) as player:
            heard(player)


def pings(socket: ClientConnection) -> None:
    for _ in range(SOCKET_FRAMES + 1):
        socket.ping()


def pongs(socket: ClientConnection) -> None:
    for _ in range(SOCKET_FRAMES + 1):
        socket.pong()


def parts(socket: ClientConnection) -> None:
    socket.send(iter(["{"] + SOCKET_FRAMES * [" "]))


def empty_parts(socket: ClientConnection) -> None:
    socket.send(iter((SOCKET_FRAMES + 1) * [""]))


@pytest.mark.parametrize("flood", [pings, pongs, parts, empty_parts])
def test_who_sends_what_is_no_message_is_turned_out(live: str, begin: Any, flood: Any) -> None:
    with watch(live, begin().id) as socket:
        heard(socket)
        flood(socket)
        assert closed_with(socket) in TURNED_OUT


def test_who_pings_now_and_then_stays(live: str, begin: Any) -> None:
    with watch(live, begin().id) as socket:
        heard(socket)
        for _ in range(SOCKET_FRAMES - 10):
            assert socket.ping().wait(PATIENCE)


def test_a_message_is_refused_before_it_is_whole(live: str, begin: Any) -> None:
    def endless() -> Iterator[str]:
        yield from ["x" * (sockets.MOST_BYTES // 10)] * 11

    for message in ("x" * (sockets.MOST_BYTES + 1), endless()):
        with watch(live, begin().id) as socket:
            heard(socket)
            socket.send(message)
            assert closed_with(socket) in (1009, CUT_OFF)


def begin_a_message(socket: ClientConnection) -> None:
    """Send the first part of a message, and never the rest."""
    with socket.send_context():
        socket.protocol.send_text(b"{", fin=False)


def test_a_message_that_does_not_end_is_given_up(
    live: str, begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "MESSAGE_SECONDS", 0.0)
    with watch(live, begin().id) as socket:
        heard(socket)
        begin_a_message(socket)
        assert closed_with(socket) in TURNED_OUT


def test_a_socket_that_is_being_opened_ends_the_checks_of_none(
    live: str, our_server: LiveServer, begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They ended for the whole process: no socket was pinged any more, no message given up."""
    checked = Event()
    original = sockets.BoundedProtocol.check_timeouts

    def check_timeouts(protocol: sockets.BoundedProtocol) -> None:
        if protocol.state == protocol.STATE_CONNECTING:
            checked.set()
        original(protocol)

    async def hesitant(scope: Any, receive: Any, send: Any) -> None:
        while scope["path"] == "/ws/late/" and not checked.is_set():
            await pause_task(0.05)
        await application(scope, receive, send)

    monkeypatch.setattr(sockets.BoundedProtocol, "check_timeouts", check_timeouts)
    monkeypatch.setattr(our_server.server, "application", hesitant)
    with ThreadPoolExecutor(1) as thread:
        opening = thread.submit(open_socket, live, "late/")
        assert checked.wait(PATIENCE)
        with opening.result(PATIENCE):
            pass
    monkeypatch.setattr(sockets, "MESSAGE_SECONDS", 0.0)
    with watch(live, begin().id) as socket:
        heard(socket)
        begin_a_message(socket)
        assert closed_with(socket) in TURNED_OUT


class Line:
    """A transport whose kernel takes so many bytes at once; what it does not take waits."""

    connected = True
    dataBuffer = b""  # noqa: N815 - likewise

    def __init__(self, room: int) -> None:
        self.room, self.taken, self.waiting = room, b"", b""

    @property
    def _tempDataLen(self) -> int:
        return len(self.waiting)

    def writeSomeData(self, data: bytes) -> int:
        taken, self.room = data[: self.room], max(0, self.room - len(data))
        self.taken += taken
        return len(taken)

    def write(self, data: bytes) -> None:
        self.waiting += data


def test_a_frame_is_sent_at_once_and_none_overtakes_another() -> None:
    protocol = sockets.BoundedProtocol.__new__(sockets.BoundedProtocol)
    protocol.send_queue, protocol.transport = deque(), Line(room=14)
    for number in range(5):
        protocol.sendData(b"frame %d, " % number)
    line = protocol.transport
    assert line.taken == b"frame 0, frame"
    assert line.taken + line.waiting == b"frame 0, frame 1, frame 2, frame 3, frame 4, "
