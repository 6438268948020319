"""What is raised while the database cannot be reached: temporary errors."""

from django.db import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout

UNREACHABLE = (OperationalError, InterfaceError, PoolTimeout)
