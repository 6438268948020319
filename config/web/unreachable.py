"""What is raised while the database cannot be reached, and how soon jobs are tried again then."""

from django.db import InterfaceError, InternalError, OperationalError
from procrastinate import RetryStrategy
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.retry import RetryDecision
from psycopg_pool import PoolTimeout

UNREACHABLE = (OperationalError, InterfaceError, InternalError, PoolTimeout, ConnectorException)
"""InternalError is what psycopg says where Postgres ends amid a commit behind a pooler: the answer
is two results. ConnectorException comes from whoever queues a job: procrastinate puts it in the
place of Django's own."""

AGAIN_SECONDS = 1
"""Until a job is tried again whose database went away."""
MOST_TRIES = 60
"""Of these; then what is wrong is not that the database was away."""


class Retry(RetryStrategy):
    """Tries a job again as procrastinate does, but soon where the database was away.

    A pause that grows would prolong each outage by its own length.
    """

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """Return when a job that failed is tried again; None if it is not."""
        if isinstance(exception, UNREACHABLE) and job.attempts < MOST_TRIES:
            return RetryDecision(retry_in={"seconds": AGAIN_SECONDS})
        return super().get_retry_decision(exception=exception, job=job)
