"""More than can be done: floods of moves and requests, deaf clients."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from config.socket import limits
from config.web import closing
from config.web.overload import Bounded
from games.changing import services
from games.rules.pier.rules import Pier
from games.watching import live as live_module
from games.watching import tables as tables_module
from games.watching import topics
from tests.games.flood import TEXT, TEXTS
from tests.games.sockets import closed_with, cookie_of, heard, watch
from tests.games.test_sockets import play
from tests.people import client_of
from tools.bench import site
from tools.bench.sockets import open_socket
from tools.patience import LONG_PATIENCE, PATIENCE, pause, pause_task, until, until_true
from tools.processes import ROOT, environment
from tools.torture.flooding import Client as Flooder

# --- Floods --------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("limit", ["live.MOST_WAITING", "tables.MOST_UNANSWERED"])
def test_too_many_moves_are_told_to_come_again(live, begin, monkeypatch, limit):
    playing = begin()
    with watch(live, playing.id, playing.user_at(0)) as socket:
        question = heard(socket)["question"]
        monkeypatch.setattr(f"games.watching.{limit}", 0)
        play(socket, question)
        assert heard(socket) == {"type": "answer", "ref": 7, "status": 503}
        assert playing.kinds() == ["start"]
        monkeypatch.undo()
        play(socket, question)
        assert heard(socket)["status"] == 200, "the same move, a moment later"


@pytest.mark.django_db(transaction=True)
def test_too_many_sockets_are_told_to_come_later(live, begin, monkeypatch):
    playing = begin()
    with watch(live, playing.id) as first:
        heard(first)
        monkeypatch.setattr(limits, "MOST_SOCKETS", 1)
        with watch(live, playing.id) as second:
            assert closed_with(second) == closing.TRY_LATER
        playing.play(0)
        assert heard(first)["number"] == 2


def test_more_requests_than_allowed_get_503_at_once():
    gate = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await gate.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def run() -> list[list[dict[str, Any]]]:
        application = Bounded(slow, most=2)
        said: list[list[dict[str, Any]]] = [[], [], [], []]

        async def ask(index: int) -> None:
            async def send(message: dict[str, Any]) -> None:
                said[index].append(message)

            await application({"type": "http"}, None, send)

        first = [asyncio.create_task(ask(index)) for index in (0, 1)]
        await asyncio.sleep(0)
        await ask(2)
        assert said[2][0]["status"] == 503, "while the others still wait"
        gate.set()
        await asyncio.gather(*first)
        await ask(3)
        return said

    said = asyncio.run(run())
    assert [messages[0]["status"] for messages in said] == [200, 200, 503, 200]
    assert (b"retry-after", b"1") in said[2][0]["headers"]


def test_a_client_that_does_not_read_is_cut_off_and_costs_little():
    port = site.free_port()
    server = site.daphne(port, "tests.games.flood:application")
    server.start()
    try:
        site.wait_until_ready(port, "/")
        before = server.memory()
        grown, code = asyncio.run(deaf(port, server))
        assert code == 1006, "hung up"
        assert grown - before < 20_000_000, "of 100 MB that were said"
    finally:
        server.stop()


async def deaf(port: int, server: site.Process) -> tuple[int, int]:
    """Connect, read nothing for a while; the server's memory and how it ended."""
    codes: list[int] = []
    socket = await open_socket(port, "/", lambda _: None, codes.append)
    socket.transport.pause_reading()
    peak = 0
    for _ in range(20):
        await pause_task(0.1)
        peak = max(peak, server.memory())
    socket.transport.resume_reading()
    await until_true(lambda: codes)
    return peak, codes[0]


def test_a_client_that_is_not_heard_is_held_back_and_costs_little():
    port = site.free_port()
    server = site.daphne(port, "tests.games.flood:application")
    server.start()
    try:
        site.wait_until_ready(port, "/")
        before = server.memory()
        grown, said = asyncio.run(talkative(port, server))
        assert said == [f"heard {TEXTS}".encode()], "everything, once it is listened to"
        assert grown - before < 20_000_000, "of 100 MB that were said"
    finally:
        server.stop()


async def talkative(port: int, server: site.Process) -> tuple[int, list[bytes]]:
    """Say everything at once; the server's greatest memory and what it has answered."""
    said: list[bytes] = []
    codes: list[int] = []
    socket = await open_socket(port, "/deaf/", said.append, codes.append)
    for _ in range(TEXTS):
        socket.send(TEXT.encode())
    peak = 0
    while not (said or codes):
        peak = max(peak, server.memory())
        await pause_task(0.05)
    return peak, said


def shower(playing: Any) -> str:
    """A move that is taken in and refused, as JSON."""
    question = playing.question(0)["id"]
    return json.dumps({"type": "move", "ref": 1, "question": question, "move": {"kind": "None"}})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seat", [0, None])
def test_who_sends_without_waiting_is_closed(live, begin, monkeypatch, seat):
    monkeypatch.setattr(topics, "PAUSE", 0.05)
    playing = begin()
    user = None if seat is None else playing.user_at(seat)
    move = shower(playing)
    with watch(live, playing.id, user) as socket:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2_000):
                socket.send(move)
        statuses, code = answers_until_closed(socket)
        assert code == closing.TOO_MANY
        refusal, judged = (401, 401) if seat is None else (503, 422)
        assert statuses.count(refusal) == topics.OVERRUNS, "then it was closed"
        assert set(statuses) == {refusal, judged}
    assert playing.kinds() == ["start"]
    with watch(live, playing.id, playing.user_at(0)) as socket:
        play(socket, heard(socket)["question"])
        assert heard(socket)["status"] == 200, "the same person is welcome again"


@pytest.mark.django_db(transaction=True)
def test_a_slow_machine_takes_no_reset_for_a_fault(live, begin):
    """Who floods and stalls hears of the reset before the close frame, or of the frame."""
    playing = begin()
    cookie = cookie_of(playing.user_at(0))

    async def run() -> Flooder:
        client = Flooder(playing.id, cookie)
        port = int(live.rsplit(":", 1)[1])
        await client.open(port)
        flood = asyncio.create_task(
            client.flood(port, time.monotonic() + 6, random.Random(1), every=0, burst=300)
        )
        while not flood.done():
            await pause_task(0.1)
            pause(1.5)  # not of the task alone: nothing is read, so that the server hangs up
        await flood
        return client

    with ThreadPoolExecutor(1) as thread:
        client = thread.submit(asyncio.run, run()).result(PATIENCE)
    assert client.turned_out


def answers_until_closed(socket: Any) -> tuple[list[int], int]:
    """The statuses of all answers, and the code with which the server closed."""
    statuses: list[int] = []
    try:
        while True:
            message = heard(socket)
            if message.get("type") == "answer":
                statuses.append(message["status"])
    except ConnectionClosed as closed:
        return statuses, closed.rcvd.code if closed.rcvd else 1006


@pytest.mark.django_db(transaction=True)
def test_who_has_a_handful_of_moves_unanswered_is_never_slowed(live, begin, monkeypatch):
    monkeypatch.setattr(topics, "PAUSE", 60)
    playing = begin()
    move = shower(playing)
    with watch(live, playing.id, playing.user_at(0)) as socket:
        heard(socket)
        for _ in range(tables_module.MOST_UNANSWERED):
            socket.send(move)
        for _ in range(60):
            assert heard(socket)["status"] == 422
            socket.send(move)
        question = playing.question(0)
        for _ in range(tables_module.MOST_UNANSWERED):
            heard(socket)
        play(socket, question)
        assert heard(socket)["status"] == 200


@pytest.mark.django_db(transaction=True)
def test_one_user_does_not_take_the_room_of_all(live, begin, people, monkeypatch):
    """With many sockets, each of which keeps to its own limit."""
    monkeypatch.setattr(live_module, "MOST_WAITING", 24)  # two for whoever comes first
    playing, other = begin(seats=2), begin(seats=3)
    begun, enough = threading.Event(), threading.Event()
    original = Pier.apply

    def apply(self: Any, state: Any, *rest: Any) -> None:
        if len(state.players) == 2:
            begun.set()
            assert enough.wait(PATIENCE)
        original(self, state, *rest)

    monkeypatch.setattr(Pier, "apply", apply)
    question = playing.question(0)
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(watch(live, playing.id, playing.user_at(0))) for _ in range(6)
        ]
        for socket in sockets:
            heard(socket)
        for waiting, socket in enumerate(sockets[:3]):
            play(socket, question)
            assert begun.wait(PATIENCE), "the first of them is being judged"
            until_there_wait(waiting)
        for socket in sockets[3:]:
            play(socket, question)
        refused = [heard(socket)["status"] for socket in sockets[3:]]
        assert refused == [503] * 3, "one is being judged, two wait"
        free = stack.enter_context(watch(live, other.id, people[2]))
        play(free, heard(free)["question"])
        assert heard(free)["status"] == 200, "somebody else has room"
        enough.set()
        assert [answer_on(socket)["status"] for socket in sockets[:3]] == [200] * 3


def until_there_wait(number: int) -> None:
    """So many wishes wait to be judged: what several sockets send may be read in any order."""

    def waiting() -> int:
        return sum(len(tables.submissions) for tables in list(live_module._live.values()))

    until(lambda: waiting() == number)


def answer_on(socket: Any) -> Any:
    """The next answer; updates are passed over."""
    while (message := heard(socket)).get("type") != "answer":
        pass
    return message


@pytest.mark.django_db(transaction=True)
def test_a_move_counts_also_when_its_sender_has_left(live, begin, monkeypatch):
    """Click and close the tab: all that was taken in is judged, the last watcher's too."""
    original, enough = Pier.apply, threading.Event()

    def apply(self: Any, *rest: Any) -> None:
        assert enough.wait(PATIENCE)
        original(self, *rest)

    monkeypatch.setattr(Pier, "apply", apply)
    playing = begin(seats=2)
    with ExitStack() as stack:
        for place in (0, 1):
            socket = stack.enter_context(watch(live, playing.id, playing.user_at(place)))
            question = heard(socket)["question"]
            stack.callback(play, socket, question)  # before the sockets are closed
    enough.set()
    until(lambda: len(playing.kinds()) >= 3)
    assert playing.kinds() == ["start", "move", "move"]


@pytest.mark.django_db(transaction=True)
def test_nobody_opens_sockets_without_end(live, begin, people, monkeypatch):
    monkeypatch.setattr(limits, "MOST_SOCKETS_OF_USER", 1)
    playing = begin()
    with watch(live, playing.id, people[0]) as first:
        heard(first)
        with watch(live, playing.id, people[0]) as second:
            assert closed_with(second) == closing.TOO_MANY
        with watch(live, playing.id, people[1]) as other:
            heard(other)
    with watch(live, playing.id, people[0]) as again:
        heard(again)


@pytest.mark.django_db
def test_pages_say_busy_with_the_time_to_wait(begin, monkeypatch):
    playing = begin()
    client = client_of(playing.user_at(0))
    monkeypatch.setattr("games.storing.changes.changes_store", lambda _: set())
    monkeypatch.setattr(services, "ATTEMPTS", 2)
    question = playing.question(0)
    body = {"question": question["id"], "move": question["moves"][0]["move"]}
    address = f"/api/v1/tables/{playing.id}/moves"
    response = client.post(address, body, "application/json")
    assert (response.status_code, response["Retry-After"]) == (503, "1")


@pytest.mark.slow
def test_a_flood_is_answered_and_over_when_it_is_over(tmp_path: Path) -> None:
    """A thousand sockets with real processes; see `tools.torture.overload` for what is proved.

    How long people wait beside attackers is only told: it depends on what else the machine does.
    """
    chosen = ["--overload", "--seconds", "3", "--only-tell", "--json"]
    done = subprocess.run(
        [sys.executable, "manage.py", "torture", *chosen],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=LONG_PATIENCE,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    counts = json.loads(done.stdout)["torture"]
    assert counts["sockets"] == 1000
    assert counts["answered 503"] > 0
    assert counts["answered 200"] > 0


@pytest.mark.django_db(transaction=True)
def test_who_floods_and_goes_silences_nobody(live, begin, monkeypatch):
    """25 times: open a socket, send 20 moves without waiting, be gone."""
    monkeypatch.setattr(live_module, "MOST_WAITING", 60)
    monkeypatch.setattr(topics, "PAUSE", 0.01)
    flooded, quiet = begin(seats=2), begin(seats=3)
    message = {"type": "move", "ref": 1, "question": "0" * 16, "move": {"kind": "Bid"}}
    flooder = flooded.user_at(0)
    for _ in range(25):
        with watch(live, flooded.id, flooder) as socket:
            for _ in range(20):
                socket.send(json.dumps(message))
    for playing, place in ((quiet, 1), (flooded, 1), (flooded, 0)):
        user = playing.user_at(place)
        with watch(live, playing.id, user) as socket:
            question = heard(socket)["question"] or playing.question(place)
            play(socket, question)
            answer = answer_on(socket)
            while user == flooder and answer["status"] == 503:
                pause(0.05)  # their own flood still takes up their share
                play(socket, question)
                answer = answer_on(socket)
            assert answer["status"] == 200
