"""Operators hear of errors: once, with what helps, and with nobody's secrets."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as active
from django.test import Client

from accounts.models import User
from config.web.error_mails import ErrorMails
from tests.config.test_environment import PRODUCTION
from tests.people import client_of
from tools.processes import manage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def handler() -> ErrorMails:
    """The handler that the settings have made."""
    (found,) = (h for h in logging.getLogger().handlers if isinstance(h, ErrorMails))
    return found


@pytest.fixture(autouse=True)
def operators(
    settings: Any, handler: ErrorMails, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    settings.ADMINS = [("ops@example.org", "ops@example.org")]
    fresh = ErrorMails()
    monkeypatch.setattr(handler, "each", fresh.each)
    monkeypatch.setattr(handler, "all", fresh.all)
    monkeypatch.setattr(handler, "held_back", fresh.held_back)
    yield
    handler.flush()


TOKEN = "Zq3xV9_secretTokenOfALink"
ADDRESS = "smtp://me:pw1@mail"


def test_an_error_of_a_page_is_mailed_without_secrets(
    mailbox: Any,
    monkeypatch: pytest.MonkeyPatch,
    handler: ErrorMails,
) -> None:
    def broken(token: str) -> None:
        raise RuntimeError(f"no table for {token}, key {active.SECRET_KEY} at {ADDRESS}")

    monkeypatch.setattr("lobby.tables.selectors.table_by_token", broken)
    ana = User.objects.create_user("Ana", "ana@example.org")
    client = client_of(ana, raise_request_exception=False)
    answer = client.post(f"/join/{TOKEN}/?secret=sauce", {"password": "two sugars please"})
    assert answer.status_code == 500
    handler.flush()
    (letter,) = mailbox.letters
    assert (letter["To"], letter["Subject"]) == (
        "ops@example.org",
        "[Sobremesa] ERROR: RuntimeError (POST /join/<str:token>/)",
    )
    text = mailbox.text()
    assert text.startswith("A request has failed")
    assert "test_error_mails.py" in text and "in private_link" in text and f"User: {ana.pk}" in text
    session = client.cookies["sessionid"].value
    for secret in (TOKEN, active.SECRET_KEY, "two sugars", "sauce", session, "me:pw1", "ana@"):
        assert secret not in letter.as_string() and secret not in text, secret


def test_an_error_in_a_loop_is_one_mail_and_then_a_number(
    mailbox: Any,
    handler: ErrorMails,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    slow = ErrorMails(clock=lambda: now)
    monkeypatch.setattr(handler, "each", slow.each)
    monkeypatch.setattr(handler, "all", slow.all)
    for turn in range(300):
        logging.getLogger("games.watching.visits").error("A move at table %s", turn)
    handler.flush()
    assert len(mailbox.letters) == 1
    now = 600.0
    logging.getLogger("games.watching.visits").error("A move at table %s", 7)
    handler.flush()
    assert len(mailbox.letters) == 2
    assert "came 299 more times" in mailbox.text()


def test_many_errors_are_few_mails(mailbox: Any, handler: ErrorMails) -> None:
    for number in range(100):
        logging.getLogger(f"games.number{number}").error("Something else")
    handler.flush()
    assert len(mailbox.letters) == 10


def test_what_a_job_was_called_with_is_not_told(mailbox: Any, handler: ErrorMails) -> None:
    """A letter with a key to somebody's account is an argument of the job that sends it."""
    job = {"task_name": "accounts.letter_send", "task_kwargs": {"text": f"/reset/{TOKEN}/"}}
    try:
        raise KeyError("what")
    except KeyError:
        logging.getLogger("procrastinate.worker").exception(
            "Job accounts.letter_send[3](text='/reset/%s/') ended with status: Failed",
            TOKEN,
            extra={"job": job},
        )
    handler.flush()
    assert "The job accounts.letter_send has failed" in mailbox.text()
    assert TOKEN not in mailbox.letters[0].as_string()


def test_nonsense_from_outside_is_no_error(mailbox: Any, handler: ErrorMails) -> None:
    Client(raise_request_exception=False).get("/", headers={"host": "evil.example"})
    logging.getLogger("games").warning("Only a warning")
    handler.flush()
    assert mailbox.letters == []


def test_a_mail_server_that_is_away_harms_nobody(
    mailbox: Any,
    settings: Any,
    handler: ErrorMails,
) -> None:
    settings.EMAIL_PORT = 1
    logging.getLogger("games").error("One")
    handler.flush()
    settings.EMAIL_PORT = mailbox.port
    logging.getLogger("games").error("Two")
    handler.flush()
    assert [letter["Subject"] for letter in mailbox.letters] == ["[Sobremesa] ERROR: Two (games)"]


def test_it_is_so_in_production(mailbox: Any, tmp_path: Path) -> None:
    more = {
        "EMAIL_URL": f"smtp://127.0.0.1:{mailbox.port}",
        "ADMINS": "a@example.org, b@example.org",
    }
    script = (
        "import logging; logging.getLogger('games.changing.services').error('The rules failed')"
    )
    done = manage(tmp_path, "shell", "--no-imports", "-c", script, **PRODUCTION | more)
    assert done.returncode == 0, done.stderr
    (letter,) = mailbox.letters
    assert letter["To"] == "a@example.org, b@example.org"
    assert "The rules failed" in letter["Subject"] and "https://games.example.org" in mailbox.text()
