"""What is raised while the database cannot be reached, and how soon jobs are tried again then."""

import attr
from django.db import InterfaceError, InternalError, OperationalError
from procrastinate import RetryStrategy
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.retry import RetryDecision
from psycopg_pool import PoolTimeout

from config.database.pauses import Pauses

UNREACHABLE = (OperationalError, InterfaceError, InternalError, PoolTimeout, ConnectorException)
"""InternalError is what psycopg says where Postgres ends amid a commit behind a pooler: the answer
is two results. ConnectorException comes from whoever queues a job: procrastinate puts it in the
place of Django's own."""

AWAY = Pauses(1, 1, 1)
"""Until a job is tried again whose database went away."""
FAILED = Pauses(2, 2, 256)
"""Until a job is tried again that failed otherwise, unless it says something else."""
MOST_TRIES = 60
"""Of these; then what is wrong is not that the database was away."""


@attr.dataclass(kw_only=True)
class Retry(RetryStrategy):
    """Tries a job again as procrastinate does, but soon where the database was away.

    A pause that grows would prolong each outage by its own length.
    """

    pauses: Pauses = FAILED

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """Return when a job that failed is tried again; None if it is not."""
        if isinstance(exception, UNREACHABLE) and job.attempts < MOST_TRIES:
            return in_seconds(AWAY.after())
        if super().get_retry_decision(exception=exception, job=job) is None:
            return None
        return in_seconds(self.pauses.after(job.attempts + 1))


def in_seconds(seconds: float) -> RetryDecision:
    """Return the decision to try again in so many seconds."""
    return RetryDecision(retry_in={"milliseconds": round(1000 * seconds)})
