"""What is raised while the database cannot be reached: temporary errors."""

from django.db import InterfaceError, OperationalError
from procrastinate.exceptions import ConnectorException
from psycopg_pool import PoolTimeout

UNREACHABLE = (OperationalError, InterfaceError, PoolTimeout, ConnectorException)
"""The last one by whoever queues a job: procrastinate puts it in the place of Django's own."""
