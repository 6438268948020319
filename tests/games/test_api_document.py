"""The API keeps to its own OpenAPI document, whatever it is asked (schemathesis)."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.people.tokens import token_make
from config.wsgi import application
from games.models import Table

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLES = hypothesis.settings(
    max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)  # of each operation
FEWEST = 30  # operations that can be asked wrongly
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@cache
def document() -> Any:
    """The document: it takes a while to read, and needs a database."""
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)


@pytest.fixture
def token(people: list[Any], begin: Any) -> str:
    """Of somebody who sits at a table in play, and has another table open."""
    begin(seats=2, hints=True)
    Table.objects.create(game="port_royal", seats_min=2, seats_max=3, host=people[0])
    return token_make(user=people[0], name="schemathesis")


@pytest.mark.costly
@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
def test_every_answer_is_as_documented(token: str, mode: GenerationMode) -> None:
    """Every operation, asked as it is documented, or not, by somebody who plays."""
    headers = {"Authorization": f"Bearer {token}"}
    tables = Table.objects.order_by("pk").values_list("pk", flat=True)

    def ask(case: Any) -> None:
        given = case.path_parameters or {}
        if len(str(given.get("table_id", "long enough"))) < 6:  # mostly ask about tables there are
            given["table_id"] = tables[len(str(case)) % 2]
        case.call_and_validate(headers=headers, checks=CHECKS)

    asked = 0
    for operation in document().get_all_operations():
        cases = operation.ok().as_strategy(generation_mode=mode)
        with suppress(Unsatisfiable):  # what takes nothing cannot be asked wrongly
            EXAMPLES(hypothesis.given(case=cases)(ask))()
            asked += 1
    assert asked > FEWEST


@pytest.mark.parametrize("secret", ["", "sobremesa_wrong"])
def test_nobody_in_particular_gets_what_is_documented(begin: Any, secret: str) -> None:
    """Every operation for a visitor, and with a token that nobody has."""
    begin(seats=2)
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    @hypothesis.settings(
        max_examples=1, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
    )
    @hypothesis.given(hypothesis.strategies.data())
    def asks(data: Any) -> None:
        for operation in document().get_all_operations():
            case = data.draw(operation.ok().as_strategy())
            case.call_and_validate(headers=headers, checks=CHECKS)

    asks()


def test_everything_is_in_the_document() -> None:
    raw = document().raw_schema
    paths = {path.removeprefix("/api/v1/") for path in raw["paths"]}
    table = "tables/{table_id}"
    assert paths >= {
        "games", "tables", table, f"{table}/join", f"{table}/leave", f"{table}/start",
        f"{table}/undo", f"{table}/resign", f"{table}/moves", f"{table}/messages", "me",
        f"{table}/evaluation",
    }  # fmt: skip
    moves = raw["paths"][f"/api/v1/{table}/moves"]["post"]["responses"]
    assert {"200", "400", "401", "403", "404", "409", "422", "423"} <= {str(code) for code in moves}
    assert set(raw["components"]["schemas"]["Problem"]["properties"]) == {
        "error",
        "message",
        "field",
    }
    assert {"PersonalToken", "PageSession"} <= set(raw["components"]["securitySchemes"])
