"""The database itself refuses what no table can be."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games.models import LogEntry, Seat, Table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("number", [1, 3, 0])
def test_the_database_keeps_the_log_gapless(begin, number):
    playing = begin()
    entry = {"table_id": playing.id, "kind": "thaw", "version": 2, "at": timezone.now()}
    with pytest.raises(IntegrityError):
        log_number(number, **entry)
    log_number(2, **entry)


def log_number(number: int, **entry: Any) -> None:
    with transaction.atomic():
        LogEntry.objects.create(number=number, **entry)
        connection.check_constraints()


@pytest.mark.parametrize(
    "change",
    [
        {"status": "finished"},
        {"outcome": {"reason": "x"}},
        {"position": None},
        {"number": 7},
        {"pace": "answer", "pace_start": 0},
        {"pace": "budget", "pace_start": 9, "pace_cap": 8},
        {"pace_start": 9},
        {"most_protected": 9},
        {"paused_since": timezone.now()},
        {"seats_min": 5},
        {"status": "open", "frozen_at": timezone.now()},
    ],
)
def test_the_database_refuses_what_no_table_can_be(begin, change):
    playing = begin()
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=playing.id).update(**change)


def test_nobody_sits_twice_at_a_table(begin):
    playing = begin()
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(table_id=playing.id, place=3, user=playing.user_at(0))


def test_no_migration_is_missing(db: None) -> None:
    """A model that has changed without one differs from what migrations make of it."""
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)
