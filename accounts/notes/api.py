"""The JSON API for private notes."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from msgspec import Struct
from ninja import Field, Router

from accounts.models.notes import LONGEST
from accounts.notes import keeping
from accounts.people.api import person_named
from accounts.people.selectors import user_of
from config.web.documents import respond
from config.web.signing_in import signed_in
from games.api import load_for
from games.documents import ACTING, READING, Body, Problem
from games.models import Table
from games.telling.schemas import schema_of

router = Router(tags=["people"])


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

    text: Annotated[str, Field(max_length=LONGEST)]


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
