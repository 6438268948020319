"""What operators want counted of tables and jobs, in SQL, whenever somebody asks for figures."""

from __future__ import annotations

from config.sight.stored import StoredGauge
from games.rules.registry import GAMES
from games.storing.queue import LATER

_JOBS = f"""
    with jobs as (
        select j.queue_name as queue, j.priority > -{LATER} as awaited,
            case when j.status = 'doing' then 'running'
                when coalesce(j.scheduled_at, now()) <= now() then 'waiting' else 'later' end
                as state,
            coalesce(j.scheduled_at, (
                select max(e.at) from procrastinate_events e
                where e.job_id = j.id and e.type = 'deferred'
            )) as since
        from procrastinate_jobs j where j.status in ('todo', 'doing')
    ),
    queues as (
        select * from unnest(array['default', 'outside', 'searches']) as queue
    )
"""  # noqa: S608 - our own

TABLES = StoredGauge(
    "sobremesa_tables",
    "Tables that are open or in play.",
    ("status",),
    """
    select s.status, (select count(*) from games_table t where t.status = s.status)
    from unnest(array['open', 'playing']) as s(status)
    """,
)
FROZEN = StoredGauge(
    "sobremesa_tables_frozen",
    "Tables that wait for a moderator, by game.",
    ("game",),
    f"""
    select game, sum(frozen) from (
        select t.game, 1 as frozen from games_table t
            where t.frozen_at is not null and t.status = 'playing'
        union all select game, 0 from unnest(array{sorted(GAMES)!r}) as game
    ) as counted group by game
    """,  # noqa: S608 - our own names
)
OVERDUE = StoredGauge(
    "sobremesa_answers_overdue",
    "Seats in play whose time ran out more than a minute ago.",
    (),
    """
    select count(*) from games_seat s join games_table t on t.id = s.table_id
    where s.deadline < now() - interval '1 minute' and t.status = 'playing'
        and t.frozen_at is null
    """,
)
JOBS = StoredGauge(
    "sobremesa_jobs",
    "Jobs, by queue, and whether they run, wait for a worker or are due later.",
    ("queue", "state"),
    f"""
    {_JOBS}
    select q.queue, s.state, (
        select count(*) from jobs j where j.queue = q.queue and j.state = s.state
    ) from queues q, unnest(array['running', 'waiting', 'later']) as s(state)
    """,  # noqa: S608 - our own
)
OLDEST_JOB = StoredGauge(
    "sobremesa_job_oldest_seconds",
    "How long the first of the jobs has waited for a worker that somebody waits for.",
    ("queue",),
    f"""
    {_JOBS}
    select q.queue, coalesce(extract(epoch from now() - (
        select min(j.since) from jobs j
        where j.queue = q.queue and j.state = 'waiting' and j.awaited
    )), 0) from queues q
    """,  # noqa: S608 - our own
)

COUNTED = (TABLES, FROZEN, OVERDUE, JOBS, OLDEST_JOB)
