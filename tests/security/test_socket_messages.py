"""Whatever is said over a socket: an answer or a close that says why, to nobody else's harm.

Messages are generated from the JSON Schema of those that the site understands, then made a little
wrong, and sent to a daphne in a process of its own.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from functools import reduce
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from accounts.chat import talking
from config.asgi import understood
from games.models import Table
from tests.elsewhere import second_process
from tests.games.sockets import open_socket
from tests.people import people_make
from tools.foreign import any_text, deep_object, deep_text, near, values, written
from tools.patience import PATIENCE
from tools.seating import table_begun

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "60"))
SECRET = "the treasure lies under the third palm"
WELL_CLOSED = {4400, 4401, 4404, 4429}
"""Nonsense, not signed in, no such table, too many: never 1006, 1011, 4500."""
LAST = 987_654_321  # the `ref` of the message that ends each conversation

SCHEMA = understood.schema()
PLACES = [
    "tables/{}/?since=0",
    "tables/{}/?since=0&chat=0",
    "tables/{}/?html=1&chat=0",
    "",
    "?lobby=1",
]


def fitting(schema: dict[str, Any]) -> SearchStrategy[Any]:
    """What fits a JSON Schema as msgspec writes them."""
    if "$ref" in schema:
        return fitting(SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return st.one_of([fitting(one) for one in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "object" and "properties" in schema:
        fields = {name: fitting(field) for name, field in schema["properties"].items()}
        needed = {name: fields.pop(name) for name in schema["required"]}
        return st.fixed_dictionaries(needed, optional=fields)
    return OF_TYPES[schema["type"]]


OF_TYPES: dict[str, SearchStrategy[Any]] = {
    "integer": st.integers(-3, 12) | st.integers(),
    "string": any_text,
    "boolean": st.booleans(),
    "null": st.none(),
    "object": st.dictionaries(written, values, max_size=3),
}
right = fitting(SCHEMA)
wrong = right.flatmap(near)
NASTY = [
    '{"type":"move","ref":1,"question":"x","move":{"a":' + deep_text + "}}",
    '{"type":"orders","ref":1,"orders":{"a":' + "[" * 400 + "]" * 400 + "}}",
    '{"type":"shown","ref":1,"number":' + "9" * 300 + "}",
    '{"type":"say","ref":1,"text":"' + "x" * 15_000 + '"}',
    '{"type":"say","ref":1,"text":"a\\u0000b"}',
    '{"type":"move","ref":1,"question":"\\ud800","move":{"kind":"\\udfff"}}',
    '{"type":"hello","number":-1,"has":"' + "x" * 15_000 + '","base":-9}',
]
garbage = written | values.map(json.dumps) | st.just(deep_object) | st.just("x" * 20_000)
texts = st.one_of(right.map(json.dumps), wrong.map(json.dumps), garbage, st.binary(max_size=20))
queries = st.sampled_from(
    ["", "&lang=de", "&lang=%00", "&me=", "&since=-1", "&since=99999999999", "&chat=x", "&me=%ff"]
)


@pytest.fixture
def elsewhere() -> Iterator[str]:
    with second_process() as address:
        yield address


class World:
    """People at tables that are begun again when they end; and a table that others see."""

    def __init__(self) -> None:
        self.people = people_make("ana", "ben")
        others = people_make("eve", "mallory")
        self.hidden = table_begun("pier", others, private=True, seats_min=2, seats_max=2)
        talking.message_say(table=self.hidden, user=others[0], text=SECRET)
        self.table: Table | None = None

    def playing(self) -> Table:
        """A table in play."""
        if self.table is not None:
            self.table.refresh_from_db()
        if self.table is None or self.table.status != Table.Status.PLAYING:
            self.table = table_begun("pier", self.people, seats_min=2, seats_max=2)
        return self.table


class Said:
    """What came back over one socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.answers: dict[int, list[int]] = {}
        self.closed = 0

    def send(self, text: str | bytes) -> None:
        """Send something, unless the socket is closed already."""
        try:
            self.socket.send(text)
        except ConnectionClosed as closed:
            self.closed = closed.rcvd.code if closed.rcvd else 1006

    def hear(self, table_id: int, until: int) -> None:
        """Hear everything until an answer to `until`, or the end. Raises TimeoutError."""
        deadline = time.monotonic() + PATIENCE
        while not self.closed and until not in self.answers:
            try:
                text = self.socket.recv(timeout=max(0.0, deadline - time.monotonic()))
            except ConnectionClosed as closed:
                self.closed = closed.rcvd.code if closed.rcvd else 1006
                return
            assert SECRET not in str(text)
            message = json.loads(text)
            assert message.get("id", table_id) == table_id
            if message.get("type") == "answer":
                self.answers.setdefault(message["ref"], []).append(message["status"])


@pytest.mark.costly
def test_every_message_is_answered_or_ends_the_connection(elsewhere: str) -> None:
    world = World()

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(
        st.sampled_from(PLACES),
        queries,
        st.sampled_from([0, 1, None]),
        st.lists(texts, min_size=1, max_size=5),
    )
    def converse(place: str, query: str, who: int | None, messages: list[str | bytes]) -> None:
        converse_over(place + (query if "?" in place else ""), who, messages)

    def converse_over(place: str, who: int | None, messages: list[str | bytes]) -> None:
        table = world.playing()
        path = place.format(table.pk)
        user = None if who is None else world.people[who]
        with open_socket(elsewhere, path, user) as socket:
            said = Said(socket)
            for message in messages:
                said.send(message)
            said.send(json.dumps({"type": "undo", "ref": LAST}))
            try:
                said.hear(table.pk, LAST)
            except TimeoutError:
                pytest.fail(f"it is stuck: {place} {str(messages)[:300]}")
        assert said.closed in {0, *WELL_CLOSED}
        answered = reduce(lambda so_far, one: so_far + one, said.answers.values(), [])
        assert not {status for status in answered if status >= 500 and status != 503}
        assert said.closed or said.answers[LAST]

    for place, nasty in product(PLACES[:3], NASTY):
        converse_over(place, 0, [nasty])
    converse()
    table = world.playing()  # and it still serves those who talk sense
    with open_socket(elsewhere, f"tables/{table.pk}/?since=0", world.people[0]) as socket:
        assert json.loads(socket.recv(timeout=PATIENCE))["id"] == table.pk
    assert world.hidden.messages.count() == 1


def test_the_schema_is_what_is_understood() -> None:
    """A message that fits is read, and each kind is there."""
    kinds = {definition["properties"]["type"]["enum"][0] for definition in SCHEMA["$defs"].values()}
    of_tables = {"move", "undo", "resign", "return", "orders", "shown"}
    assert kinds == {"hello", "ping", "say", "read", *of_tables}

    @settings(max_examples=100, derandomize=True, database=None, deadline=None)
    @given(right)
    def is_read(message: dict[str, Any]) -> None:
        text = json.dumps(message)
        if "\\ud" not in text and abs(message.get("number", 0)) < 2**63:
            assert understood.read(text) is not None

    is_read()
