"""The bodies of requests to the API of tables, and its shortest answers.

Requests are checked by the classes of their bodies. Answers are structs, and described by what
`games.telling.schemas` makes of them; refusals are described here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Struct
from ninja import Field, Schema
from pydantic import ConfigDict, field_validator

from games.models import BIGGEST
from games.models.terms import DEFAULTS, TERMS

UNREADABLE = re.compile("[\0\ud800-\udfff]")


class Body(Schema):
    """A request's body: strict types, no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @field_validator("*", mode="before")
    @classmethod
    def is_text(cls, value: Any) -> Any:
        """Refuse what Postgres cannot store as text: NUL and lone surrogates."""
        if isinstance(value, str) and UNREADABLE.search(value):
            raise ValueError("This text cannot be read.")
        return value


def told_terms(names: Sequence[str]) -> dict[str, object]:
    """Return those terms that are told of a table, as annotations of a document."""
    return {
        name: Annotated[
            type(DEFAULTS[name]),
            Field(
                description=term.listed or None,
                json_schema_extra={"enum": [*term.choices.values]} if term.choices else None,
            ),
        ]
        for name, term in TERMS.items()
        if name in names and term.listed is not None
    }


class Answer(Body):
    """A move, and the question it answers."""

    question: Annotated[str, Field(max_length=16, description="The `id` of the question.")]
    move: Annotated[
        dict[str, Any], Field(description="One of the question's moves, as it was offered.")
    ]
    ask: bool = Field(
        False, description="First ask whether the move can be taken back; play it only if so."
    )


class OrdersBody(Body):
    """Standing orders of one's own seat."""

    orders: Annotated[
        dict[str, Any] | None,
        Field(description="As the game defines them; null for its usual ones."),
    ]


class OrdersDocument(Struct, frozen=True):
    """The standing orders of one's own seat; nobody else sees them."""

    orders: dict[str, Any]


class Problem(Schema):
    """Why nothing was changed."""

    error: Annotated[str, Field(description="A code for programs.")]
    message: Annotated[str, Field(description="Words for people, in their language.")]
    field: str | None = Field(None, description="Where in the request, if it is in one place.")


class WishBody(Body):
    """What all at the table are to agree to."""

    kind: Annotated[
        str,
        Field(
            max_length=10,
            description='"pause", "resume", "more", "end", "back", "stand_in" or "clock"',
        ),
    ]
    minutes: int = Field(0, ge=0, le=BIGGEST // 10**9, description="Not for resume.")
    increment: int = Field(
        0, ge=0, le=BIGGEST // 10**9, description='For a "clock" with a budget of so many minutes.'
    )
    cap: int = Field(
        0, ge=0, le=BIGGEST // 10**9, description="The most that a budget grows to; 0 for none."
    )
    place: int | None = Field(
        None, ge=0, le=100, description='For "more": whose clock; for "stand_in": who is silent.'
    )


class PlanMove(Body):
    """A move of a plan: whose, and which."""

    seat: Annotated[int, Field(ge=0, le=100)]
    move: dict[str, Any]


class PlanBody(Body):
    """Moves to come, from entry `at` on: yours are answers, the others' conditions if `exact`."""

    at: Annotated[int, Field(ge=1, le=BIGGEST)]
    moves: Annotated[list[PlanMove], Field(min_length=1, max_length=60)]
    exact: bool = True


class WishAnswer(Body):
    """Whether you agree to what is asked."""

    stamp: Annotated[str, Field(max_length=60)]
    agree: bool


class Final(Struct, frozen=True):
    """With `ask`: the move could not be taken back, and was not played."""

    final: Literal[True]


class EvaluationBody(Body):
    """Which position: at a table in play your own question now, else any entry of its log."""

    at: int | None = Field(None, ge=1, le=BIGGEST, description="An entry that changed the board.")
    place: int | None = Field(
        None, ge=0, le=100, description="Whose question, if several are asked; else the first."
    )


READING: dict[Any, Any] = {
    401: Problem,  # a token that nobody has
    403: Problem,  # a suspended user's
    404: Problem,
    422: Problem,
    429: Problem,
}
ACTING: dict[Any, Any] = {
    400: Problem,
    401: Problem,
    403: Problem,
    404: Problem,
    409: Problem,
    422: Problem,
    423: Problem,
    429: Problem,
    503: Problem,
}
"""Refusals by status, of requests that need a signed-in user; `READING` has those of others."""
