"""Running a management command with the folder and the database it needs."""

from __future__ import annotations

import os
import secrets
import signal
import sys

from config.running import play, postgres

WITHOUT_DATABASE = {
    "collectstatic", "compilemessages", "diffsettings", "help", "lint", "makemessages", "play",
    "architecture", "fonts", "golden", "matrix", "mutate", "newgame", "release", "requirements",
    "test", "texts", "version",
}  # fmt: skip
"""Commands that need no database, or start it themselves."""

TESTING = {"lint", "matrix", "test"}
"""Commands that see nothing of an installation."""

OF_A_SITE = [
    "DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_POOL", "EMAIL_URL", "SITE_URL",
    "ALLOWED_HOSTS", "DEMO", "DEBUG", "SOBREMESA_DATA_DIR", "STATIC_ROOT",
]  # fmt: skip
"""Variables of an installation, which tests must not see."""


INSIDE = "SOBREMESA_OWN_SITE"
"""Set in the process that such a command starts for the work itself."""


def own_site(arguments: list[str]) -> bool:
    """Whether the command runs on an empty site of its own, in a temporary folder."""
    return arguments[1:2] in (["torture"], ["album"], ["bench"], ["living"], ["month"])


def run(arguments: list[str]) -> int:
    """Run a command on the embedded Postgres, started for its duration unless it is running.

    `--data-dir` is understood by every command, and removed before Django sees it. Problems that
    the user can solve are one sentence on stderr and exit code 1.
    """
    from django.core.exceptions import ImproperlyConfigured

    from config.running.environment import FILE, file_read

    arguments = _choose_data_dir(arguments)
    command = arguments[1] if len(arguments) > 1 else "help"
    if command in TESTING or own_site(arguments):
        os.environ[FILE] = ""  # it is for the site that is run from here
    try:
        file_read()
    except ImproperlyConfigured as problem:
        print(problem, file=sys.stderr)
        return 1
    if command == "play":
        return play.main(arguments[2:])
    if command in TESTING:
        for name in OF_A_SITE:
            os.environ.pop(name, None)
        os.environ["SECRET_KEY"] = secrets.token_hex()  # so that no data folder is touched
    if command in TESTING or own_site(arguments):
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process compiles all
    if command == "runserver":
        os.environ.setdefault("DEBUG", "1")

    try:
        _run(command, arguments)
    except (postgres.PostgresProblem, ImproperlyConfigured) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def _run(command: str, arguments: list[str]) -> None:
    from django.conf import settings
    from django.core.management import execute_from_command_line

    plain = command in WITHOUT_DATABASE or command.startswith("-") or "--help" in arguments
    plain = plain or (own_site(arguments) and INSIDE not in os.environ)
    if plain or not settings.LOCAL:
        execute_from_command_line(arguments)
        return
    if own_site(arguments):  # what it has started is to end with it
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
    with postgres.hold(settings.DATA_DIR):
        if command in {"flush", "migrate", "restore"}:
            play.forget(settings.DATA_DIR)
        try:
            execute_from_command_line(arguments)
        finally:
            close_connections()


def _choose_data_dir(arguments: list[str]) -> list[str]:
    """Put the folder into the environment, where settings and child processes find it."""
    rest = []
    words = iter(arguments)
    for word in words:
        if word == "--data-dir":
            os.environ["SOBREMESA_DATA_DIR"] = next(words, "")
        elif word.startswith("--data-dir="):
            os.environ["SOBREMESA_DATA_DIR"] = word.partition("=")[2]
        else:
            rest.append(word)
    return rest


def close_connections() -> None:
    """Give all connections back and close the pool, so that the server may stop at once."""
    from django.db import connections
    from django.db.backends.postgresql.base import DatabaseWrapper

    for connection in connections.all(initialized_only=True):
        connection.close()
        if isinstance(connection, DatabaseWrapper):
            connection.close_pool()
