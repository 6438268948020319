"""The JSON API for people: who I am, and the chat at tables."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, Struct
from ninja import Field, Query, Router, Schema
from pydantic import ConfigDict

from accounts import friends
from accounts.chat import talking
from accounts.chat.unread import chat_read, counts_of
from accounts.models import User
from accounts.models.chat import LONGEST
from accounts.models.notes import LONGEST as LONGEST_NOTE
from accounts.notes import keeping
from accounts.selectors import user_named, user_of
from config.web.documents import respond
from config.web.marks import HEADER
from config.web.refusal import NotFound
from config.web.signing_in import signed_in
from games.api import load_for
from games.changing.clocks import (
    LATEST_REMINDER,
    MOST_ABSENCES,
    days_left,
    own_time_of,
    own_time_set,
)
from games.clocks.calendar import MOST_A_WEEKDAY, Days, Hours
from games.documents import ACTING, READING, Body, Problem
from games.faces import Face
from games.models import BIGGEST, Table
from games.telling.documents import encoded
from games.telling.schemas import listed, schema_of

router = Router(tags=["people"])

After = Annotated[int, Query(ge=0, le=BIGGEST, description="Only messages with a higher id.")]


class Reading(Body):
    """Up to where you have read."""

    number: Annotated[int, Field(ge=0, le=BIGGEST, description="The id of a message.")]


schema_of(
    Face,
    name="FaceDocument",
    about="The colour and the motif beside a name, the same everywhere.",
    shape={},
)


class Me(Struct, frozen=True):
    """The user whose token or session it is."""

    name: str
    face: Face
    language: str
    waiting: Annotated[int, Meta(description="At how many tables you are awaited.")]
    unread: Annotated[int, Meta(description="How many messages at your tables you have not read.")]


class Saying(Body):
    """A message to be posted."""

    text: Annotated[str, Field(max_length=LONGEST)]


@router.get(
    "me",
    auth=signed_in,
    response={200: schema_of(Me), 401: Problem, 403: Problem, 429: Problem},
    summary="Who you are",
)
def read_me(request: HttpRequest) -> HttpResponse:
    """The user whose token or session it is."""
    user = user_of(request)
    return respond(Me(user.username, user.face, user.language, *counts_of(user)))


class HoursDocument(Body):
    """Protected hours of a weekday, in minutes from midnight of your zone.

    They go over midnight if they do not end after they begin; equal minutes are a whole day.
    """

    weekday: Annotated[int, Field(ge=0, le=6, description="0 is Monday.")]
    start: Annotated[int, Field(ge=0, lt=24 * 60)]
    end: Annotated[int, Field(ge=0, lt=24 * 60)]


class AbsenceDocument(Schema):
    """Whole days on which you are away, the last included."""

    first: date
    last: date


class TimeDocument(Schema):
    """When your clocks stand still, as far as a table accepts it."""

    zone: str
    hours: list[HoursDocument]
    away: list[AbsenceDocument]
    remind: Annotated[int, Field(description="At this percentage of the time left; 0 is never.")]
    vacation_days: Annotated[int, Field(description="Left for this year.")]


class TimeBody(Body):
    """What is to change; what is not given stays as it is."""

    model_config = ConfigDict(extra="forbid", strict=False)

    hours: list[HoursDocument] | None = Field(
        None,
        max_length=7 * MOST_A_WEEKDAY,
        description="Up to three for a weekday, which may not overlap.",
    )
    away: list[AbsenceDocument] | None = Field(None, max_length=MOST_ABSENCES)
    remind: int | None = Field(None, ge=0, le=LATEST_REMINDER)


@router.get(
    "me/time",
    auth=signed_in,
    response={200: TimeDocument, 401: Problem, 403: Problem, 429: Problem},
    summary="Your protected time",
)
def read_time(request: HttpRequest) -> HttpResponse:
    """Nobody else sees it."""
    user = user_of(request)
    calendar, remind = own_time_of(user.pk, user.zone.key)
    return respond(
        {
            "zone": calendar.zone,
            "hours": [msgspec.structs.asdict(hours) for hours in calendar.hours],
            "away": [msgspec.structs.asdict(days) for days in calendar.away],
            "remind": remind,
            "vacation_days": days_left(calendar),
        }
    )


@router.post(
    "me/time",
    auth=signed_in,
    response={200: TimeDocument, **ACTING},
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


@router.get(
    "tables/{int:table_id}/messages",
    response={200: listed(talking.MessageDocument), **READING},
    summary="What was said at a table",
)
def read_messages(request: HttpRequest, table_id: int, since: After = 0) -> HttpResponse:
    """The latest hundred messages, oldest first."""
    row = load_for(request, table_id)
    if row.players_chat and not talking.may_read(row.id, reader_of(request)):
        raise talking.PlayersOnly
    said = talking.latest(row.id, reader_of(request), since)
    return respond(encoded([talking.document_of(message) for message in said]))


@router.post(
    "tables/{int:table_id}/messages",
    auth=signed_in,
    response={201: schema_of(talking.MessageDocument), **ACTING},
    summary="Say something at your table",
)
def say(request: HttpRequest, table_id: int, saying: Saying) -> HttpResponse:
    """Only players at the table may, and only so many messages at a time."""
    table = Table.objects.get(pk=load_for(request, table_id).id)
    mark = request.headers.get(HEADER, "")  # it may have come over the socket before
    message = talking.message_say(table=table, user=user_of(request), text=saying.text, mark=mark)
    return respond(encoded(talking.document_of(message)), 201)


@router.post(
    "tables/{int:table_id}/messages/read",
    auth=signed_in,
    response={204: None, **ACTING},
    summary="Say up to where you have read",
)
def read(request: HttpRequest, table_id: int, reading: Reading) -> HttpResponse:
    """It counts on all devices, and never back; for spectators nothing is counted."""
    load_for(request, table_id)
    chat_read(user=user_of(request), table_id=table_id, number=reading.number)
    return HttpResponse(status=204)


class PersonNoteDocument(Struct, frozen=True):
    """What you have noted about somebody."""

    name: str
    text: str


class NotesDocument(Struct, frozen=True):
    """What you have noted about a table, and about the others at it. Nobody else sees it."""

    text: str
    people: list[PersonNoteDocument]


class NoteDocument(Struct, frozen=True):
    """A note as it is kept; empty if there is none."""

    text: str


class Noting(Body):
    """A note to be kept; an empty one is deleted."""

    text: Annotated[str, Field(max_length=LONGEST_NOTE)]


@router.get(
    "tables/{int:table_id}/notes",
    auth=signed_in,
    response={200: schema_of(NotesDocument), **READING},
    summary="Your private notes at a table",
)
def read_notes(request: HttpRequest, table_id: int) -> HttpResponse:
    """Your own only: about the table, and about everybody else who sits there."""
    table = Table.objects.get(pk=load_for(request, table_id).id)
    notes = keeping.notes_at(table, user_of(request))
    people = [PersonNoteDocument(one.person.username, one.text) for one in notes.people]
    return respond(NotesDocument(notes.text, people))


@router.post(
    "tables/{int:table_id}/notes",
    auth=signed_in,
    response={200: schema_of(NoteDocument), **ACTING},
    summary="Keep a private note about a table",
)
def keep_note(request: HttpRequest, table_id: int, noting: Noting) -> HttpResponse:
    """It replaces the one there was, and stays when the table is over."""
    table = Table.objects.get(pk=load_for(request, table_id).id)
    text = keeping.note_about_table(user=user_of(request), table=table, text=noting.text)
    return respond(NoteDocument(text))


@router.get(
    "people/{str:name}/note",
    auth=signed_in,
    response={200: schema_of(NoteDocument), 401: Problem, 403: Problem, 404: Problem, 429: Problem},
    summary="Your private note about somebody",
)
def read_note(request: HttpRequest, name: str) -> HttpResponse:
    """Your own only."""
    return respond(NoteDocument(keeping.note_on(person_named(name), user_of(request))))


@router.post(
    "people/{str:name}/note",
    auth=signed_in,
    response={200: schema_of(NoteDocument), **ACTING},
    summary="Keep a private note about somebody",
)
def keep_note_about(request: HttpRequest, name: str, noting: Noting) -> HttpResponse:
    """They never learn of it."""
    about = person_named(name)
    text = keeping.note_about_person(user=user_of(request), about=about, text=noting.text)
    return respond(NoteDocument(text))


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


def reader_of(request: HttpRequest) -> talking.Reader:
    """The user or visitor who asks."""
    return request.user
