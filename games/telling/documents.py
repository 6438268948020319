"""The documents of a table as each viewer may read them, for pages, sockets and the API alike.

The OpenAPI document takes their fields and descriptions from here: see `games.telling.schemas`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from games.rules.core.interface import Document

View = dict[str, Any]
"""The board as a viewer sees it; depends on the game."""


class Moment(datetime):
    """A time that is sent as Python writes it: msgspec would end it with a Z."""

    @classmethod
    def at(cls, time: datetime) -> Moment:
        """Return the same time as a moment."""
        return cls.combine(time.date(), time.timetz())


def written(value: object) -> str:
    """Encode a value that JSON does not know."""
    if isinstance(value, Moment):
        return value.isoformat()
    raise TypeError(f"no document has a {type(value).__name__}")


_encode = msgspec.json.Encoder(enc_hook=written).encode


def encoded(document: object) -> msgspec.Raw:
    """Return a document, or what consists of documents, as it is sent."""
    return msgspec.Raw(_encode(document))


class Shared(Struct, frozen=True, dict=True):
    """A document that is written once for all who get it."""

    @functools.cached_property
    def json(self) -> msgspec.Raw:
        """The document as it is sent."""
        return encoded(self)


class SeatRatingDocument(Struct, frozen=True):
    """The rating of the user of a seat."""

    points: int
    doubt: Annotated[int, Meta(description="The true strength is so near to it 19 times in 20.")]
    provisional: Annotated[bool, Meta(description="Whether that is too much to compare it.")]
    before: Annotated[
        int | None, Meta(description="The points before this table, if it is over and counts.")
    ]


class SeatDocument(Shared, frozen=True):
    """A seat, with its public facts."""

    place: int
    user: str | None
    name: Annotated[str | None, Meta(description="Its user's, or a name of the bot's own.")]
    bot: Annotated[
        str | None, Meta(description="The bot that plays, if one does: mostly its level.")
    ]
    colour: Annotated[
        str | None,
        Meta(
            description="The one that was chosen for it. The others have those of the game's"
            " `colours` that are left, in order of places."
        ),
    ]
    resigned: bool
    absent: bool
    offered: Annotated[bool, Meta(description="Whether somebody else may take it over.")]
    deciding: bool
    since: Moment | None
    deadline: Moment | None
    rank: int | None
    rating: Annotated[
        SeatRatingDocument | None,
        Meta(
            description="Its user's, if they show it. Once the game is over, what that has made of"
            " it: some seconds later, and only if it counts."
        ),
    ]


class WishDocument(Struct, frozen=True):
    """What somebody asks all others at the table to agree to."""

    kind: Annotated[
        str,
        Meta(
            extra_json_schema={
                "enum": ["pause", "resume", "more", "end", "back", "stand_in", "clock"]
            },
        ),
    ]
    by: int
    place: Annotated[
        int, Meta(description='Whose clock gets "more" time, or who gets a "stand_in".')
    ]
    minutes: int
    increment: Annotated[int, Meta(description="What an answer adds to the budget of a clock.")]
    cap: Annotated[int, Meta(description="The most that the budget can grow to; 0 if it is none.")]
    number: Annotated[int, Meta(description='The entry to which the game would go "back"; else 0.')]
    agreed: Annotated[list[int], Meta(description="The places that have agreed.")]
    stamp: Annotated[str, Meta(description="To be sent with the answer.")]


class ClockDocument(Shared, frozen=True):
    """The clock of a table; times are minutes. `kind` is "none", "answer" or "budget"."""

    kind: str
    start: Annotated[int, Meta(description="For each answer, or in the budget.")]
    increment: Annotated[int, Meta(description="What an answer adds to the budget.")]
    cap: Annotated[int, Meta(description="The most that a budget can grow to.")]
    most_protected: Annotated[
        int, Meta(description="Protected time that is accepted for one question.")
    ]


class TableClock(ClockDocument, frozen=True):
    """The clock of the table; times are minutes. `kind` is "none", "answer" or "budget"."""

    paused_until: Moment | None
    wish: WishDocument | None


class NamedMove(Struct, frozen=True):
    """A move, in words and on the board."""

    move: Document
    text: str
    spot: Annotated[str | None, Meta(description="The spot of the board that stands for it.")]


class Offer(NamedMove, frozen=True):
    """One legal answer."""

    touches: Annotated[
        Sequence[str], Meta(description="Other spots of the board that it concerns.")
    ]
    gains: Annotated[
        Mapping[str, Mapping[str, int]],
        Meta(
            description="What it changes at once, by place of the seat and resource;"
            " empty if unknown."
        ),
    ]
    note: Annotated[str, Meta(description="What it leads to, where `gains` does not tell.")] = ""


class Lacking(NamedMove, frozen=True):
    """A move that is not offered."""

    why: Annotated[str, Meta(description="Why it is not among the answers.")]


class QuestionDocument(Struct, frozen=True):
    """What you are asked, with every legal answer."""

    id: str
    key: str
    prompt: str
    moves: list[Offer]
    unavailable: Annotated[
        list[Lacking], Meta(description="Some moves that are not offered, with reasons.")
    ]


class EventDocument(Shared, frozen=True):
    """An event of the log as you may see it; further fields depend on the event."""

    number: int
    kind: str
    place: int | None
    by: str
    undone: bool
    at: Moment
    event: str
    text: str
    more: Mapping[str, object]
    """The further fields. Those above win over fields of the same name, such as `number`."""

    @functools.cached_property
    def json(self) -> msgspec.Raw:
        """The document as it is sent, with its further fields first."""
        fields = msgspec.structs.asdict(self)
        return encoded({**fields.pop("more"), **fields})


class Past(Struct, frozen=True):
    """The step of the log at which a page looks, and the steps around it."""

    at: int
    first: int | None = None
    back: int | None = None
    forward: int | None = None
    index: int = 0  # from 1
    count: int = 0


class Update(Struct, frozen=True):
    """A table as you may see it, with the events after log entry `since`."""

    id: int
    game: str
    status: Annotated[
        str,
        Meta(extra_json_schema={"enum": ["open", "playing", "frozen", "finished", "closed"]}),
    ]
    number: Annotated[int, Meta(description="Of the latest log entry: the next `since`.")]
    since: int
    options: dict[str, Any]
    seats: list[SeatDocument]
    clock: TableClock
    terms: Mapping[str, bool | str]
    """Each is a field of its own where the update is sent."""
    view: Annotated[View | None, Meta(description="The board; depends on the game.")]
    question: QuestionDocument | None
    events: list[EventDocument]
    undone: Annotated[list[int], Meta(description="Entries up to `since` that were undone since.")]
    outcome: dict[str, Any] | None
    past: Past | None = None
    """Of a page that looks back; it is not sent."""

    def fields(self) -> dict[str, object]:
        """Return the update by field, as it is sent."""
        fields: dict[str, object] = {}
        for name in self.__struct_fields__:
            if name == "terms":
                fields |= self.terms
            elif name == "seats":
                fields[name] = [seat.json for seat in self.seats]
            elif name == "clock":
                fields[name] = self.clock.json
            elif name == "events":
                fields[name] = [event.json for event in self.events]
            elif name != "past":
                fields[name] = getattr(self, name)
        return fields

    def encoded(self) -> bytes:
        """Return the update as it is sent."""
        return msgspec.json.encode(self.fields())
