"""The shapes of what the API of tables takes and gives, for its OpenAPI document.

Answers are built as plain values by `games.telling.updates` and encoded once by msgspec; these
classes say what they look like, and the tests hold the answers to them.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Literal

from ninja import Field, Schema
from pydantic import ConfigDict, field_validator

BIGGEST = 2**63 - 1
UNREADABLE = re.compile("[\0\ud800-\udfff]")


class Body(Schema):
    """A request's body: strict about types, and nothing unknown in it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @field_validator("*", mode="before")
    @classmethod
    def is_text(cls, value: Any) -> Any:
        """Refuse what Postgres cannot store as text: NUL and lone surrogates."""
        if isinstance(value, str) and UNREADABLE.search(value):
            raise ValueError("This text cannot be read.")
        return value


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
    """The standing orders that hold for one's own seat; nobody else sees them."""

    orders: dict[str, Any]


class Problem(Schema):
    """Why nothing was changed."""

    error: str = Field(description="A code for programs.")
    message: str = Field(description="Words for people, in their language.")
    field: str | None = Field(None, description="Where in the request, if it is in one place.")


class SeatDocument(Schema):
    """A seat, as everybody may know it."""

    place: int
    user: str | None
    bot: str | None = Field(description="The bot that plays, if one does.")
    resigned: bool
    absent: bool
    deciding: bool
    since: datetime | None
    deadline: datetime | None
    rank: int | None


class Offer(Schema):
    """One legal answer."""

    move: dict[str, Any]
    text: str
    spot: str | None = Field(description="The spot of the board that stands for it.")


class Lacking(Offer):
    """What one might look for in vain."""

    why: str = Field(description="Why it is not among the answers.")


class QuestionDocument(Schema):
    """What you are asked, with every legal answer."""

    id: str
    key: str
    prompt: str
    moves: list[Offer]
    unavailable: list[Lacking] = Field(description="Some moves that are not offered, with reasons.")


class EventDocument(Schema):
    """A fact of the log, as you may read it; further fields depend on the event."""

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
    """How the table ended."""

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
    view: dict[str, Any] | None = Field(description="The board; depends on the game.")
    question: QuestionDocument | None
    events: list[EventDocument]
    undone: list[int] = Field(description="Entries up to `since` that were undone since.")
    outcome: OutcomeDocument | None


class Outdated(Update):
    """The table as it is now, and why the answer did not count."""

    error: str = Field(description="A code for programs.")
    message: str = Field(description="Words for people, in their language.")


class Final(Schema):
    """With `ask`: the move could not be taken back, and was not played."""

    final: Literal[True]


READING: dict[Any, Any] = {404: Problem, 422: Problem, 429: Problem}
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
"""By status, for every request that changes something."""
