"""`deploy/nginx.conf` and `deploy/Caddyfile`, with TLS, before two processes for tables."""

from __future__ import annotations

import http.client
import json
import re
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
from tests.config.proxies import caddy_with_tls, nginx_with_tls
from tools.outside import certificate_make
from tools.patience import PATIENCE, until

pytestmark = pytest.mark.costly

GRACE = 45
"""Seconds that a process may take to end, as compose gives it."""


PROXIES = {"nginx": (nginx_with_tls, "nginx-light"), "caddy": (caddy_with_tls, "caddy")}
RESTARTED = {"nginx": ("live1", "live2"), "caddy": ("live2",)}
"""What is restarted in turn; twice costs twice, and only nginx once took both for gone."""
BODIES = {"nginx": "{}", "caddy": ""}
"""What is sent while processes go: the Caddy of Debian 12 and 13 hands a request with a body to no
other process, once it has knocked at one that is gone (caddyserver/caddy#7547)."""


@pytest.fixture(scope="module", params=PROXIES)
def proxy(
    production: Production,  # noqa: F811
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[int]:
    """The port on which it answers with TLS."""
    name: str = request.param
    started, package = PROXIES[name]
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed: apt-get install {package}")
    folder = tmp_path_factory.mktemp(name)
    with started(production, folder, certificate_make(folder)) as port:
        yield port


def trusting() -> ssl.SSLContext:
    """Whoever takes any certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@contextmanager
def line(port: int) -> Iterator[http.client.HTTPSConnection]:
    """A connection of one request, to this machine under the name of the site."""
    connection = http.client.HTTPSConnection(HOST, port, timeout=PATIENCE)
    pipe = socket.create_connection(("127.0.0.1", port), PATIENCE)
    connection.sock = trusting().wrap_socket(pipe, server_hostname=HOST)
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


def counts(production: Production) -> list[int]:  # noqa: F811
    """How many requests each process for tables has answered."""
    told = []
    for name in ("live1", "live2"):
        bearer = {"Authorization": f"Bearer {setting.TOKEN}"}
        with production.get(name, "/metrics", **bearer) as answer:
            figures = answer.read().decode()
        counted = re.findall(r"^sobremesa_request_seconds_count.* ([\d.]+)$", figures, re.MULTILINE)
        told.append(int(sum(map(float, counted))))
    return told


def test_all_of_a_table_goes_to_one_process_and_tables_to_both(
    production: Production,  # noqa: F811
    proxy: int,
) -> None:
    used, before = set(), counts(production)
    for table in range(1, 9):
        for path in (f"/tables/{table}/", f"/api/v1/tables/{table}", f"/api/v1/tables/{table}"):
            ask(proxy, path)
        after = counts(production)
        more, before = [now - then for now, then in zip(after, before, strict=True)], after
        assert sorted(more) == [1, 4], f"table {table}: one each is the question itself"
        used.add(more.index(4))
    assert used == {0, 1}


def test_no_answer_is_lost_while_one_process_after_the_other_is_restarted(
    production: Production,  # noqa: F811
    proxy: int,
    request: pytest.FixtureRequest,
) -> None:
    """Those of tables and sockets; requests go on all the time, and each is answered."""
    name_of_proxy: str = request.node.callspec.params["proxy"]
    body = BODIES[name_of_proxy]
    over, read, sent = threading.Event(), list[int](), list[int]()

    def go_on() -> None:
        number = 0
        while not over.wait(0.02):  # as often as a player of a club or two, not as a load
            number = number % 30 + 1
            address = f"/api/v1/tables/{number}"
            read.append(ask(proxy, address).status)
            sent.append(ask(proxy, f"{address}/moves", body, Authorization="Bearer x").status)

    def more() -> None:
        before = len(sent)
        until(lambda: len(sent) > before + 20)

    asking = threading.Thread(target=go_on)
    asking.start()
    try:
        for name in RESTARTED[name_of_proxy]:
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
