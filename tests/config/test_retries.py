"""How soon jobs are tried again that failed."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.jobs import Job

from config.database.pauses import SPREAD
from config.web.unreachable import AWAY, FAILED, MOST_TRIES

TRIED_AGAIN = {name: task for name, task in app.tasks.items() if task.retry_strategy}


def again_at(name: str, exception: Exception, attempts: int) -> datetime | None:
    """When a job of this task is tried again that has failed so often; None if it is not."""
    job = Job(
        id=1, queue="q", lock=None, queueing_lock=None, task_name=name, status="doing",
        attempts=attempts,
    )  # fmt: skip
    strategy = TRIED_AGAIN[name].retry_strategy
    decision = strategy and strategy.get_retry_decision(exception=exception, job=job)
    return decision.retry_at if decision else None


def test_there_are_such_jobs() -> None:
    assert {"games.bots_play", "accounts.letters_send", "accounts.notices_send"} <= set(TRIED_AGAIN)


@pytest.mark.parametrize("name", TRIED_AGAIN)
@pytest.mark.parametrize("attempts", [0, 1, 7, 20, MOST_TRIES - 1])
def test_an_outage_of_the_database_is_not_prolonged(name: str, attempts: int) -> None:
    """Bots answered up to half a minute after it was back."""
    again = again_at(name, OperationalError("the connection is lost"), attempts)
    assert again is not None and again <= timezone.now() + timedelta(seconds=AWAY.longest)


def test_other_failures_are_tried_again_at_growing_pauses_and_not_for_ever() -> None:
    for attempts in range(8):
        before = timezone.now().replace(microsecond=0)
        again = again_at("games.bots_play", ValueError(), attempts)
        least = timedelta(seconds=(1 - SPREAD) * FAILED.most(attempts + 1))
        assert again is not None and again - before >= least
    assert again_at("games.bots_play", ValueError(), 8) is None
    assert again_at("games.bots_play", OperationalError(), MOST_TRIES) is None
