"""`deploy/nginx.conf` as it is, with TLS, before two processes for tables and one for pages."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.config import production as setting
from tests.config.production import HOST, SITE, Production, production  # noqa: F401 - a fixture
from tests.config.proxies import nginx_with_tls
from tools.outside import certificate_make
from tools.patience import PATIENCE, until

pytestmark = pytest.mark.costly

GRACE = 45
"""Seconds that a process may take to end, as compose gives it."""


@pytest.fixture(scope="module")
def proxy(production: Production, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:  # noqa: F811
    """The port on which it answers with TLS."""
    if shutil.which("nginx") is None:
        pytest.skip("nginx is not installed: apt-get install nginx-light")
    folder = tmp_path_factory.mktemp("nginx")
    with nginx_with_tls(production, folder, certificate_make(folder)) as port:
        yield port


def trusting() -> ssl.SSLContext:
    """Whoever takes any certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@contextmanager
def line(port: int) -> Iterator[http.client.HTTPSConnection]:
    """A connection of one request."""
    connection = http.client.HTTPSConnection(
        "127.0.0.1", port, timeout=PATIENCE, context=trusting()
    )
    try:
        yield connection
    finally:
        connection.close()


def ask(port: int, path: str, body: str | None = None, **headers: str) -> http.client.HTTPResponse:
    """The answer to a request, read whole; with a body it is one that is not sent twice."""
    with line(port) as connection:
        method = "GET" if body is None else "POST"
        connection.request(method, path, body, headers={"Host": HOST, **headers})
        answer = connection.getresponse()
        answer.read()
        return answer


def listen(port: int, origin: str = SITE) -> ClientConnection:
    """A socket through the proxy."""
    pipe = socket.create_connection(("127.0.0.1", port))
    address = f"wss://{HOST}/ws/?lobby=1"
    return connect(address, sock=pipe, ssl=trusting(), origin=Origin(origin))


def is_alive(port: int) -> bool:
    """Whether a socket is opened, and answers."""
    with listen(port) as opened:
        opened.send(json.dumps({"type": "ping"}))
        while json.loads(opened.recv(timeout=PATIENCE))["type"] != "pong":
            pass
    return True


def test_a_page_comes_over_https_and_leads_nowhere_else(proxy: int) -> None:
    """Without the forwarded scheme it is an endless redirect."""
    for path in ("/", "/accounts/login/", "/api/v1/games", "/tables/"):
        assert ask(proxy, path).status == 200, path
    answer = ask(proxy, "/accounts/login/")
    assert answer.headers["Strict-Transport-Security"]
    cookies = answer.headers.get_all("Set-Cookie") or []
    assert all("Secure" in cookie for cookie in cookies)


def test_nobody_names_the_scheme_but_the_proxy(proxy: int) -> None:
    assert ask(proxy, "/accounts/login/", **{"X-Forwarded-Proto": "http"}).status == 200


def test_files_and_figures(proxy: int) -> None:
    assert ask(proxy, "/metrics").status == 404
    assert ask(proxy, "/static/nothing.css").status == 404


def test_a_socket_is_opened_for_our_pages_alone(proxy: int) -> None:
    assert is_alive(proxy)
    with (
        pytest.raises(InvalidStatus, match="403"),
        listen(proxy, origin="https://other.example.org"),
    ):
        pass


def test_no_answer_is_lost_while_one_process_after_the_other_is_restarted(
    production: Production,  # noqa: F811
    proxy: int,
) -> None:
    """Those of tables and sockets; requests go on all the time, and each is answered."""
    over, read, sent = threading.Event(), list[int](), list[int]()

    def go_on() -> None:
        while not over.is_set():
            for number in range(1, 30):
                address = f"/api/v1/tables/{number}"
                read.append(ask(proxy, address).status)
                sent.append(ask(proxy, f"{address}/moves", "{}", Authorization="Bearer x").status)

    def more() -> None:
        before = len(sent)
        until(lambda: len(sent) > before + 20)

    asking = threading.Thread(target=go_on)
    asking.start()
    try:
        for name in ("live1", "live2"):
            more()
            assert production.processes[name].end() == 0
            more()
            assert is_alive(proxy)
            setting.start(production, name, "live", port=production.ports[name])
            setting.wait_until_healthy(production, {name: "live"})
    finally:
        over.set()
        asking.join()
    assert (set(read), set(sent)) == ({404}, {401}), "no such tables, and nobody signed in"
    assert is_alive(proxy)
