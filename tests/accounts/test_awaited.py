"""Mails that somebody waits for: the worker sends them, and the page says if it cannot."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail import letters
from accounts.models import Letter, User
from config.running import worker
from tests.accounts.mailbox import Mailbox
from tests.accounts.silent import Silent
from tests.people import people_make
from tools.patience import PATIENCE
from tools.working import forget_jobs

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = re.compile(r'id="awaited"')


def code_ask(address: str) -> Client:
    """Somebody who is not signed in asks for a code by mail."""
    client = Client()
    answer = client.post(reverse("account_request_login_code"), {"email": address})
    assert answer.status_code == 302, answer.content
    return client


def words(client: Client) -> tuple[int, str]:
    """What a page is told of that which its reader waits for."""
    answer = client.get(reverse("awaited"))
    return answer.status_code, " ".join(answer.text.split())


def test_a_silent_mail_server_holds_up_no_request(settings: Any) -> None:
    """Eight people who asked for codes once took all threads for pages, for 40 seconds."""
    forget_jobs()
    people = people_make(*(f"user{number}" for number in range(8)))
    with Silent() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        clients = [code_ask(user.email) for user in people]
        assert server.came == 0, "no request asks the mail server"
        assert Client().get("/").status_code == 200
        assert words(clients[0]) == (202, "")
        settings.EMAIL_TIMEOUT = 0.1
        letters.letters_send()
        assert server.came == len(people)
    status, told = words(clients[0])
    assert status == 202 and f"The email to {people[0].email} could not be sent yet" in told
    assert people[1].email not in told, "of one's own letters alone"
    page = clients[0].get("/").text
    assert PAGE.search(page) and "could not be sent yet" in page
    assert words(Client()) == (204, "")


def test_the_worker_for_the_outside_sends_a_code_at_once(mailbox: Mailbox) -> None:
    """It is told that there is a job: it does not look for one by and by."""
    (ana,) = people_make("ana")
    sent = threading.Event()
    take = mailbox.server.handle_DATA

    async def handle_DATA(*about: Any) -> str:
        answer = await take(*about)
        sent.set()
        return answer

    mailbox.server.handle_DATA = handle_DATA  # type: ignore[method-assign]

    def ask() -> None:
        code_ask(ana.email)
        connection.close()
        sent.wait(PATIENCE)
        os.kill(os.getpid(), signal.SIGTERM)

    asking = threading.Thread(target=ask)

    def begin() -> None:
        asking.start()

    from tests.config.test_worker import task_of_test

    with task_of_test(begin, queue=worker.OUTSIDE) as job:
        job.defer()
        asyncio.run(worker._run(worker.OUTSIDE))
        asking.join()
    assert [letter["To"] for letter in mailbox.server.taken] == [ana.email]
    assert not Letter.objects.exists(), "its code is nowhere any more"


def test_an_address_that_is_refused_is_told_to_whoever_waits(mailbox: Mailbox) -> None:
    (ana,) = people_make("ana")
    client = code_ask(ana.email)
    mailbox.answers = ["550 no such user"]
    letters.letters_send()
    status, told = words(client)
    assert status == 200 and "could not be sent: the address was refused" in told
    kept = Letter.objects.get()
    assert (kept.text, kept.page, kept.subject) == ("", "", ""), "its code is forgotten"
    assert kept.next_at is None
    letters.letters_forget(timezone.now() + letters.KEPT + timedelta(minutes=1))
    assert words(client) == (204, "") and not PAGE.search(client.get("/").text)


def test_a_busy_server_is_asked_again_with_growing_pauses(mailbox: Mailbox) -> None:
    (ana,) = people_make("ana")
    client = code_ask(ana.email)
    mailbox.answers = ["451 later", "451 later"]
    now = timezone.now()
    letters.letters_send(now)
    first = Letter.objects.get()
    letters.letters_send(now)
    assert Letter.objects.get().attempts == 1, "it is not due yet"
    letters.letters_send(first.next_at)
    second = Letter.objects.get()
    assert second.attempts == 2
    assert second.next_at - first.next_at > first.next_at - now
    forget_jobs()
    letters.letters_start(second.next_at)
    with connection.cursor() as cursor:
        cursor.execute("select task_name, args from procrastinate_jobs")
        assert list(cursor) == [("accounts.letters_send", "{}")], "no secret is in a job"
    letters.letters_send(second.next_at)
    assert len(mailbox.server.taken) == 1 and words(client) == (204, "")


def test_what_is_rolled_back_is_not_sent(mailbox: Mailbox) -> None:
    from django.db import transaction

    with transaction.atomic():
        words = {"sender": "a@example.org", "subject": "x", "text": "y", "page": "<p>y</p>"}
        letters.letter_owe(Letter(address="b@example.org", **words))
        transaction.set_rollback(True)
    assert mailbox.letters == []


def test_a_code_that_was_sent_is_said_nothing_about(mailbox: Mailbox) -> None:
    (ana,) = people_make("ana")
    client = code_ask(ana.email)
    assert len(mailbox.letters) == 1
    assert words(client) == (204, "")
    assert User.objects.get() == ana
