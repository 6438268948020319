"""pg_dump, pg_restore and psql: which of them fit a server, and how they reach the database."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path

from django.db import connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from config.backup.problem import BackupProblem
from config.running import postgres


def programs_for(server: int, least: int = 0) -> Path:
    """The folder of programs for a server of this major version.

    pg_dump reads its own version and older ones, and nothing newer. `least` is the version that
    wrote a dump which is to be read.
    """
    wanted = max(server, least)
    found = {folder: dump_version(folder) for folder in postgres.programs_folders()}
    fitting = {folder: version for folder, version in found.items() if version >= wanted}
    if fitting:
        return min(fitting, key=lambda folder: fitting[folder])
    here = ", ".join(str(version) for version in sorted(set(found.values()) - {0})) or "none"
    raise BackupProblem(
        f"pg_dump, pg_restore and psql of PostgreSQL {wanted} or newer are needed (found here:"
        f" {here}): set PG_BIN to their folder."
    )


@cache
def dump_version(programs: Path) -> int:
    """The major version of pg_dump in a folder; 0 where it or one of the others is missing."""
    if not all((programs / name).exists() for name in ("pg_dump", "pg_restore", "psql")):
        return 0
    shown = subprocess.run([programs / "pg_dump", "--version"], capture_output=True, text=True)
    found = re.search(r"\d+", shown.stdout)
    return int(found[0]) if found else 0


def where() -> tuple[str, dict[str, str]]:
    """How to reach the database: for the command line, and what must not stand there."""
    known = {option.keyword.decode() for option in Conninfo.get_defaults()}
    facts = {key: value for key, value in connection.get_connection_params().items()
             if key in known and value not in (None, "")}  # fmt: skip
    password = facts.pop("password", None)
    secret = {"PGPASSWORD": str(password)} if password else {}
    return make_conninfo("", **facts), {**os.environ, **secret, "PGAPPNAME": "sobremesa backup"}


def complaint(lines: list[str]) -> str:
    """What a program said was wrong."""
    said = [line.strip() for line in lines if re.search(r"\b(?:error|FATAL|ERROR)\b", line)]
    return (said or [line.strip() for line in lines if line.strip()] or ["no reason given"])[0]
