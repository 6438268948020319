"""What a private table answers whoever may not see it is what a missing one answers.

Every address that names a table is tried, as it stands in the tables of addresses: a new one is
tried without a line here, unless it has a parameter of a new name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from websockets.exceptions import InvalidStatus

from accounts.models import User
from accounts.people import blocks
from accounts.signing_in.guests.services import guest_make
from config.api import api
from config.web import buckets
from games.models import Seat, Table
from games.storing.rows import table_load
from lobby.tables import services
from lobby.terms.opening import Terms
from tests.games.conftest import Playing
from tests.games.sockets import closed_with, open_socket
from tests.people import client_of, people_make
from tests.security.test_every_parameter import PARAMETER, routes, usual_body
from tests.security.test_once import OVER

OTHERS = {"place": "1", "at": "1", "key": "a-shared-study"}
SAID = "messages"  # the cookie of what the next page says
STAFF = "admin/"  # whoever has that is let in
CHANGES = re.compile(r'name="(?:csrfmiddlewaretoken|mark)" value="[^"]+"|nonce-[^\']+')
FIRST, NO_SEAT = 8_123_450, 8_123_999
NUMBER = re.compile(r"8123\d\d\d")
OF_EACH = ("Content-Length", "Expires", "X-Request-ID")
METHODS = ("get", "post")


def addresses() -> list[str]:
    """Every address that names a table, with the number as `<table_id>`."""
    found = (path for path, _view in routes() if "table_id" in PARAMETER.findall(path))
    return sorted({f"/{path}" for path in found if not path.startswith(STAFF)})


def filled(path: str, table_id: int) -> str:
    """An address with all its parameters."""
    seat = Seat.objects.filter(table=table_id).values_list("pk", flat=True).first() or NO_SEAT
    values = {**OTHERS, "table_id": str(table_id), "seat_id": str(seat)}
    return PARAMETER.sub(lambda found: values[found[1]], path)


@cache
def document() -> dict[str, Any]:
    """The document of the API, as plain values."""
    read: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema()))
    return read


def sent_to(path: str) -> dict[str, Any]:
    """What is sent to an address: to the API, a document that it can read."""
    operations = document()["paths"].get(PARAMETER.sub(r"{\1}", path), {})
    body = usual_body(document(), operations.get("post", {}))
    return {"data": body, "content_type": "application/json"} if body else {}


def seen(answer: Any) -> tuple[object, ...]:
    """What an answer tells, without what is new in each and without the numbers asked for."""
    text = "" if answer.streaming else answer.content.decode("latin-1")
    headers = {name: value for name, value in answer.headers.items() if name not in OF_EACH}
    said = getattr(get_messages(answer.wsgi_request), "_queued_messages", [])
    return (
        answer.status_code,
        *map(str, said),
        NUMBER.sub("N", CHANGES.sub("", f"{headers} {text}")),
    )


@pytest.fixture
def tables(begin: Callable[..., Playing], people: list[User]) -> dict[str, int]:
    """Private tables in play, over, and open, of people that are not friends of anybody here."""
    with connection.cursor() as cursor:  # to numbers that stand nowhere else on a page
        for name in ("games_table", "games_seat"):
            cursor.execute("select setval(pg_get_serial_sequence(%s, 'id'), %s)", [name, FIRST])
    over, in_play = (begin(seats=2, private=True) for _ in range(2))
    opened = services.table_open(host=people[0], terms=Terms("cuba", 2, 3, private=True))
    Table.objects.filter(pk=over.id).update(status=Table.Status.FINISHED, **OVER)
    return {"in play": in_play.id, "over": over.id, "open": opened.pk}


def outsider(role: str, host: User) -> User | None:
    """Somebody who may not see the tables of a host."""
    if role == "nobody":
        return None
    if role == "guest":
        return guest_make()
    (user,) = people_make("Olga")
    if role == "blocked":
        blocks.block(user=host, other=user)
    return user


@pytest.mark.costly
@pytest.mark.django_db
@pytest.mark.parametrize(
    "role", ["nobody", "guest", "member", pytest.param("blocked", marks=pytest.mark.sample)]
)
def test_pages_and_api(tables: dict[str, int], people: list[User], role: str) -> None:
    client = client_of(outsider(role, people[0]), raise_request_exception=False)
    missing = max(tables.values()) + 1
    assert len(addresses()) > 50
    told: list[str] = []
    for path in addresses():
        buckets.trials_of_moves.levels.clear()  # the addresses of what if are many
        for method in METHODS:
            send = getattr(client, method)
            what = sent_to(path) if method == "post" else {}
            client.cookies.pop(SAID, None)
            none = seen(send(filled(path, missing), **what))
            for state, table_id in tables.items():
                client.cookies.pop(SAID, None)
                other = seen(send(filled(path, table_id), **what))
                if other != none:
                    told.append(f"{method} {path} of a table {state}: {other[0]}, not {none[0]}")
    assert not told, "\n".join(told)


@pytest.mark.django_db
def test_who_may_see_a_table_is_answered_otherwise(
    tables: dict[str, int], people: list[User]
) -> None:
    client = client_of(people[0])
    pages = ("/lobby/tables/<int:table_id>/", "/api/v1/tables/<int:table_id>")
    for path in pages:
        answers = [client.get(filled(path, number)) for number in (tables["open"], NO_SEAT)]
        assert seen(answers[0]) != seen(answers[1])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", ["nobody", "guest", "member", "blocked"])
def test_sockets(live: str, tables: dict[str, int], people: list[User], role: str) -> None:
    user = outsider(role, people[0])

    def ends(table_id: int) -> object:
        try:
            with open_socket(live, f"tables/{table_id}/", user) as socket:
                return closed_with(socket)
        except InvalidStatus as refused:
            return refused.response.status_code

    answers = {ends(table_id) for table_id in [*tables.values(), max(tables.values()) + 1]}
    assert len(answers) == 1
    assert table_load(tables["in play"]).private
