"""The schemas of the API of tables, for its OpenAPI document.

The classes of request bodies also check the requests. Those of answers only document: answers are
plain values (`games.telling.updates`), encoded by msgspec, and tests check them against these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Field, Schema
from pydantic import ConfigDict, field_validator

from games.models.terms import DEFAULTS, FOLLOWED, TERMS

BIGGEST = 2**63 - 1
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

    question: str = Field(max_length=16, description="The `id` of the question.")
    move: dict[str, Any] = Field(description="One of the question's moves, as it was offered.")
    ask: bool = Field(
        False, description="First ask whether the move can be taken back; play it only if so."
    )


class OrdersBody(Body):
    """Standing orders of one's own seat."""

    orders: dict[str, Any] | None = Field(
        description="As the game defines them; null for its usual ones."
    )


class OrdersDocument(Schema):
    """The standing orders of one's own seat; nobody else sees them."""

    orders: dict[str, Any]


class Problem(Schema):
    """Why nothing was changed."""

    error: str = Field(description="A code for programs.")
    message: str = Field(description="Words for people, in their language.")
    field: str | None = Field(None, description="Where in the request, if it is in one place.")


class SeatDocument(Schema):
    """A seat, with its public facts."""

    place: int
    user: str | None
    name: str | None = Field(description="Its user's, or a name of the bot's own.")
    bot: str | None = Field(description="The bot that plays, if one does: mostly its level.")
    resigned: bool
    absent: bool
    offered: bool = Field(description="Whether somebody else may take it over.")
    deciding: bool
    since: datetime | None
    deadline: datetime | None
    rank: int | None


class WishDocument(Schema):
    """What somebody asks all others at the table to agree to."""

    kind: Literal["pause", "resume", "more", "end", "stand_in", "clock"]
    by: int
    place: int = Field(description='Whose clock gets "more" time, or who gets a "stand_in".')
    minutes: int
    increment: int = Field(description="What an answer adds to the budget of a clock.")
    cap: int = Field(description="The most that the budget can grow to; 0 if it is none.")
    agreed: list[int] = Field(description="The places that have agreed.")
    stamp: str = Field(description="To be sent with the answer.")


class TableClock(Schema):
    """The clock of the table; times are minutes. `kind` is "none", "answer" or "budget"."""

    kind: str
    start: int = Field(description="For each answer, or in the budget.")
    increment: int = Field(description="What an answer adds to the budget.")
    cap: int = Field(description="The most that a budget can grow to.")
    most_protected: int = Field(description="Protected time that is accepted for one question.")
    paused_until: datetime | None
    wish: WishDocument | None


class WishBody(Body):
    """What all at the table are to agree to."""

    kind: str = Field(
        max_length=10, description='"pause", "resume", "more", "end", "stand_in" or "clock"'
    )
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

    seat: int = Field(ge=0, le=100)
    move: dict[str, Any]


class PlanBody(Body):
    """Moves to come, from entry `at` on: yours are answers, the others' conditions if `exact`."""

    at: int = Field(ge=1, le=BIGGEST)
    moves: list[PlanMove] = Field(min_length=1, max_length=60)
    exact: bool = True


class PlanDocument(Schema):
    """Your plan at a table; null if there is none."""

    plan: dict[str, Any] | None


class WishAnswer(Body):
    """Whether you agree to what is asked."""

    stamp: str = Field(max_length=60)
    agree: bool


class Named(Schema):
    """A move, in words and on the board."""

    move: dict[str, Any]
    text: str
    spot: str | None = Field(description="The spot of the board that stands for it.")


class Offer(Named):
    """One legal answer."""

    touches: list[str] = Field(description="Other spots of the board that it concerns.")
    gains: dict[str, dict[str, int]] = Field(
        description="What it changes at once, by place of the seat and resource; empty if unknown."
    )


class Lacking(Named):
    """A move that is not offered."""

    why: str = Field(description="Why it is not among the answers.")


class QuestionDocument(Schema):
    """What you are asked, with every legal answer."""

    id: str
    key: str
    prompt: str
    moves: list[Offer]
    unavailable: list[Lacking] = Field(description="Some moves that are not offered, with reasons.")


class EventDocument(Schema):
    """An event of the log as you may see it; further fields depend on the event."""

    model_config = ConfigDict(extra="allow")

    number: int
    kind: str
    place: int | None
    by: str
    undone: bool
    at: datetime
    event: str
    text: str


class OutcomeDocument(Schema):
    """How the game ended."""

    reason: str
    standings: list[dict[str, Any]]


class Update(Schema):
    """A table as you may see it, with the events after log entry `since`."""

    id: int
    game: str
    status: Literal["open", "playing", "frozen", "finished", "closed"]
    number: int = Field(description="Of the latest log entry: the next `since`.")
    since: int
    options: dict[str, Any]
    seats: list[SeatDocument]
    clock: TableClock
    __annotations__ |= told_terms(FOLLOWED)
    view: dict[str, Any] | None = Field(description="The board; depends on the game.")
    question: QuestionDocument | None
    events: list[EventDocument]
    undone: list[int] = Field(description="Entries up to `since` that were undone since.")
    outcome: OutcomeDocument | None


class Outdated(Update):
    """The table as it is now, and why the answer was refused."""

    error: str = Field(description="A code for programs.")
    message: str = Field(description="Words for people, in their language.")


class Final(Schema):
    """With `ask`: the move could not be taken back, and was not played."""

    final: Literal[True]


class EvaluationBody(Body):
    """Which position: at a table in play your own question now, else any entry of its log."""

    at: int | None = Field(None, ge=1, le=BIGGEST, description="An entry that changed the board.")
    place: int | None = Field(
        None, ge=0, le=100, description="Whose question, if several are asked; else the first."
    )


class LineMove(Schema):
    """A move of a line, and in words."""

    place: int
    move: dict[str, Any]
    text: str


class Advised(Schema):
    """One of the best answers: what each seat's chances are after it, and how it may go on."""

    move: dict[str, Any]
    text: str
    chances: list[float]
    line: list[LineMove]


class Feared(Schema):
    """What somebody else may do after the best answer that is worst for the seat."""

    place: int
    move: dict[str, Any]
    text: str
    line: list[LineMove]


class Evaluation(Schema):
    """What an expert thinks of a question, from what its seat knew; chances by place, in sum 1."""

    status: Literal["none", "waiting", "failed", "found"]
    done: int = Field(description="Percent of the work that is done.")
    at: int
    place: int
    chances: list[float] | None
    answers: list[Advised]
    fear: Feared | None


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
