"""What the lobby's JSON API is told and tells: the shapes of its documents."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal, get_args, get_type_hints

from msgspec import Meta, Struct
from ninja import Field, Schema

from games.documents import Body, told_terms
from games.models import BIGGEST, TIMES
from games.models.terms import AFTER_CLOCK, BEFORE_CLOCK, DEFAULTS, TERMS
from games.rules.core.fairness import LONGEST_SHARE
from games.telling.documents import ClockDocument

YOUR_SHARE = "What you add to the seed, letters, digits, - and _: docs/topics/fairness.md."
YOUR_COLOUR = "One of the game's `colours` that is free; if empty, whichever is left."


def asked_terms(names: Iterable[str]) -> dict[str, object]:
    """Return terms that a new table can have, as annotations of a document."""
    return {
        name: Annotated[
            type(usual := DEFAULTS[name]),
            Field(usual, description=TERMS[name].asked or None, max_length=TERMS[name].longest),
        ]
        for name in names
    }


def changed_terms(names: Iterable[str]) -> dict[str, object]:
    """Return terms that can be changed at a table, as annotations of a document."""
    return {
        name: Annotated[type(DEFAULTS[name]) | None, Field(None, max_length=TERMS[name].longest)]
        for name in names
    }


def agreed_times() -> dict[str, object]:
    """Return the times of a clock as annotations of a request; each is 0 if it is not given."""
    hints = get_type_hints(ClockDocument, include_extras=True)
    return {
        name: Annotated[int, Field(0, description=get_args(hints[name])[1].description)]
        for name in TIMES.values()
    }


class ClockBody(Body):
    """The clock that a table is to have; times are minutes."""

    kind: Annotated[str, Field(max_length=10, description='"none", "answer" or "budget"')]
    __annotations__ |= agreed_times()


class GameDocument(Struct, frozen=True):
    """A game one can open a table of."""

    slug: str
    title: str
    seats: Annotated[list[int], Meta(description="Possible numbers of seats.")]
    options: Annotated[dict[str, Any], Meta(description="JSON Schema of the options.")]
    bots: Annotated[
        list[str], Meta(description="Its bots: levels, the weakest first, then others.")
    ]
    stand_in: Annotated[str, Meta(description="The one of them that plays if none is chosen.")]
    colours: Annotated[
        list[str],
        Meta(description="Those that one can choose before it begins; none in some games."),
    ]


class SeatTaken(Struct, frozen=True):
    """A seat in a list of tables."""

    place: int
    user: str | None
    name: Annotated[
        str | None,
        Meta(description="Its user's, or the bot's own, which it has once places are drawn."),
    ]
    bot: str | None
    colour: Annotated[str | None, Meta(description="The one that was chosen for it.")]
    deciding: bool
    rank: Annotated[int | None, Meta(description="Once it is finished; equal ones are shared.")]
    score: Annotated[int | None, Meta(description="Once it is finished, if it was counted.")]


class TableDocument(Struct, frozen=True):
    """A table in a list."""

    id: int
    game: str
    status: Literal["open", "playing", "frozen", "finished", "closed"]
    number: int
    options: dict[str, Any]
    host: str | None
    seats_min: int
    seats_max: int
    opened: datetime
    started: datetime | None
    moved: Annotated[datetime | None, Meta(description="When it began, or somebody last moved.")]
    finished: datetime | None
    __annotations__ |= told_terms(BEFORE_CLOCK)
    pace: Annotated[
        int | None, Meta(description="Whole days for each answer, if that is its clock.")
    ]
    clock: ClockDocument
    __annotations__ |= told_terms(AFTER_CLOCK)
    seats: list[SeatTaken]
    waiting: Annotated[bool, Meta(description="Whether it waits for you.")]


class NewTable(Body):
    """A table to be opened. It begins when all seats are taken, or when the host starts it."""

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[int, Field(description="At most; with you and the bots.")]
    seats_min: int | None = Field(None, description="At least; `seats` if not given.")
    options: dict[str, Any] = Field({}, description="As the game's JSON Schema says.")
    bots: int = Field(0, description="How many of the seats bots take at once.")
    bot: str = Field("", description="Which of the game's `bots` that is.", max_length=20)
    colour: str = Field("", description=YOUR_COLOUR, max_length=10)
    share: str = Field("", description=YOUR_SHARE, max_length=LONGEST_SHARE)
    pledge: str = Field("", description="What you got of `pledge`, for a share.", max_length=100)
    __annotations__ |= asked_terms(BEFORE_CLOCK)
    pace: int | None = Field(None, description="Days for each answer; null is no limit.")
    clock: ClockBody | None = Field(None, description="Any other clock, instead of `pace`.")
    __annotations__ |= asked_terms(AFTER_CLOCK)


class Join(Body):
    """Joining a private table takes the token of its link, or an invitation."""

    token: str = Field("", max_length=64)
    colour: str = Field("", description=YOUR_COLOUR, max_length=10)
    share: str = Field("", description=YOUR_SHARE, max_length=LONGEST_SHARE)


class Colour(Body):
    """The colour of your seat."""

    colour: Annotated[str, Field(description=YOUR_COLOUR, max_length=10)]


class TakingOver(Body):
    """The place of an offered seat; at a private table also the token of its link."""

    place: Annotated[int, Field(ge=0, le=BIGGEST)]
    token: str = Field("", max_length=64)


class Seeking(Schema):
    """Which offered seats to list."""

    game: str = Field("", max_length=40)


class SeatOffer(Struct, frozen=True):
    """A seat whose user has vanished, and that you may take over."""

    table: int
    game: str
    place: int
    user: str
    since: datetime


class Guest(Body):
    """Whom to invite to a table."""

    name: Annotated[str, Field(max_length=100)]


class Withdrawal(Body):
    """Whose invitation to take back."""

    name: Annotated[str, Field(max_length=100)]


class Removal(Body):
    """The place of the seat to be freed."""

    place: Annotated[int, Field(ge=0, le=BIGGEST)]


class NewTerms(Body):
    """What to change at an open table; what is not given stays as it is. Null is no limit."""

    seats: int | None = None
    seats_min: int | None = None
    options: dict[str, Any] | None = Field(None, description="Only those that change.")
    __annotations__ |= changed_terms(BEFORE_CLOCK)
    pace: int | None = None
    clock: ClockBody | None = None
    __annotations__ |= changed_terms(AFTER_CLOCK)


class Leaders(Schema):
    """Which list of the best of a game."""

    season: str = Field(
        "", max_length=6, description='A quarter, as "2026-4": who has played in it.'
    )


class Search(Schema):
    """Which tables to list."""

    status: Literal["open", "playing", "finished", "closed"] | None = None
    mine: bool = Field(False, description="Only tables you sit at.")
    waiting: bool = Field(False, description="Only tables that wait for you.")
    game: str = Field("", max_length=40)
    before: int = Field(BIGGEST, ge=1, le=BIGGEST, description="Only tables with a lower id.")
    limit: int = Field(50, ge=1, le=200)


class Left(Struct, frozen=True):
    """The table after you stood up."""

    id: int
    status: Annotated[str, Meta(extra_json_schema={"enum": ["open", "closed"]})]


class Consents(Struct, frozen=True):
    """What has changed, for you, and the word for the terms as they are now."""

    stamp: str
    waiting_for: Annotated[list[str], Meta(description="Who has not agreed yet.")]
    changes: Annotated[
        list[dict[str, str]], Meta(description="What you have not agreed to: name, before, after.")
    ]


class Agreement(Body):
    """The stamp of the terms you have seen."""

    stamp: Annotated[str, Field(max_length=64)]
