"""The JSON API for the chat at tables, and for what waits for a user."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from msgspec import Meta, Struct
from ninja import Field, Query, Router

from accounts.chat import talking
from accounts.chat.unread import chat_read, counts_of
from accounts.models.chat import LONGEST
from accounts.people.selectors import user_of
from config.web.documents import respond
from config.web.marks import HEADER
from config.web.signing_in import signed_in
from games.api import load_for
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
    owner: Annotated[str | None, Meta(description="Of a program: whose it is.")]
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
    owner = user.owner.username if user.owner else None
    return respond(Me(user.username, owner, user.face, user.language, *counts_of(user)))


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


def reader_of(request: HttpRequest) -> talking.Reader:
    """The user or visitor who asks."""
    return request.user
