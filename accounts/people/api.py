"""The JSON API for people: their time, and their friends."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, Struct
from msgspec.structs import asdict
from ninja import Field, Router, Schema
from pydantic import ConfigDict

from accounts.models import User
from accounts.people import friends
from accounts.people.selectors import ratings_shown, user_named, user_of
from config.web.documents import respond
from config.web.refusal import NotFound
from config.web.signing_in import signed_in
from games.changing.clocks import (
    LATEST_REMINDER,
    MOST_ABSENCES,
    days_left,
    own_time_of,
    own_time_set,
)
from games.clocks.calendar import MOST_A_WEEKDAY, Days, Hours
from games.documents import ACTING, Body, Problem
from games.telling.ratings import RatingDocument
from games.telling.reliability import Reliability, reliability_of
from games.telling.schemas import listed, schema_of

router = Router(tags=["people"])


class HoursBody(Body):
    """Protected hours of a weekday, in minutes from midnight of your zone.

    They go over midnight if they do not end after they begin; equal minutes are a whole day.
    """

    weekday: Annotated[int, Field(ge=0, le=6, description="0 is Monday.")]
    start: Annotated[int, Field(ge=0, lt=24 * 60)]
    end: Annotated[int, Field(ge=0, lt=24 * 60)]


class HoursDocument(Struct, frozen=True):
    """Protected hours of a weekday, in minutes from midnight of your zone."""

    weekday: int
    start: int
    end: int


class AbsenceBody(Schema):
    """Whole days on which you are away, the last included."""

    first: date
    last: date


class AbsenceDocument(Struct, frozen=True):
    """Whole days on which you are away, the last included."""

    first: date
    last: date


class TimeDocument(Struct, frozen=True):
    """When your clocks stand still, as far as a table accepts it."""

    zone: str
    hours: list[HoursDocument]
    away: list[AbsenceDocument]
    remind: Annotated[int, Meta(description="At this percentage of the time left; 0 is never.")]
    vacation_days: Annotated[int, Meta(description="Left for this year.")]


class TimeBody(Body):
    """What is to change; what is not given stays as it is."""

    model_config = ConfigDict(extra="forbid", strict=False)

    hours: list[HoursBody] | None = Field(
        None,
        max_length=7 * MOST_A_WEEKDAY,
        description="Up to three for a weekday, which may not overlap.",
    )
    away: list[AbsenceBody] | None = Field(None, max_length=MOST_ABSENCES)
    remind: int | None = Field(None, ge=0, le=LATEST_REMINDER)


@router.get(
    "me/time",
    auth=signed_in,
    response={200: schema_of(TimeDocument), 401: Problem, 403: Problem, 429: Problem},
    summary="Your protected time",
)
def read_time(request: HttpRequest) -> HttpResponse:
    """Nobody else sees it."""
    user = user_of(request)
    calendar, remind = own_time_of(user.pk, user.zone.key)
    return respond(
        TimeDocument(
            zone=calendar.zone,
            hours=[HoursDocument(**asdict(hours)) for hours in calendar.hours],
            away=[AbsenceDocument(**asdict(days)) for days in calendar.away],
            remind=remind,
            vacation_days=days_left(calendar),
        )
    )


@router.post(
    "me/time",
    auth=signed_in,
    response={200: schema_of(TimeDocument), **ACTING},
    summary="Protect your time",
)
def set_time(request: HttpRequest, body: TimeBody) -> HttpResponse:
    """It counts from now on, also for questions that you have been asked."""
    user = user_of(request)
    hours, away = body.hours, body.away
    own_time_set(
        user_id=user.pk,
        zone=user.zone.key,
        hours=None if hours is None else [Hours(h.weekday, h.start, h.end) for h in hours],
        away=None if away is None else [Days(days.first, days.last) for days in away],
        remind=body.remind,
    )
    return read_time(request)


class FriendsDocument(Struct, frozen=True):
    """Names: your friends, those who ask to be, and those whom you have asked."""

    friends: list[str]
    asking: list[str]
    asked: list[str]


class Friend(Body):
    """Whom it is about."""

    name: Annotated[str, Field(max_length=100)]


@router.get(
    "friends",
    auth=signed_in,
    response={200: schema_of(FriendsDocument), 401: Problem, 403: Problem, 429: Problem},
    summary="Your friends",
)
def read_friends(request: HttpRequest) -> HttpResponse:
    """Those who have agreed, those who ask, and those you have asked."""
    return respond(friends_document(user_of(request)))


@router.post(
    "friends",
    auth=signed_in,
    response={200: schema_of(FriendsDocument), **ACTING},
    summary="Ask somebody to be a friend, or agree",
)
def befriend(request: HttpRequest, friend: Friend) -> HttpResponse:
    """You are friends once both have done so."""
    friends.befriend(user=user_of(request), other=person_named(friend.name))
    return respond(friends_document(user_of(request)))


@router.post(
    "friends/end",
    auth=signed_in,
    response={200: schema_of(FriendsDocument), **ACTING},
    summary="End a friendship, decline one, or take the question back",
)
def unfriend(request: HttpRequest, friend: Friend) -> HttpResponse:
    """Nobody is told."""
    friends.unfriend(user=user_of(request), other=person_named(friend.name))
    return respond(friends_document(user_of(request)))


@router.get(
    "people/{name}/ratings",
    response={
        200: listed(RatingDocument), 401: Problem, 403: Problem, 404: Problem, 429: Problem,
    },
    summary="Somebody's ratings",
)  # fmt: skip
def read_ratings(request: HttpRequest, name: str) -> HttpResponse:
    """Ratings by number of tables, most first; empty for people who hide them."""
    found = ratings_shown(person_named(name), request.user)
    return respond([each.rating for each in found])


@router.get(
    "people/{name}/reliability",
    response={
        200: schema_of(Reliability), 401: Problem, 403: Problem, 404: Problem, 429: Problem,
    },
    summary="How reliably somebody answers",
)  # fmt: skip
def read_reliability(request: HttpRequest, name: str) -> HttpResponse:
    """Plain numbers: docs/topics/tables.md says what they count."""
    return respond(reliability_of(person_named(name).pk))


def friends_document(user: User) -> FriendsDocument:
    """A user's friends by name."""
    found = friends.friendships_of(user)
    return FriendsDocument(
        friends=[other.username for other in found.agreed],
        asking=[other.username for other in found.asking],
        asked=[other.username for other in found.asked],
    )


def person_named(name: str) -> User:
    """Somebody by name. Raises NotFound."""
    person = user_named(name.strip())
    if person is None:
        raise NotFound(_("There is nobody with that name."), field="name")
    return person
