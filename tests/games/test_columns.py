"""What is read and stored of tables and seats is written from their structs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection, models

from games.clocks.question import Clock
from games.judging.clocks import fields_of
from games.judging.turns import Draft
from games.models import Seat, Table
from games.models.terms import DEFAULTS
from games.rules.registry import GAMES
from games.storing.changes import TableColumns
from games.storing.columns import TYPES, assigned, json_object, kinds_of, recordset, selected
from games.storing.rows import SINCE, SeatChange, SeatRow, TableRow, table_load
from tests.games.test_rendering import row_at
from tests.rules.playing import opening

NAMES = {
    "bigint": "int", "boolean": "bool", "character varying": "text", "integer": "int",
    "smallint": "int", "timestamp with time zone": "timestamptz",
}  # fmt: skip
FLAGS = tuple(name for name, usual in DEFAULTS.items() if isinstance(usual, bool))


Longer = msgspec.defstruct(
    "Longer", [("handicap", timedelta | None, None)], bases=(SeatChange,), frozen=True, kw_only=True
)
"""A change of a seat with one more column, as a stranger would add it."""


def test_a_column_that_is_added_is_read_and_stored() -> None:
    assert recordset(Longer) == f'{recordset(SeatChange)}, "handicap" interval'
    assert assigned(Longer, "c", {}) == f"{assigned(SeatChange, 'c', {})}, handicap = c.handicap"
    assert selected(Longer, "s", {}) == f"{selected(SeatChange, 's', {})}, s.handicap"
    read = "'handicap', 'PT' || extract(epoch from s.handicap) || 'S')"
    assert json_object(Longer, "s", {}) == f"{json_object(SeatChange, 's', {})[:-1]}, {read}"


def test_something_else_can_be_computed() -> None:
    computed = {"resigned": "s.resigned_at is not null"}
    assert "'resigned', s.resigned_at is not null," in json_object(SeatChange, "s", computed)
    assert ", s.resigned_at is not null," in selected(SeatChange, "s", computed)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("struct", "table"), [(SeatChange, "games_seat"), (TableColumns, "games_table")]
)
def test_types_are_those_of_the_columns(struct: type[msgspec.Struct], table: str) -> None:
    """As the database has them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select attname, format_type(atttypid, null) from pg_attribute"
            " where attrelid = %s::regclass and attnum > 0 and not attisdropped",
            [table],
        )
        columns = dict(cursor.fetchall())
    for name, kind in kinds_of(struct).items():
        if name not in SINCE:
            assert TYPES.get(kind, "jsonb") == NAMES.get(columns[name], columns[name]), name
    assert set(SINCE.values()) < set(columns) or struct is not SeatChange


WORKED_OUT = {
    *("id", "answers", "deciding", "since", "rank", "undoable", "undoable_until"),
    *fields_of(Clock()),
}
"""Columns of a seat that follow from its question."""
COLUMNS = sorted({*SeatChange.__struct_fields__} - WORKED_OUT)
OTHER = {
    bool: True, int: 3, str: "greedy", datetime: datetime(2026, 5, 3, tzinfo=UTC),
    timedelta: timedelta(hours=3),
}  # fmt: skip


def drafted(stored: dict[str, Any], changed: dict[str, Any]) -> SeatChange:
    """The first seat of a table as a draft stores it."""
    rules, now = GAMES["pier"], datetime.now(UTC)
    row = row_at(rules, opening(rules, seed=1).position)
    first = msgspec.structs.replace(row.seats[0], **stored)
    draft = Draft(msgspec.structs.replace(row, seats=[first, *row.seats[1:]]), now)
    draft.seats[0] = changed
    return draft.change().seats[0]


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_of_a_seat_that_a_draft_changes_is_stored(name: str) -> None:
    value = OTHER[kinds_of(SeatChange)[name]]
    assert getattr(drafted({}, {name: value}), name) == value


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_of_a_seat_that_a_draft_leaves_alone_stays(name: str) -> None:
    value = OTHER[kinds_of(SeatChange)[name]]
    assert getattr(drafted({name: value}, {}), name) == value


def test_lists_have_types_of_their_own() -> None:
    struct = msgspec.defstruct("Lists", [("numbers", list[int]), ("lines", list[str])])
    assert recordset(struct) == '"numbers" int[], "lines" text[]'


def same_fields(row: type[msgspec.Struct], model: type[models.Model]) -> set[str]:
    """The fields of a struct that a model has as well, as they are."""
    names = {field.attname for field in model._meta.concrete_fields}
    return names & set(row.__struct_fields__) - {"pace", "position", "wish"}


@pytest.mark.django_db
@pytest.mark.parametrize("flag", FLAGS)
def test_what_is_read_is_what_is_stored(begin: Any, flag: str) -> None:
    """Each flag on its own: none is taken for another one."""
    playing = begin(seats=2)
    Table.objects.filter(pk=playing.id).update(**{name: name == flag for name in FLAGS})
    row, table = table_load(playing.id), Table.objects.get(pk=playing.id)
    fields = same_fields(TableRow, Table)
    assert set(FLAGS) < fields
    assert {name: getattr(row, name) for name in fields} == {
        name: getattr(table, name) for name in fields
    }
    fields = same_fields(SeatRow, Seat)
    assert len(fields) > 15
    for read, seat in zip(
        row.seats, Seat.objects.filter(table=table).order_by("place"), strict=True
    ):
        assert {name: getattr(read, name) for name in fields} == {
            name: getattr(seat, name) for name in fields
        }
