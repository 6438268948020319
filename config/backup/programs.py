"""pg_dump, pg_restore and psql: where they are, how they reach the database, what they complain of.

Which servers and dumps they can read they say themselves.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import IO

from django.db import connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from config.backup.problem import BackupProblem
from config.running import postgres

NAMES = ("pg_dump", "pg_restore", "psql")


def programs_here() -> Path:
    """Return the best folder that has all of them. Raises BackupProblem."""
    for folder in postgres.programs_folders():
        if all((folder / name).exists() for name in NAMES):
            return folder
    raise BackupProblem("There is no pg_dump, pg_restore and psql: set PG_BIN to their folder.")


def where() -> tuple[str, dict[str, str]]:
    """How to reach the database: for the command line, and what must not stand there."""
    known = {option.keyword.decode() for option in Conninfo.get_defaults()}
    facts = {key: value for key, value in connection.get_connection_params().items()
             if key in known and value not in (None, "")}  # fmt: skip
    password = facts.pop("password", None)
    secret = {"PGPASSWORD": str(password)} if password else {}
    return make_conninfo("", **facts), {**os.environ, **secret, "PGAPPNAME": "sobremesa backup"}


def complaint(*said: IO[bytes]) -> str:
    """Return what programs said was wrong, of all that they wrote into these files."""
    lines: list[str] = []
    for file in said:
        file.seek(0)
        lines += file.read().decode(errors="replace").splitlines()
    wrong = [line.strip() for line in lines if re.search(r"\b(?:error|FATAL|ERROR)\b", line)]
    return (wrong or [line.strip() for line in lines if line.strip()] or ["no reason given"])[0]
