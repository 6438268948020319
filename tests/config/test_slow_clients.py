"""Requests that do not come to their end hold nobody else up, whoever serves them."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from config.web import gathering, limits
from config.web.gathering import Gathered
from config.web.threads import environ_of
from tests.config.production import HOST, Production
from tests.config.proxies import caddy, nginx
from tools.compose import services
from tools.patience import PATIENCE, until
from tools.slow_clients import half_body, half_header, held

KINDS = {"half headers": half_header(HOST), "half bodies": half_body(HOST)}
POST = "POST /accounts/login/"
SERVERS = ["pages", "live1"]


def is_open(connection: socket.socket) -> bool:
    """Whether the server has neither answered nor hung up."""
    connection.setblocking(False)
    try:
        connection.recv(1)
    except BlockingIOError:
        return True
    return False


@pytest.mark.costly
@pytest.mark.parametrize("count", [4, 8, 30])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("server", SERVERS)
def test_others_are_answered_beside_them(
    production: Production,
    server: str,
    kind: str,
    count: int,
) -> None:
    connections = held(production.ports[server], KINDS[kind], count)
    try:
        for _ in range(3):  # the first may overtake them
            with production.get(server, "/accounts/login/") as answer:
                assert answer.status == 200
        assert all(map(is_open, connections)), "while they are still there"
    finally:
        for connection in connections:
            connection.close()


PROXIES = {"caddy": caddy, "nginx": nginx}


@pytest.fixture(scope="module", params=PROXIES)
def proxy(
    request: pytest.FixtureRequest, production: Production, tmp_path_factory: Any
) -> Iterator[int]:
    """The port of each proxy that we ship."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    with PROXIES[request.param](production, tmp_path_factory.mktemp(request.param)) as port:
        yield port


@pytest.mark.parametrize("count", [4, 8, 30])
@pytest.mark.parametrize("kind", KINDS)
def test_others_are_answered_through_our_proxies(proxy: int, kind: str, count: int) -> None:
    """A proxy hangs up after ten seconds: beside a busy machine it may take a second try."""

    def beside() -> bool:
        connections = held(proxy, KINDS[kind], count)
        try:
            for _ in range(3):
                assert b" 200 " in ask(proxy, "GET /accounts/login/", "", b"")
            return all(map(is_open, connections))
        finally:
            for connection in connections:
                connection.close()

    until(beside)


def test_our_proxies_say_that_a_body_is_too_large(proxy: int) -> None:
    size = 2 * limits.LONGEST_BODY
    assert b" 413 " in ask(proxy, POST, f"Content-Length: {size}", b"")
    chunk = f"{size:x}\r\n".encode() + b"x" * size + b"\r\n0\r\n\r\n"
    assert b" 413 " in ask(proxy, POST, "Transfer-Encoding: chunked", chunk)


@pytest.mark.parametrize("server", SERVERS)
def test_who_sends_too_much_can_send_it_all_and_reads_why(
    production: Production, server: str
) -> None:
    """A connection that is closed while something comes is reset, and takes the answer with it."""
    size = 4 * limits.LONGEST_BODY
    chunk = f"{size:x}\r\n".encode() + b"x" * size + b"\r\n0\r\n\r\n"
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", production.ports[server])) as connection:
            connection.settimeout(PATIENCE)
            head = [f"{POST} HTTP/1.1", f"Host: {HOST}", "X-Forwarded-Proto: https"]
            head += ["Transfer-Encoding: chunked", "", ""]
            connection.sendall("\r\n".join(head).encode() + chunk)
            assert b" 413 " in connection.makefile("rb").readline()


@pytest.mark.parametrize("server", SERVERS)
def test_who_reads_the_refusal_first_can_still_send_the_rest(
    production: Production, server: str
) -> None:
    """As a proxy does: it answers 502 where its sending fails, whatever it has read."""
    slice_ = b"%x\r\n" % 10_000 + b"x" * 10_000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", production.ports[server])) as connection:
        connection.settimeout(PATIENCE)
        head = [f"{POST} HTTP/1.1", f"Host: {HOST}", "X-Forwarded-Proto: https"]
        head += ["Transfer-Encoding: chunked", "", ""]
        connection.sendall("\r\n".join(head).encode())
        for _ in range(limits.LONGEST_BODY // 10_000 + 1):
            connection.sendall(slice_)
        assert b" 413 " in connection.makefile("rb").readline()
        for _ in range(200):
            connection.sendall(slice_)
        connection.sendall(b"0\r\n\r\n")


def ask(port: int, wanted: str, head: str, body: bytes) -> bytes:
    """The first line of the answer to a request."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        lines = [f"{wanted} HTTP/1.1", f"Host: {HOST}", "X-Forwarded-Proto: https"]
        lines += [head] if head else []
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        with contextlib.suppress(OSError):  # it may have heard enough
            connection.sendall(body)
        return connection.makefile("rb").readline()


@pytest.mark.parametrize("server", SERVERS)
def test_a_body_that_is_too_large_is_refused_before_it_is_read(
    production: Production,
    server: str,
) -> None:
    head = f"Content-Length: {limits.LONGEST_BODY + 1}"
    assert b" 413 " in ask(production.ports[server], POST, head, b"")


@pytest.mark.parametrize("server", SERVERS)
def test_a_body_of_untold_length_is_read_to_the_limit(
    production: Production,
    server: str,
) -> None:
    size = limits.LONGEST_BODY + 1
    chunk = f"{size:x}\r\n".encode() + b"x" * size
    assert b" 413 " in ask(production.ports[server], POST, "Transfer-Encoding: chunked", chunk)


def test_the_servers_wait_for_headers_as_long_as_the_limits_say() -> None:
    words = services()["pages"]["command"]
    wait = words[words.index("--http1-header-read-timeout") + 1]
    assert int(wait) == limits.HEADER_SECONDS * 1000
    assert words[words.index("--http") + 1] == "1", "for HTTP/2 it counts nothing"


def gathered(messages: list[dict[str, Any]], **bounds: Any) -> tuple[int, bytes, Gathered]:
    """Status and body with which a request of these messages is answered."""
    sent: list[dict[str, Any]] = []

    async def run() -> Gathered:
        left = iter(messages)

        async def receive() -> dict[str, Any]:
            if (message := next(left, None)) is None:
                await asyncio.Event().wait()  # nothing more ever comes
            assert message is not None
            return message

        async def echo(scope: Any, receive: Any, send: Any) -> None:
            body = (await receive())["body"]
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": body})

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        application = Gathered(echo, **bounds)
        await application({"type": "http", "headers": []}, receive, send)
        return application

    application = asyncio.run(run())
    return (sent[0]["status"], sent[1]["body"], application) if sent else (0, b"", application)


def part(body: bytes, *, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_comes_as_one_message() -> None:
    status, body, application = gathered([part(b"ab", more=True), part(b"c", more=False)])
    assert (status, body, application.held) == (200, b"abc", 0)


def test_a_body_that_never_comes_is_given_up() -> None:
    status, _, application = gathered([part(b"ab", more=True)], seconds=0.01)
    assert (status, application.held) == (408, 0)


def test_a_client_that_goes_away_is_not_answered() -> None:
    status, _, application = gathered([part(b"ab", more=True), {"type": "http.disconnect"}])
    assert (status, application.held) == (0, 0)


def test_all_bodies_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "BODIES_IN_ALL", 3)
    status, _, application = gathered([part(b"ab", more=True), part(b"cd", more=False)])
    assert (status, application.held) == (503, 0)


def test_a_header_with_an_underscore_is_not_that_of_the_proxy() -> None:
    scope = {
        "type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1",
        "headers": [(b"x_forwarded_for", b"192.0.2.1"), (b"x-forwarded-for", b"192.0.2.7")],
    }  # fmt: skip
    assert environ_of(scope, b"")["HTTP_X_FORWARDED_FOR"] == "192.0.2.7"
