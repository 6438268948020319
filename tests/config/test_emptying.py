"""The database is empty after a test that commits, whatever a server still does."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection, transaction

from accounts.models import User
from accounts.people.rights import GROUP
from tests import emptying
from tests.people import people_make
from tools.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

EXCLUSIVE = """
select count(*) from pg_locks where pid = pg_backend_pid()
    and mode not in ('AccessShareLock', 'RowExclusiveLock', 'RowShareLock')
    and locktype = 'relation'
"""


def filled() -> set[str]:
    """Names of the tables that have rows."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        counts = ", ".join(f'(select count(*) from "{name}")' for name in names)
        cursor.execute(f"select {counts}")
        return {name for name, count in zip(names, cursor.fetchone(), strict=True) if count}


def test_all_rows_go_but_those_of_migrations() -> None:
    people_make("ana", "ben")
    with connection.cursor() as cursor:
        cursor.execute("insert into procrastinate_jobs (queue_name, task_name) values ('q', 't')")
    assert {"accounts_user", "procrastinate_jobs"} < filled()
    emptying.empty()
    assert filled() == set(emptying.KEPT)
    assert Group.objects.get(name=GROUP).permissions.exists()


def test_no_table_is_locked_against_readers() -> None:
    people_make("ana")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(emptying.EMPTY)
        cursor.execute(EXCLUSIVE)
        assert cursor.fetchone()[0] == 0


@pytest.mark.parametrize("change", ["a permission", "a group"])
def test_what_migrations_made_is_made_again(change: str) -> None:
    before = emptying.kept_rows()
    if change == "a permission":
        Permission.objects.filter(codename="view_table").delete()
    else:
        Group.objects.create(name="others")
    assert emptying.kept_rows() != before
    emptying.end(emptying.TransactionTestCase())
    assert Permission.objects.filter(codename="view_table").exists()
    assert [group.name for group in Group.objects.all()] == [GROUP]


def test_whoever_holds_a_row_wins() -> None:
    """As a request that is under way: it has a row, and wants one that was deleted by then."""
    ana, ben = people_make("ana", "ben")
    has_one, goes_on = threading.Event(), threading.Event()
    problems: list[Exception] = []

    def request() -> None:
        try:
            with transaction.atomic():
                User.objects.filter(pk=ben.pk).update(language="de")
                has_one.set()
                assert goes_on.wait(PATIENCE)
                User.objects.filter(pk=ana.pk).update(language="de")
        except Exception as problem:
            problems.append(problem)
        finally:
            connection.close()

    def once_it_gave_way(execute: Any, *asked: Any) -> Any:
        tries.append(1)
        if len(tries) == 2:
            goes_on.set()
        return execute(*asked)

    tries: list[int] = []
    other = threading.Thread(target=request)
    other.start()
    assert has_one.wait(PATIENCE)
    with connection.execute_wrapper(once_it_gave_way):
        emptying.empty()
    other.join(PATIENCE)
    assert not problems and len(tries) > 1
    assert filled() == set(emptying.KEPT)
