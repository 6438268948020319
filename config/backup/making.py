"""Making a backup: one snapshot of the database, while everything goes on."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from procrastinate.contrib.django.utils import connector_params
from psycopg import sql

from config.backup import file
from config.backup.problem import BackupProblem
from config.backup.programs import complaint, programs_here, where
from config.running import environment, worker

SCHEMA = "public"

PATIENCE = """
    set local lock_timeout = '60s'; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0
"""
"""While pg_dump works, the transaction whose snapshot it uses is idle."""
TABLES = """
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname
"""
MIGRATIONS = "select app || ' ' || name from public.django_migrations order by app, name"
AT_WORK = "select exists (select from pg_stat_activity where application_name = %s)"


def make(path: Path, *, force: bool) -> file.Notes:
    """Write a backup. Raises BackupProblem; then there is no new file, and no old one is lost."""
    if path.exists() and not force:
        raise BackupProblem(file.exists_already(path))
    with psycopg.connect(**connector_params()) as snapshot:
        at = datetime.now(UTC)  # before the snapshot is taken: what was committed by now is in it
        snapshot.execute("set transaction isolation level repeatable read, read only")
        snapshot.execute(PATIENCE)
        name: str = one(snapshot, "select pg_export_snapshot()")
        tables = tables_of(snapshot)
        with file.created(path, force=force) as archive:
            with file.dump_into(archive) as writing:
                dump(name, writing)
            notes = notes_of(snapshot, at, tables)
            notes.sha256, notes.size = writing.sha256, writing.size
            file.note(archive, notes)
    return notes


def one(connection: psycopg.Connection[Any], query: str | sql.Composed, *values: object) -> Any:
    """The one value that a query asks for."""
    row = connection.execute(query, values or None).fetchone()
    return row and row[0]


def tables_of(snapshot: psycopg.Connection[Any]) -> list[str]:
    """The tables of the site. Raises BackupProblem."""
    if one(snapshot, "select current_schema()") != SCHEMA:
        raise BackupProblem("The site's tables have to be in the schema public to be backed up.")
    if not one(snapshot, "select to_regclass('public.django_migrations')"):
        raise BackupProblem("There is no site in this database, so there is nothing to back up.")
    return [name for (name,) in snapshot.execute(TABLES)]


def notes_of(snapshot: psycopg.Connection[Any], at: datetime, tables: list[str]) -> file.Notes:
    """What is known of the dump, all of it from the same snapshot."""
    counting = sql.SQL("select count(*) from {}")
    return file.Notes(
        at=at.isoformat(timespec="milliseconds"),
        site=settings.SITE_URL,
        key=key_fingerprint(),
        server=snapshot.info.server_version // 10000,
        at_work=bool(one(snapshot, AT_WORK, worker.known_as(worker.DEFAULT))),
        migrations=[name for (name,) in snapshot.execute(MIGRATIONS)],
        rows={
            name: one(snapshot, counting.format(sql.Identifier(SCHEMA, name))) for name in tables
        },
    )


def key_fingerprint() -> str:
    """What shows later whether SECRET_KEY is still the same."""
    return environment.derived_secret(settings.SECRET_KEY, "backup")


def dump(snapshot: str, writing: file.Writing) -> None:
    """Let pg_dump write what a snapshot shows. Raises BackupProblem."""
    reach, environ = where()
    command: list[Path | str] = [
        programs_here() / "pg_dump", "--dbname", reach, "--no-password", "--snapshot", snapshot,
        "--schema", SCHEMA, "--format", "custom", "--no-owner", "--no-privileges",
        "--lock-wait-timeout", "60s",
    ]  # fmt: skip
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(
            command, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said
        ) as dumping:
            assert dumping.stdout
            try:
                shutil.copyfileobj(dumping.stdout, writing, file.CHUNK)
            except BaseException:
                dumping.kill()
                raise
        if dumping.returncode:
            raise BackupProblem(f"There is no backup: {complaint(said)}")


def default_name(now: datetime) -> str:
    """A name that sorts by time."""
    return f"sobremesa-{now:%Y-%m-%d-%H%M%S}{file.SUFFIX}"


def target(given: str, now: datetime) -> Path:
    """Where a backup goes: a file, or a name by the time in a folder. Raises BackupProblem."""
    path = Path(given).absolute()
    if path.is_dir():
        return path / default_name(now)
    if not path.parent.is_dir():
        raise BackupProblem(f"There is no folder {path.parent}.")
    return path
