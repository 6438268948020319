"""What is raised while the database cannot be reached: temporary errors."""

from django.db import InterfaceError, InternalError, OperationalError
from procrastinate.exceptions import ConnectorException
from psycopg_pool import PoolTimeout

UNREACHABLE = (OperationalError, InterfaceError, InternalError, PoolTimeout, ConnectorException)
"""InternalError is what psycopg says where Postgres ends amid a commit behind a pooler: the answer
is two results. ConnectorException comes from whoever queues a job: procrastinate puts it in the
place of Django's own."""
