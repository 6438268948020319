"""Empty the database after a test that commits: rows are deleted, no table is truncated.

Django's own `flush` truncates, which locks every table against every reader, and then makes
permissions and content types again. This locks rows alone, and gives way to whoever holds one of
them before Postgres looks for a deadlock: so it is part of none.
"""

from __future__ import annotations

from django.db import OperationalError, connection
from django.test import TransactionTestCase
from psycopg.errors import LockNotAvailable

KEPT = (
    "django_migrations", "django_content_type", "auth_permission", "auth_group",
    "auth_group_permissions",
)  # fmt: skip
"""Tables that migrations fill and tests leave alone."""

EMPTY = """
do $$
declare
    one regclass;
    filled bool;
begin
    set local session_replication_role = replica;  -- no triggers, and rows in any order
    set local lock_timeout = '200ms';  -- less than deadlock_timeout
    for one in
        select oid from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
            and relname <> all('{{{}}}')
    loop
        execute format('select exists (select from %s)', one) into filled;
        if filled then
            execute format('delete from %s', one);
        end if;
    end loop;
end $$
""".format(",".join(KEPT))

KEPT_ROWS = "select " + ", ".join(
    f"(select md5(string_agg(t::text, '|' order by id)) from {name} t)" for name in KEPT
)
TRIES = 150

begin = TransactionTestCase._fixture_setup.__func__  # type: ignore[attr-defined]
flush = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]
_kept: list[tuple[str, ...]] = []


def instead_of_flush() -> None:
    """Let every test that commits begin and end so."""
    TransactionTestCase._fixture_setup = classmethod(remember)  # type: ignore[attr-defined]
    TransactionTestCase._fixture_teardown = end  # type: ignore[attr-defined]


def remember(case: type[TransactionTestCase]) -> None:
    """Before the first of them, note how migrations have left the database."""
    if not _kept:
        _kept.append(kept_rows())
    begin(case)


def end(case: TransactionTestCase) -> None:
    """Empty the database; also of what a test has done to the tables that are kept."""
    empty()
    if kept_rows() != _kept[0]:
        flush(case)


def empty() -> None:
    """Delete all rows of all tables but `KEPT`; a row that somebody holds is waited for."""
    for still in reversed(range(TRIES)):
        try:
            with connection.cursor() as cursor:
                cursor.execute(EMPTY)
            return
        except OperationalError as problem:
            if not still or not isinstance(problem.__cause__, LockNotAvailable):
                raise


def kept_rows() -> tuple[str, ...]:
    """Fingerprints of the tables that are kept."""
    with connection.cursor() as cursor:
        cursor.execute(KEPT_ROWS)
        return tuple(cursor.fetchone() or ())
