"""Addresses that take everything in and say nothing: whoever has them waits, and nobody else."""

from __future__ import annotations

import inspect
import math
import socket
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.mail import letters
from accounts.mail.outcomes import Unreachable
from accounts.models import Device, Notice, PutOff, User
from accounts.notices import budgets, hooks, outside, pushing, selecting, sending
from accounts.signing_in import door_answers
from config.running.worker import OUTSIDE, OUTSIDE_AT_ONCE, Lane
from lobby.tables import letters as invitations
from tests.accounts.silent import Silent
from tests.people import people_make
from tools.outside import PushBrowser, PushService, certificate_make
from tools.seating import table_begun
from tools.working import forget_jobs, work

pytestmark = pytest.mark.django_db(transaction=True)

LANES = {
    "accounts.doors_ask": door_answers.LANE,
    "accounts.letters_send": letters.LANE,
    "accounts.trials_send": hooks.LANE,
    "lobby.letter_mail": invitations.LANE,
}
"""By the job that goes through each; those of notices have one for each channel."""
MANY = 200
DEAD = [f"127.0.1.{number}" for number in range(1, MANY + 1)]


@pytest.fixture
def push(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[PushService]:
    certificate = certificate_make(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setattr(outside, "SECONDS", 1.0)
    settings.NOTICE_HOSTS = ["localhost", *DEAD]
    forget_jobs()
    with PushService(certificate) as service:
        service.known_key = pushing.public_key()
        yield service


@pytest.fixture
def silent() -> Iterator[Silent]:
    with Silent() as server:
        yield server


def asked(*users: User) -> None:
    """It is the turn of each, at a table of their own, and they want pushes alone."""
    User.objects.filter(pk__in=[user.pk for user in users]).update(mails="off")
    for user in users:
        table_begun("pier", [user], bots=1, seed="quay")
    forget_jobs()


def devices_add(user: User, endpoints: list[str]) -> None:
    """Devices of a user, more than the page lets anybody have."""
    keys = PushBrowser("https://localhost/").subscription["keys"]
    made = [
        Device(user=user, name="x", endpoint=url, key=keys["p256dh"], secret=keys["auth"])
        for url in endpoints
    ]
    Device.objects.bulk_create(made)


def turns_owe() -> None:
    now = timezone.now()
    selecting.turns_owe(before=now, now=now)


def test_dead_addresses_of_an_account_hold_up_nobody_else(
    push: PushService, silent: Silent
) -> None:
    ana, ben = people_make("ana", "ben")
    asked(ana, ben)
    devices_add(ana, [f"https://{host}:{silent.port}/push" for host in DEAD])
    turns_owe()  # all of hers are due before his
    pushing.device_add(user=ben, subscription=push.browser("phone").subscription, agent="")
    turns_owe()
    sending.notices_send("push")
    assert len(push.messages("phone")) == 1
    most = math.ceil(budgets.AT_ONCE.total_seconds() / outside.SECONDS) + 1
    assert 1 <= silent.came <= most, "then her time is used up"
    hers = Notice.objects.filter(user=ana, channel="push")
    assert hers.count() == MANY
    assert not hers.filter(status="owed", next_at__lte=timezone.now()).exists(), "put off at once"
    assert hers.filter(attempts=0).count() >= MANY - most, "which does not count as an attempt"


def test_one_notice_of_an_account_is_under_way_at_a_time(push: PushService, silent: Silent) -> None:
    ana, ben = people_make("ana", "ben")
    asked(ana, ben)
    devices_add(ana, [f"https://{host}:{silent.port}/push" for host in DEAD[:9]])
    pushing.device_add(user=ben, subscription=push.browser("phone").subscription, agent="")
    turns_owe()
    sending.lanes_start(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("select queue_name, count(*) from procrastinate_jobs group by 1")
        assert list(cursor) == [(OUTSIDE, sending.WIDTHS["push"])]
    work()
    assert silent.came > 1 and silent.most_at_once == 1
    assert len(push.messages("phone")) == 1


COMMITS_FAIL = """
    create function fail() returns trigger language plpgsql as $$ begin raise 'lost'; end $$;
    create constraint trigger fails after update on accounts_notice
        deferrable initially deferred for each row execute function fail();
"""
COMMITS_GO = "drop trigger fails on accounts_notice; drop function fail()"


def test_a_claim_that_is_lost_at_its_commit_holds_up_nobody(push: PushService) -> None:
    """Until the process ended, its account was told nothing more on that channel."""
    (ben,) = people_make("ben")
    asked(ben)
    pushing.device_add(user=ben, subscription=push.browser("phone").subscription, agent="")
    turns_owe()
    with connection.cursor() as cursor:
        cursor.execute(COMMITS_FAIL)
        with pytest.raises(DatabaseError, match="lost"):
            sending.notices_send("push")
        cursor.execute(COMMITS_GO)
    assert push.messages("phone") == []
    sending.notices_send("push")
    assert len(push.messages("phone")) == 1


def test_a_host_that_fails_is_put_off_for_everybody(push: PushService, silent: Silent) -> None:
    ana, ben = people_make("ana", "ben")
    asked(ana, ben)
    for user in (ana, ben):
        devices_add(user, [f"https://{DEAD[0]}:{silent.port}/{user.username}"])
    turns_owe()
    sending.notices_send("push")
    assert silent.came == 1
    later = PutOff.objects.get(name=f"host {DEAD[0]}:{silent.port}")
    assert later.failures == 1
    for _ in range(12):
        budgets.host_failed(f"https://{DEAD[0]}:{silent.port}/", timezone.now())
    later.refresh_from_db()
    assert later.until <= timezone.now() + timedelta(seconds=budgets.HOST_PAUSES.longest)
    budgets.host_answered(f"https://{DEAD[0]}:{silent.port}/")
    Notice.objects.update(next_at=timezone.now())
    sending.notices_send("push")
    assert silent.came == 2


def test_a_used_up_account_is_asked_again_when_its_share_allows_it(people: list[User]) -> None:
    now = timezone.now()
    notice = Notice(user=people[0], channel="webhook", address="https://example.org/")
    budgets.account_charge(notice, budgets.AT_ONCE.total_seconds(), now)
    assert budgets.put_off(notice, now) is None
    budgets.account_charge(notice, 1.0, now)
    until = budgets.put_off(notice, now)
    assert until == now + timedelta(seconds=1 / budgets.SHARE)
    assert until and budgets.put_off(notice, until) is None
    budgets.put_offs_forget(now + timedelta(days=1))
    assert not PutOff.objects.exists()


def test_a_name_server_that_says_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    says = threading.Event()
    asked: list[str] = []

    def lookup(host: str, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        says.wait()
        return []

    monkeypatch.setattr(outside, "LOOK_UP_SECONDS", 0.01)
    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    for _ in range(outside.MOST_LOOK_UPS):
        with pytest.raises(Unreachable, match="does not answer"):
            outside.post("https://silent.example/", b"", {})
    with pytest.raises(Unreachable, match="Too many"):
        outside.post("https://silent.example/", b"", {})
    assert len(asked) == outside.MOST_LOOK_UPS
    says.set()


def test_whoever_is_turned_away_from_a_full_lane_is_served_by_it() -> None:
    """What comes just as a lane has found nothing must not lie there until the next selection."""
    lane, due, done = Lane(1), [1], []

    def step() -> bool:
        if not due:
            if len(done) == 1:
                due.append(2)
                lane.run(step)  # as another job that comes now
            return False
        done.append(due.pop())
        return True

    lane.run(step)
    assert done == [1, 2] and lane.running == 0


def test_all_lanes_together_are_narrower_than_the_process() -> None:
    """So that none waits for another."""
    widths = [lane.width for lane in (*sending.LANES.values(), *LANES.values())]
    assert sum(widths) < OUTSIDE_AT_ONCE


def test_what_asks_other_servers_is_in_their_queue() -> None:
    app.perform_import_paths()
    outward = {task.name for task in app.tasks.values() if task.queue == OUTSIDE}
    assert outward == {"accounts.notices_send", *LANES}
    for name in LANES:
        assert "LANE.run(" in inspect.getsource(app.tasks[name].func), name
