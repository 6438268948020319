"""What is raised while the database is away, or has just gone: it goes by."""

from django.db import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout

UNREACHABLE = (OperationalError, InterfaceError, PoolTimeout)
