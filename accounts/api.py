"""The JSON API for people: who I am, and the chat at tables."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from ninja import Field, Query, Router, Schema

from accounts import friends
from accounts.chat import talking
from accounts.models import User
from accounts.models.chat import LONGEST
from accounts.selectors import user_named, user_of
from config.web.refusal import NotFound
from config.web.signing_in import signed_in
from games.api import load_for, respond
from games.documents import ACTING, BIGGEST, READING, Body, Problem
from games.models import Table
from games.telling.selectors import waiting_count

router = Router(tags=["people"])

After = Annotated[int, Query(ge=0, le=BIGGEST, description="Only messages with a higher id.")]


class Me(Schema):
    """The user whose token or session it is."""

    name: str
    language: str
    waiting: int = Field(description="At how many tables you are awaited.")


class MessageDocument(Schema):
    """A chat message at a table; `user` is null if the account was deleted."""

    id: int
    user: str | None
    text: str
    at: datetime


class Saying(Body):
    """A message to be posted."""

    text: str = Field(max_length=LONGEST)


@router.get(
    "me",
    auth=signed_in,
    response={200: Me, 401: Problem, 403: Problem, 429: Problem},
    summary="Who you are",
)
def read_me(request: HttpRequest) -> HttpResponse:
    """The user whose token or session it is."""
    user = user_of(request)
    facts: dict[str, Any] = {"name": user.username, "language": user.language}
    return respond({**facts, "waiting": waiting_count(user)})


@router.get(
    "tables/{int:table_id}/messages",
    response={200: list[MessageDocument], **READING},
    summary="What was said at a table",
)
def read_messages(request: HttpRequest, table_id: int, since: After = 0) -> HttpResponse:
    """The latest hundred messages, oldest first."""
    row = load_for(request, table_id)
    said = talking.latest(row.id, reader_of(request), since)
    return respond([talking.document_of(message) for message in said])


@router.post(
    "tables/{int:table_id}/messages",
    auth=signed_in,
    response={201: MessageDocument, **ACTING},
    summary="Say something at your table",
)
def say(request: HttpRequest, table_id: int, saying: Saying) -> HttpResponse:
    """Only players at the table may, and only so many messages at a time."""
    table = Table.objects.get(pk=load_for(request, table_id).id)
    message = talking.message_say(table=table, user=user_of(request), text=saying.text)
    return respond(talking.document_of(message), 201)


class FriendsDocument(Schema):
    """Names: your friends, those who ask to be, and those whom you have asked."""

    friends: list[str]
    asking: list[str]
    asked: list[str]


class Friend(Body):
    """Whom it is about."""

    name: str = Field(max_length=100)


@router.get(
    "friends",
    auth=signed_in,
    response={200: FriendsDocument, 401: Problem, 403: Problem, 429: Problem},
    summary="Your friends",
)
def read_friends(request: HttpRequest) -> HttpResponse:
    """Those who have agreed, those who ask, and those you have asked."""
    return respond(friends_document(user_of(request)))


@router.post(
    "friends",
    auth=signed_in,
    response={200: FriendsDocument, **ACTING},
    summary="Ask somebody to be a friend, or agree",
)
def befriend(request: HttpRequest, friend: Friend) -> HttpResponse:
    """You are friends once both have done so."""
    friends.befriend(user=user_of(request), other=person_named(friend.name))
    return respond(friends_document(user_of(request)))


@router.post(
    "friends/end",
    auth=signed_in,
    response={200: FriendsDocument, **ACTING},
    summary="End a friendship, decline one, or take the question back",
)
def unfriend(request: HttpRequest, friend: Friend) -> HttpResponse:
    """Nobody is told."""
    friends.unfriend(user=user_of(request), other=person_named(friend.name))
    return respond(friends_document(user_of(request)))


def friends_document(user: User) -> dict[str, list[str]]:
    """A user's friends by name."""
    found = friends.friendships_of(user)
    return {
        "friends": [other.username for other in found.agreed],
        "asking": [other.username for other in found.asking],
        "asked": [other.username for other in found.asked],
    }


def person_named(name: str) -> User:
    """Somebody by name. Raises NotFound."""
    person = user_named(name.strip())
    if person is None:
        raise NotFound(_("There is nobody with that name."), field="name")
    return person


def reader_of(request: HttpRequest) -> talking.Reader:
    """The user or visitor who asks."""
    return request.user
