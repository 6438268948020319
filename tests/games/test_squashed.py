"""Squashed migrations make what those made that they replace, and an old database goes on.

What it holds is carried over: see `tests/games/carried_over.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from accounts.models import User
from config.web.health import migrations_needed
from games.models import Table
from tests.games.carried_over import MAKERS
from tests.games.migrating import PEOPLE, migrate, migrate_to_newest

SCHEMA = """
    select 'column', table_name, column_name, concat_ws(' ', data_type, character_maximum_length,
        is_nullable, column_default, is_identity, is_generated)
    from information_schema.columns where table_schema = 'public'
    union all
    select 'index', tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all
    select 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid)
    from pg_trigger where not tgisinternal
    union all
    select 'function', proname, '', pg_get_functiondef(oid)
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all
    select relkind::text, relname, '', reloptions::text
    from pg_class where relnamespace = 'public'::regnamespace
"""
APPLIED = "select app, name from django_migrations"


def found(statement: str) -> set[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return set(cursor.fetchall())


@contextmanager
def another_database() -> Iterator[None]:
    """An empty one, in place of that of the tests."""
    usual, other = connection.settings_dict["NAME"], "as_written"
    with connection.cursor() as cursor:
        cursor.execute(f"create database {other} template template0")
    turn_to(other)
    try:
        yield
    finally:
        turn_to(usual)
        with connection.cursor() as cursor:
            cursor.execute(f"drop database {other} with (force)")


def turn_to(name: str) -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    connection.settings_dict["NAME"] = name


@pytest.mark.costly
@pytest.mark.django_db(transaction=True)
def test_an_old_database_is_as_a_new_one_and_goes_on() -> None:
    new, needed = found(SCHEMA), migrations_needed()
    squashed = {
        key for key, found in MigrationLoader(None).disk_migrations.items() if found.replaces
    }
    assert needed <= found(APPLIED)
    with another_database():
        checks = [make(migrate([*before, PEOPLE])) for before, make in MAKERS]
        migrate_to_newest()
        for check in checks:
            check()
        old = found(SCHEMA)
        assert needed - found(APPLIED) == squashed, "it was made before them"
        call_command("migrate", verbosity=0)
        assert needed <= found(APPLIED)
        assert found(SCHEMA) == old
    assert old == new


@pytest.mark.django_db
@pytest.mark.parametrize(
    "squashed",
    ["games.migrations.0006_squashed_0039_words", "accounts.migrations.0007_squashed_0036_words"],
)
def test_rows_are_carried_over_by_what_is_replaced_alone(squashed: str) -> None:
    only_new = import_module(squashed).only_new
    only_new(None, connection.schema_editor())
    host = User.objects.create(username="Ana")
    Table.objects.create(game="pier", seats_min=1, seats_max=2, host=host)
    with pytest.raises(RuntimeError, match="before it first"):
        only_new(None, connection.schema_editor())
