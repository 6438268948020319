"""Turns in the queue of jobs: each user's jobs wait for each other, not others' jobs for them.

A job that is done for a user names them in its arguments (`FOR_USER`), and its priority is the time
from which it is due: now, or `SPACING` after the latest of the same user that still waits. The
worker takes what has been due for longest. So somebody with 150 jobs has one due at once and the
others later and later: whoever comes now waits for those that are due by then. As what is put off
becomes due in the end, nobody waits for ever.

Jobs without a user have a higher priority, 0: they are few, and everybody waits for them.
"""

from __future__ import annotations

from games.storing.rows import run

FOR_USER = "for_user"
"""The argument of a job that names its user."""
SPACING = 10
"""Seconds between the times from which two waiting jobs of a user are due."""
LATER = 10**9
"""Added to the time of what nobody waits for: it comes after everything else."""

DUE = """
    greatest(
        extract(epoch from now() - timestamptz '2026-01-01')::int + {later},
        (
            select max(-w.priority) + {spacing} from procrastinate_jobs w
            where w.status = 'todo' and w.args ->> 'for_user' = {user}::text
                and w.priority between -({later} + 999999999) and -{later}
        )
    )
"""
_AWAITED = """
    select exists (
        select from procrastinate_jobs w
        where w.status = 'todo' and w.queue_name = 'default' and w.priority > -{later}
            and (w.scheduled_at is null or w.scheduled_at <= now())
            and w.args ->> 'for_user' is distinct from %s
    )
"""


def due(user: str, *, later: int = 0) -> str:
    """The SQL of the time from which one more job of a user is due; its priority is minus that.

    `user` is the SQL of the user's id.
    """
    return DUE.format(user=user, later=later, spacing=SPACING)


def priority_for(user_id: int | None, *, later: bool = False) -> int:
    """The priority of one more job of a user; `later` if nobody waits for it."""
    sql = f"select -{due('%s::bigint', later=LATER if later else 0)}"
    ((priority,),) = run(sql, [user_id])
    return int(priority)


def others_wait(user_id: int | None) -> bool:
    """Whether a job is due that is not this user's, and that somebody waits for.

    Those of other queues are none of the worker's business.
    """
    ((found,),) = run(_AWAITED.format(later=LATER), [None if user_id is None else str(user_id)])
    return bool(found)
