"""Asking another site for whoever signs in with it: the worker's part.

A question is asked once at most, as a code is good for one time. Rows live for a minute: they are
no arguments of jobs, as codes, secrets and answers are in them.
"""

from __future__ import annotations

import socket
from datetime import datetime, timedelta
from typing import Any

import requests
from django.db import transaction
from django.utils import timezone
from procrastinate.contrib.django import app
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, ProxyManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from accounts.mail.sending import not_for_ever
from accounts.models import DoorQuestion
from config.running.worker import OUTSIDE, Lane
from config.web import buckets
from config.web.clients import current_client
from config.web.outward import at_most, watched

SECONDS = 5.0
"""For one question, all together."""
PATIENCE = 15.0
"""Seconds after which a page waits no more for an answer."""
KEPT = timedelta(minutes=1)
LONGEST_ANSWER = 100_000
"""Bytes."""
WIDTH = 2
"""How many questions a process asks at once."""
LANE = Lane(WIDTH)


class Watched(HTTPConnection):
    """A connection that ends with the time of its context."""

    def _new_conn(self) -> socket.socket:
        return watched(super()._new_conn())


class WatchedHTTPS(HTTPSConnection):
    """The same with TLS."""

    def _new_conn(self) -> socket.socket:
        return watched(super()._new_conn())


class WatchedPool(HTTPConnectionPool):
    """Makes such connections."""

    ConnectionCls = Watched


class PoolTLS(HTTPSConnectionPool):
    """Makes such connections with TLS."""

    ConnectionCls = WatchedHTTPS


class Adapter(HTTPAdapter):
    """Asks through such connections, also where there is a proxy."""

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        """Set up what connects."""
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": WatchedPool, "https": PoolTLS}

    def proxy_manager_for(self, proxy: str, **options: Any) -> ProxyManager:
        """Return what connects through a proxy."""
        manager: ProxyManager = super().proxy_manager_for(proxy, **options)
        manager.pool_classes_by_scheme = {"http": WatchedPool, "https": PoolTLS}
        return manager


def question_store(asked: dict[str, Any]) -> DoorQuestion:
    """Have the worker ask something at once. Raises TooMany."""
    buckets.doors.admit(current_client())
    question = DoorQuestion.objects.create(asked=asked, asked_at=timezone.now())
    doors_ask.defer()
    return question


@app.task(name="accounts.doors_ask", queue=OUTSIDE, retry=not_for_ever)
def doors_ask() -> None:
    """Ask everything that pages wait for."""
    LANE.run(next_ask)


def next_ask() -> bool:
    """Ask what has waited longest; False if there is nothing."""
    with transaction.atomic():
        due = DoorQuestion.objects.select_for_update(skip_locked=True)
        since = timezone.now() - timedelta(seconds=PATIENCE)
        question = due.filter(is_taken=False, asked_at__gt=since).order_by("pk").first()
        if question is None:
            return False
        question.is_taken = True
        question.save(update_fields=["is_taken"])
    answer = answer_to(question.asked)
    DoorQuestion.objects.filter(pk=question.pk).update(asked={}, answer=answer)
    return True


def answer_to(asked: dict[str, Any]) -> dict[str, Any]:
    """Ask another site: status, type and text of its answer, or what went wrong."""
    with requests.Session() as session:
        for scheme in ("http://", "https://"):
            session.mount(scheme, Adapter())
        try:
            with at_most(SECONDS) as deadline:
                answer = session.request(**asked, timeout=SECONDS, stream=True)
                text: bytes = answer.raw.read(LONGEST_ANSWER, decode_content=True)
                deadline.check()
        except (requests.RequestException, HTTPError, OSError) as error:
            return {"problem": type(error).__name__}
    kind = answer.headers.get("Content-Type", "")
    return {"status": answer.status_code, "type": kind, "text": text.decode("utf-8", "replace")}


def questions_forget(now: datetime) -> None:
    """Delete what no page waits for any more."""
    DoorQuestion.objects.filter(asked_at__lt=now - KEPT).delete()
