"""Errors are reported as Sentry takes them, with nothing that a person wrote or that is secret."""

from __future__ import annotations

import gzip
import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as active

from accounts.models import User
from config.sight.reports import ErrorReports
from tests.config.test_environment import PRODUCTION
from tests.people import client_of
from tools.processes import manage

TOKEN = "Zq3xV9_secretTokenOfALink"
SAID = "Ana said that Bob cheats"


def broken(token: str) -> None:
    """Of what stands around it, a report has the lines; of what it says, nothing."""
    said = f"{SAID}, {active.SECRET_KEY}"
    raise RuntimeError(said)


class Sentry(ThreadingHTTPServer):
    """Takes envelopes, as Sentry does."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiver)
        self.envelopes: list[str] = []
        self.dsn = f"http://key@127.0.0.1:{self.server_port}/7"

    def report(self) -> dict[str, Any]:
        """The only event that has come."""
        (envelope,) = self.envelopes
        _, about, event = envelope.split("\n")[:3]
        assert json.loads(about)["type"] == "event"
        return dict(json.loads(event))


class Receiver(BaseHTTPRequestHandler):
    server: Sentry

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        assert self.path == "/api/7/envelope/" and "key" in self.headers["X-Sentry-Auth"]
        self.server.envelopes.append(body.decode())
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def sentry() -> Iterator[Sentry]:
    with Sentry() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def handler(sentry: Sentry) -> Iterator[ErrorReports]:
    """A handler beside those of the settings."""
    made = ErrorReports(sentry.dsn, "1.2.3")
    logging.getLogger().addHandler(made)
    yield made
    logging.getLogger().removeHandler(made)
    made.client.close()


@pytest.mark.django_db(transaction=True)
def test_an_error_of_a_page_is_reported_without_anything_personal(
    sentry: Sentry, handler: ErrorReports, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lobby.tables.selectors.table_by_token", broken)
    ana = User.objects.create_user("Ana", "ana@example.org")
    client = client_of(ana, raise_request_exception=False)
    answer = client.post(
        f"/join/{TOKEN}/?secret=sauce", {"password": "two sugars please"}, HTTP_X_SECRET="header"
    )
    assert answer.status_code == 500
    handler.flush()
    report = sentry.report()
    (error,) = report["exception"]["values"]
    assert error["type"] == "RuntimeError"
    assert "private_link" in [frame["function"] for frame in error["stacktrace"]["frames"]]
    assert report["tags"] == {
        "where": "POST /join/<str:token>/", "request": answer["X-Request-ID"],
    }  # fmt: skip
    assert (report["release"], report["level"], report["logger"]) == (
        "1.2.3", "error", "django.request",
    )  # fmt: skip
    session = client.cookies["sessionid"].value
    secrets = (TOKEN, active.SECRET_KEY, SAID, "two sugars", "sauce", session, "ana@", '"header"')
    for secret in secrets:
        assert secret not in sentry.envelopes[0], secret
    assert not {"user", "request", "breadcrumbs", "extra", "modules"} & set(report)


def test_of_a_line_of_the_log_only_what_stands_in_the_code(
    sentry: Sentry, handler: ErrorReports
) -> None:
    logging.getLogger("games.watching.visits").error("A move at table %s: %s", 7, SAID)
    handler.flush()
    assert sentry.report()["logentry"] == {"message": "A move at table %s: %s"}
    sentry.envelopes.clear()
    filled_in = f"Job letter_send(text={SAID})"
    logging.getLogger("procrastinate.worker").error(filled_in)
    handler.flush()
    assert sentry.report()["logentry"] == {"message": "An error of procrastinate.worker"}
    assert SAID not in sentry.envelopes[0]


def test_it_is_so_in_production(sentry: Sentry, tmp_path: Path) -> None:
    script = "import logging; logging.getLogger('games').error('The rules failed')"
    run = ("shell", "--no-imports", "-c", script)
    done = manage(tmp_path, *run, **PRODUCTION, SENTRY_DSN=sentry.dsn)
    assert done.returncode == 0, done.stderr
    assert sentry.report()["logentry"] == {"message": "The rules failed"}
    wrong = manage(tmp_path, *run, **PRODUCTION, SENTRY_DSN="sentry.example.org")
    assert wrong.stderr == "SENTRY_DSN must look like https://key@host/project.\n"
