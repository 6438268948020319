"""Restoring a backup: all of it in one transaction, or nothing."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
import threading
import zipfile
from pathlib import Path
from typing import IO, Any

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connection as site
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from procrastinate.contrib.django.utils import connector_params
from psycopg import sql

from config.backup import file
from config.backup.continuing import site_continue
from config.backup.making import SCHEMA, key_fingerprint, one
from config.backup.problem import BackupProblem
from config.backup.programs import complaint, programs_here, where

IS_EMPTY = """
    select not exists (select from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S'))
"""
OTHERS = """
    select coalesce(nullif(application_name, ''), 'a process of the site'), count(*)
    from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
        and coalesce(backend_type, 'client backend') = 'client backend'
    group by 1 order by 1
"""
BEGIN = """
begin;
set client_min_messages = warning;
drop schema if exists public cascade;
"""
END = """
grant usage on schema public to public;
commit;
"""
COUNTED = """
do $$ begin if (select count(*) from {table}) <> {rows} then
    raise exception 'not as many rows as in the backup in %', {name};
end if; end $$;
"""
"""A table of which a part is missing undoes everything."""


def check_fits(notes: file.Notes, *, replace: bool) -> None:
    """Raise BackupProblem unless a backup can be restored into this site's database."""
    site.close()
    with psycopg.connect(**connector_params(), autocommit=True) as looking:
        check_versions(notes, looking)
        check_alone(looking)
        if not replace and not one(looking, IS_EMPTY):
            raise BackupProblem(
                "This database is not empty: restore into an empty one, or --replace what it holds."
            )


def restore(archive: zipfile.ZipFile, notes: file.Notes, *, send_owed: bool) -> None:
    """Put a backup that was checked into this site's database, and let the site go on from it.

    Raises BackupProblem, which says how the database is then.
    """
    fill(archive, notes)
    try:
        set_right(notes, send_owed=send_owed)
    except Exception as problem:
        raise BackupProblem(
            f"Everything is in the database, but the site cannot go on from it yet ({problem}):"
            " see to that, and restore again with --replace."
        ) from problem


def set_right(notes: file.Notes, *, send_owed: bool) -> None:
    """What has to be done after the rows are there; nothing of it does harm twice."""
    with psycopg.connect(**connector_params(), autocommit=True) as looking:
        looking.execute("analyze")
    call_command("migrate", verbosity=0, interactive=False)
    if not settings.LOCAL:
        call_command("createcachetable", verbosity=0)
    site_continue(timezone.now(), went_on=notes.at_work and not send_owed)


def check_versions(notes: file.Notes, looking: psycopg.Connection[Any]) -> None:
    """Whether this code and this server can take the dump. Raises BackupProblem."""
    unknown = sorted(set(notes.migrations) - migrations_here())
    if unknown:
        more = f" and {len(unknown) - 3} more" if len(unknown) > 3 else ""
        raise BackupProblem(
            f"The backup is of a newer version of the site, or of one with other parts: it has the"
            f" migrations {', '.join(unknown[:3])}{more}. Install that version to restore it."
        )
    server = looking.info.server_version // 10000
    if server < notes.server:
        raise BackupProblem(
            f"The backup is of PostgreSQL {notes.server}, and this is {server}: restore it into"
            f" {notes.server} or newer."
        )


def migrations_here() -> set[str]:
    """All migrations that this code knows, applied or not."""
    known = MigrationLoader(None).disk_migrations
    replaced = {old for migration in known.values() for old in migration.replaces}
    return {f"{app} {name}" for app, name in {*known, *replaced}}


def check_alone(looking: psycopg.Connection[Any]) -> None:
    """Whether nobody else uses the database. Raises BackupProblem."""
    others: list[tuple[str, int]] = looking.execute(OTHERS).fetchall()
    if others:
        who = ", ".join(f"{name} ({count})" for name, count in others)
        raise BackupProblem(
            f"The site is running: stop it first. Connected to this database: {who}."
        )


def what_is_here() -> str:
    """What would be lost, in a few words; "" where there is nothing."""
    with psycopg.connect(**connector_params(), autocommit=True) as looking:
        if one(looking, IS_EMPTY):
            return ""
        if not one(looking, "select to_regclass('public.games_table')"):
            return "tables of something else"
        users: int = one(looking, "select count(*) from public.accounts_user")
        tables: int = one(looking, "select count(*) from public.games_table")
        return f"{users} users and {tables} tables of games"


def is_other_key(notes: file.Notes) -> bool:
    """Whether the backup was made under another SECRET_KEY."""
    return notes.key != key_fingerprint()


def fill(archive: zipfile.ZipFile, notes: file.Notes) -> None:
    """Replace all tables by those of the dump, in one transaction. Raises BackupProblem.

    The transaction is committed only if both programs came to their end and all rows are there:
    psql rolls back what ends without a commit.
    """
    (reach, environ), programs = where(), programs_here()
    unpack: list[Path | str] = [
        programs / "pg_restore", "--file", "-", "--no-owner", "--no-privileges", "--exit-on-error",
    ]  # fmt: skip
    apply: list[Path | str] = [
        programs / "psql", "--dbname", reach, "--no-password", "--no-psqlrc", "--quiet",
        "--set", "ON_ERROR_STOP=1", "--output", "/dev/null",
    ]  # fmt: skip
    pipe = subprocess.PIPE
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as answered:
        with (
            subprocess.Popen(unpack, stdin=pipe, stdout=pipe, stderr=said) as unpacking,
            subprocess.Popen(apply, env=environ, stdin=pipe, stderr=answered) as applying,
        ):
            assert unpacking.stdin and unpacking.stdout and applying.stdin
            feeding = threading.Thread(target=_feed, args=(archive, unpacking.stdin))
            feeding.start()
            try:
                whole = _apply(unpacking, applying, applying.stdin, notes)
            except BaseException:
                applying.kill()
                raise
            finally:
                unpacking.stdout.close()  # it stops if nobody takes what it unpacks any more
                feeding.join()
        if not whole or unpacking.returncode or applying.returncode:
            raise BackupProblem(
                f"Nothing was restored, the database is as it was: {complaint(answered, said)}"
            )


def _feed(archive: zipfile.ZipFile, into: IO[bytes]) -> None:
    with (
        contextlib.suppress(OSError, EOFError, zipfile.BadZipFile),  # pg_restore says what is wrong
        archive.open(file.DUMP) as part,
        into,
    ):
        shutil.copyfileobj(part, into, file.CHUNK)


def _apply(
    unpacking: subprocess.Popen[bytes],
    applying: subprocess.Popen[bytes],
    into: IO[bytes],
    notes: file.Notes,
) -> bool:
    """Hand on what is unpacked, and commit if it has come to its end; whether all was taken."""
    assert unpacking.stdout
    try:
        into.write(BEGIN.encode())
        while data := unpacking.stdout.read(file.CHUNK):
            into.write(data)
        if unpacking.wait() == 0:
            into.write(counted(notes).encode() + END.encode())
        into.close()
    except BrokenPipeError:
        return False
    finally:
        if not into.closed:
            _close(into)
    return applying.wait() == 0 and unpacking.returncode == 0


def _close(into: IO[bytes]) -> None:
    try:
        into.close()
    except BrokenPipeError:
        return


def counted(notes: file.Notes) -> str:
    """Statements that fail unless every table has as many rows as in the backup."""
    return "".join(
        sql.SQL(COUNTED)
        .format(table=sql.Identifier(SCHEMA, name), rows=sql.Literal(rows), name=sql.Literal(name))
        .as_string()
        for name, rows in sorted(notes.rows.items())
    )
