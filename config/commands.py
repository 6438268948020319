"""Running a management command with the database it needs."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config import postgres

WITHOUT_DATABASE = {
    "collectstatic", "compilemessages", "diffsettings", "help", "lint", "makemessages", "play",
    "test", "texts", "version",
}  # fmt: skip
"""Commands that need no database, or care for it themselves."""


def run(arguments: list[str]) -> int:
    """Run a command on the running embedded Postgres, or on one for its own duration."""
    command = arguments[1] if len(arguments) > 1 else "help"
    plain = command in WITHOUT_DATABASE or command.startswith("-") or "--help" in arguments
    try:
        if plain or not settings.LOCAL:
            execute_from_command_line(arguments)
            return 0
        with postgres.hold(settings.DATA_DIR):
            try:
                execute_from_command_line(arguments)
            finally:
                close_connections()
    except (postgres.PostgresProblem, ImproperlyConfigured) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def close_connections() -> None:
    """Give all connections back and close the pool, so that the server may stop."""
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        connection.close()
        if connection.vendor == "postgresql":
            connection.close_pool()
