"""What is claimed is sent, though somebody else looks at it just then."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.mail import letters
from accounts.models import Channel, Letter, Notice
from accounts.notices import selecting, sending
from tests.accounts.mailbox import Mailbox
from tools.patience import PATIENCE, until

pytestmark = pytest.mark.django_db(transaction=True)

WAITING = """
    select exists (select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database())
"""


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return bool(cursor.fetchone() == (True,))


def sent_beside_a_look(row: Letter | Notice, send: Callable[[], None]) -> None:
    """Send in a thread what another session has locked, until it waits for that."""

    def run() -> None:
        try:
            send()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    with transaction.atomic():
        type(row).objects.select_for_update().get(pk=row.pk)
        thread.start()
        until(lambda: somebody_waits() or not thread.is_alive())
    thread.join(PATIENCE)


def test_a_letter_that_was_claimed(mailbox: Mailbox) -> None:
    now = timezone.now()
    Letter.objects.create(
        address="ana@example.org", subject="A code", text="7", sender="x@example.org",
        owed_at=now, next_at=now,
    )  # fmt: skip
    claimed = letters.next_claim(now)
    assert claimed is not None
    sent_beside_a_look(claimed, lambda: letters.claimed_send(claimed))
    assert [letter["Subject"] for letter in mailbox.letters] == ["A code"]
    assert not Letter.objects.exists()


def test_a_notice_that_was_claimed(begin: Callable[..., object], mailbox: Mailbox) -> None:
    begin(seats=2)
    now = timezone.now()
    selecting.turns_owe(before=now, now=now)
    with transaction.atomic():
        notice = sending.next_of(Channel.MAIL, now).get()
        assert sending.claim(notice, now)
    sent_beside_a_look(notice, lambda: sending.claimed_deliver(notice, now))
    assert len(mailbox.letters) == 1
    notice.refresh_from_db()
    assert notice.status == Notice.Status.SENT
