"""One declaration of each document of a table: for its page, its sockets and the API."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from config.api import api
from games.page.rendering import Scene
from games.storing.rows import table_load
from games.telling import documents, schemas
from games.telling.documents import Moment, Update, encoded
from games.telling.updates import table_update
from tests.games.conftest import Playing
from tests.games.test_rendering import Reader

STORED = Path(__file__).parent / "openapi.json"
EXPORT = ("export_openapi_schema", "--api=config.api.api", "--indent=1")
SCHEMA = re.compile(r"#/components/schemas/(\w+)")
NOT_SENT = {"terms", "past", "more"}
"""The fields of documents that are sent by other names, or not at all."""
STRUCTS = [
    kind
    for kind in vars(documents).values()
    if isinstance(kind, type)
    and issubclass(kind, msgspec.Struct)
    and kind.__module__ == documents.__name__
    and kind not in (documents.NamedMove, documents.Past, documents.Shared)
]


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    """The schemas of the API, by name."""
    schemas: dict[str, Any] = api.get_openapi_schema()["components"]["schemas"]
    return schemas


def test_the_api_is_described_as_it_was(tmp_path: Path) -> None:
    """What is meant to change is stored anew by the same command, and read in its diff."""
    now = tmp_path / STORED.name
    call_command(*EXPORT, f"--output={now}")
    same = now.read_text() == STORED.read_text()
    assert same, f"python3 manage.py {' '.join(EXPORT)} --output {STORED}"


def test_answers_are_described_by_what_is_sent() -> None:
    """Each by a struct."""
    answers = [
        json.dumps(answer)
        for path in api.get_openapi_schema()["paths"].values()
        for operation in path.values()
        for status, answer in operation["responses"].items()
        if 200 <= int(status) < 300
    ]
    named = {name for answer in answers for name in SCHEMA.findall(answer)}
    made = {schema.__name__ for schema in schemas._schemas.values()}
    assert len(named) > 15 and named <= made


@pytest.mark.parametrize("document", STRUCTS, ids=lambda document: document.__name__)
def test_what_is_sent_is_what_is_described(
    document: type[msgspec.Struct], described: dict[str, Any]
) -> None:
    schema = described[document.__name__]
    sent = [name for name in document.__struct_fields__ if name not in NOT_SENT]
    assert [name for name in schema["properties"] if name in sent] == sent
    assert schema["description"] == document.__doc__


def test_terms_are_fields_of_their_own(
    begin: Callable[..., Playing], described: dict[str, Any]
) -> None:
    update = table_update(table_load(begin().id), None)
    sent = json.loads(update.encoded())
    assert list(sent) == list(described[Update.__name__]["properties"])
    assert {name: sent[name] for name in update.terms} == update.terms


@pytest.mark.parametrize("microsecond", [0, 70])
def test_a_time_is_sent_as_python_writes_it(microsecond: int) -> None:
    time = datetime(2025, 3, 1, 12, 30, 5, microsecond, tzinfo=UTC)
    assert Moment.at(time) == time
    assert msgspec.json.decode(encoded([Moment.at(time)])) == [time.isoformat()]


def test_a_page_is_drawn_from_the_same_times_as_are_sent(begin: Callable[..., Playing]) -> None:
    playing = begin()
    row = table_load(playing.id)
    update = table_update(row, playing.user_at(0).pk)
    sent = json.loads(update.encoded())["seats"]
    scene = Scene(row, Reader(playing.user_at(0).pk), update)
    assert any(seat.since for seat in row.seats)
    for seat, document, shown in zip(row.seats, sent, scene.seats, strict=True):
        assert shown.since == seat.since
        assert document["since"] == (seat.since and seat.since.isoformat())


def test_what_an_event_is_sent_as_is_written_once(begin: Callable[..., Playing]) -> None:
    row = table_load(begin().id)
    first, again = table_update(row, None).events, table_update(row, None).events
    assert first and all(event.json is same.json for event, same in zip(first, again, strict=True))
