"""Dead addresses under the running workers: all that is held up is their own.

A dead address is one that takes everything in and says nothing. It does so until the test has seen
what it waits for: so nothing here depends on how fast the machine is.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from accounts.notices import pushing, sending
from games.models import LogEntry, Seat, Table
from lobby.models import MailedInvitation
from lobby.tables import inviting
from lobby.tables.letters import letter_mail
from lobby.tables.services import table_open
from lobby.terms.opening import Terms
from tests.accounts.silent import Silent
from tests.accounts.test_budgets import DEAD, devices_add, turns_owe
from tests.people import people_make
from tools.outside import PushService, certificate_make
from tools.patience import LONG_PATIENCE
from tools.processes import Running
from tools.seating import table_begun
from tools.working import forget_jobs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.costly]

LETTERS = 40
"""More than a process for the outside does at once."""
"""Seconds after which a test gives up."""
LOOK_EVERY = 0.05


def wait_until(state: Callable[[], Any], told: str) -> None:
    """Look again and again until something is so."""
    given_up = threading.Event()
    timer = threading.Timer(LONG_PATIENCE, given_up.set)
    timer.start()
    try:
        while not state():
            assert not given_up.wait(LOOK_EVERY), told
    finally:
        timer.cancel()


class Site:
    """Both workers in processes of their own, a push service, and a server that says nothing."""

    def __init__(self, folder: Path) -> None:
        self.stack = ExitStack()
        certificate = certificate_make(folder)
        self.push = self.stack.enter_context(PushService(certificate))
        self.push.known_key = pushing.public_key()
        self.dead = self.stack.enter_context(Silent())
        self.mail = self.stack.enter_context(Silent())
        facts = connection.settings_dict
        self.environment = {
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(Path.cwd()),
            "PYTHONUNBUFFERED": "1",
            "SOBREMESA_DATA_DIR": str(folder),
            "DATABASE_URL": f"postgres://{facts['USER']}@/{facts['NAME']}?host={facts['HOST']}",
            "SECRET_KEY": settings.SECRET_KEY,
            "SITE_URL": "https://games.example.org",
            "SITE_ADDRESS": "games.example.org",
            "EMAIL_URL": f"smtp://127.0.0.1:{self.mail.port}",
            "NOTICE_HOSTS": ",".join(["localhost", *DEAD]),
            "SSL_CERT_FILE": str(certificate),
            "VAPID_PRIVATE_KEY": settings.VAPID_PRIVATE_KEY,
        }

    def start(self, *arguments: str) -> Running:
        """A process of the site, which ends with it."""
        running = Running([sys.executable, *arguments], self.environment)
        self.stack.callback(self.end, running)
        return running

    def sender(self) -> Running:
        """A worker for the outside."""
        return self.start("-m", "tests.accounts.patient_sender")

    @staticmethod
    def end(running: Running) -> None:
        """Kill a process that has not ended: one that waits for a dead address would go on."""
        if running.process.poll() is None:
            running.end(signal.SIGKILL)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    forget_jobs()
    made = Site(tmp_path)
    with made.stack:
        yield made
    forget_jobs()


def asked(user: User) -> Table:
    """A table at which it is the turn of a user and of a bot; they are to be told of theirs."""
    table = table_begun("pier", [user], bots=1)
    turns_owe()
    sending.lanes_start(timezone.now())
    return table


def letters_owe(host: User) -> list[MailedInvitation]:
    """Invitations by mail, each with its job, more than the page lets anybody send."""
    table = table_open(host=host, terms=Terms("port_royal", 2, 2))
    now = timezone.now()
    made = [
        MailedInvitation(table=table, host=host, address=f"a{n}@example.org", digest=n, next_at=now)
        for n in range(LETTERS)
    ]
    for _letter in made:
        letter_mail.defer()
    return MailedInvitation.objects.bulk_create(made)


def bot_has_answered(table: Table) -> bool:
    """Whether the bot at a table has made its first move."""
    bots = Seat.objects.filter(table=table, user=None).values("place")
    return LogEntry.objects.filter(table=table, kind="move", place__in=bots).exists()


def held_jobs() -> set[tuple[int, int]]:
    """The jobs for the outside that are being done, each with its worker."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select id, worker_id from procrastinate_jobs"
            " where status = 'doing' and queue_name = 'outside'"
        )
        return set(cursor.fetchall())


def test_dead_addresses_and_a_silent_mail_server_hold_up_nobody_else(site: Site) -> None:
    ana, ben = people_make("ana", "ben", mails="off")
    devices_add(ana, [f"https://{host}:{site.dead.port}/push" for host in DEAD])
    asked(ana)
    letter, *_others = letters_owe(ana)
    site.start("manage.py", "worker")
    sender = site.sender()
    wait_until(lambda: site.dead.open and site.mail.open, "nobody asks the dead addresses")

    pushing.device_add(user=ben, subscription=site.push.browser("phone").subscription, agent="")
    table = asked(ben)
    wait_until(lambda: len(site.push.messages("phone")) == 1, "somebody else is not told")
    wait_until(lambda: bot_has_answered(table), "a bot does not answer")
    assert (site.dead.came, site.dead.open) == (1, 1), "and nothing dead has ended meanwhile"
    assert (site.mail.came, site.mail.open) == (1, 1)
    inviting.letter_withdraw(table_id=letter.table_id, user=ana, letter_id=letter.pk)

    held = held_jobs()
    assert held
    sender.end(signal.SIGKILL)
    site.sender()
    table = asked(ben)
    wait_until(lambda: len(site.push.messages("phone")) == 2, "nobody sends for the dead worker")
    wait_until(lambda: bot_has_answered(table), "a bot does not answer")
    wait_until(lambda: not held & held_jobs(), "the dead worker holds its jobs")
    wait_until(lambda: site.dead.came > 1 and site.mail.came > 1, "what it was doing is forgotten")
