"""The worker's sign of life, and the connections its jobs use."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config.running import worker
from config.tasks import retry_orphans
from tests.working import forget_jobs, work

pytestmark = pytest.mark.django_db


def heartbeat(age: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "insert into procrastinate_workers (last_heartbeat)"
            " values (now() - make_interval(secs => %s))",
            [age],
        )


def test_without_a_worker_nothing_is_healthy() -> None:
    assert not worker.is_healthy()
    with pytest.raises(CommandError, match="No worker is alive"):
        call_command("worker", health=True)


def test_a_worker_that_fell_silent_is_not_healthy() -> None:
    heartbeat(age=worker.HEALTHY_SECONDS + 5)
    assert not worker.is_healthy()


def test_a_worker_that_spoke_lately_is_healthy() -> None:
    heartbeat(age=5)
    call_command("worker", health=True)


@pytest.mark.django_db(transaction=True)
def test_what_a_dead_worker_left_is_owed_again_but_not_twice() -> None:
    """Found by torture: a job of the clock that was owed anew kept all other orphans waiting."""
    forget_jobs()
    with connection.cursor() as cursor:
        cursor.execute(
            """
            with dead as (
                insert into procrastinate_workers (last_heartbeat)
                values (now() - interval '1 hour') returning id
            )
            insert into procrastinate_jobs
                (queue_name, task_name, queueing_lock, status, worker_id, args, attempts,
                scheduled_at)
            select 'default', task, lock, status::procrastinate_job_status,
                case status when 'doing' then dead.id end, args::jsonb, 1,
                case status when 'todo' then now() + interval '1 hour' end
            from dead, (values
                ('games.wake_bots', 'games.wake_bots', 'doing', '{"timestamp": 0}'),
                ('games.wake_bots', 'games.wake_bots', 'todo', '{"timestamp": 0}'),
                ('accounts.notices_send', null, 'doing', '{"channel": "mail"}')
            ) as jobs(task, lock, status, args)
            """
        )
    retry_orphans.defer(timestamp=0)
    work()
    with connection.cursor() as cursor:
        cursor.execute("select task_name, status from procrastinate_jobs order by id")
        done = cursor.fetchall()
    assert done[:4] == [
        ("games.wake_bots", "aborted"),
        ("games.wake_bots", "todo"),
        ("accounts.notices_send", "succeeded"),
        ("config.tasks.retry_orphans", "succeeded"),
    ]


@pytest.mark.django_db(transaction=True)
def test_a_job_gives_its_connection_back() -> None:
    def job() -> str:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
        assert connection.connection is not None
        return "done"

    assert worker.with_own_connection(job, None, None) == "done"  # type: ignore[arg-type]
    assert connection.connection is None
