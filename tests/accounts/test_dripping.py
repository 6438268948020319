"""Servers that answer a byte now and then: each connection has a limit for the whole of it.

Here the server would end its answer in good order after some seconds. Whoever has a limit only for
each step hears all of it, and these tests are red.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives

from accounts.mail.outcomes import Delayed, Unreachable
from accounts.mail.sending import letter_deliver
from accounts.notices import outside
from accounts.signing_in import door_answers
from config.web import mailing
from tests.accounts.dripping import MOST, Dripping
from tools.outside import certificate_make

ROOT = Path(__file__).parents[2]
LIMITS = (0.5, 2, 5)
"""Seconds for a whole connection; on a busy machine the first is too short for any byte."""
CONNECTING = {
    "http.client",
    "requests",
    "smtplib",
    "urllib.request",
    "urllib3",
    "socket",
    "aiohttp",
}
OWN = {
    "accounts/signing_in/doors.py": "has the worker ask",
    "accounts/mail/letters.py": "smtplib's errors alone",
    "accounts/mail/sending.py": "smtplib's errors alone",
    "accounts/notices/posting.py": "smtplib's errors alone",
    "config/database/connections.py": "knocks at Postgres, with a limit, and reads nothing",
    "config/running/household.py": "nothing is sent: which address this machine has",
    "config/running/play.py": "asks this site",
    "config/running/probe.py": "asks this site",
    "config/web/error_mails.py": "the name of this machine",
    "config/web/outward.py": "the limit itself",
}
"""Modules that know of sockets, and yet connect to no server of others."""
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Filling: "
ANSWER = HEAD.ljust(MOST, b"x") + b"\r\nContent-Length: 0\r\n\r\n"
GREETING = b"220-mail\r\n" * (MOST // 10)
Asking = Callable[[int, Any], None]
"""Asks the server at a port."""


@pytest.fixture(autouse=True)
def certificate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make a certificate that is trusted."""
    certificate = certificate_make(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
    return certificate


def heard(
    ask: Asking, said: bytes, certificate: Path | None, settings: Any, patch: pytest.MonkeyPatch
) -> int:
    """Return how many bytes came within the shortest limit that was long enough for one."""
    for limit in LIMITS:
        patch.setattr(outside, "SECONDS", limit)
        patch.setattr(door_answers, "SECONDS", limit)
        patch.setattr(mailing, "WHOLE_SECONDS", limit)
        with Dripping(said, certificate) as server:
            ask(server.port, settings)
            if server.heard:
                break
    return server.heard


def post(port: int, settings: Any) -> None:
    settings.NOTICE_HOSTS = ["localhost"]
    with pytest.raises(Unreachable):
        outside.post(f"https://localhost:{port}/", b"{}", {})


def door(port: int, settings: Any) -> None:
    ask_door(f"https://localhost:{port}/")


def plain_door(port: int, settings: Any) -> None:
    ask_door(f"http://localhost:{port}/")


def ask_door(url: str) -> None:
    assert "problem" in door_answers.answer_to({"method": "GET", "url": url})


def mail(port: int, settings: Any) -> None:
    settings.EMAIL_BACKEND = "config.web.mailing.MailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "localhost", port, 60
    with pytest.raises(Delayed):
        letter_deliver(EmailMultiAlternatives("subject", "text", "a@x.org", ["b@x.org"]))


def mail_in_tls(port: int, settings: Any) -> None:
    settings.EMAIL_USE_SSL = True
    mail(port, settings)


WAYS: dict[str, tuple[Asking, bytes, bool]] = {
    "accounts/notices/outside.py": (post, ANSWER, True),
    "accounts/signing_in/door_answers.py": (door, ANSWER, True),
    "accounts/signing_in/door_answers.py, without TLS": (plain_door, ANSWER, False),
    "config/web/mailing.py": (mail, GREETING, False),
    "config/web/mailing.py, in TLS": (mail_in_tls, GREETING, True),
}
"""By the module that connects: how, what the server says byte by byte, and whether in TLS."""


@pytest.mark.parametrize("way", WAYS)
def test_a_server_that_drips_is_left(
    way: str, certificate: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, said, in_tls = WAYS[way]
    count = heard(ask, said, certificate if in_tls else None, settings, monkeypatch)
    assert 0 < count < MOST, "it was left in the middle"


def test_a_server_that_drips_its_handshake_is_left(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes of a record of TLS that is never whole."""
    handshake = b"\x16\x03\x03\x3f\xff" + b"\x02" * MOST
    for ask in (post, door, mail_in_tls):
        assert 0 < heard(ask, handshake, None, settings, monkeypatch) < MOST


def test_every_module_that_connects_to_others_is_tried() -> None:
    found = set()
    for app in ("accounts", "config", "games", "lobby"):
        for path in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                names = [node.module] if isinstance(node, ast.ImportFrom) else []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                if CONNECTING & set(names):
                    found.add(str(path.relative_to(ROOT)))
    assert found - OWN.keys() == {way.partition(",")[0] for way in WAYS}
    assert OWN.keys() <= found


def test_the_site_mails_so() -> None:
    from config.running import environment

    backend = environment.email("smtp://mail.example.org")["EMAIL_BACKEND"]
    assert backend == f"{mailing.__name__}.{mailing.MailBackend.__name__}"
