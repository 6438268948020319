"""Writing private notes, and reading one's own."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.models.notes import LONGEST, Note
from config.web.buckets import notes as limit
from config.web.refusal import Refused, counted
from games.models import Seat, Table


class TooLong(Refused):
    """The note has too many characters."""

    code, status = "text", 422
    text = counted(_("A note has at most {most} characters."), most=LONGEST)


class AboutOneself(Refused):
    """A note is about somebody else."""

    code, status, text = "yourself", 422, _("A note is about somebody else.")


class PersonNote(NamedTuple):
    """Somebody at a table, and what the reader has noted about them."""

    person: User
    text: str


class TableNotes(NamedTuple):
    """What a user has noted about a table, and about the others at it."""

    text: str
    people: list[PersonNote]


def note_about_table(*, user: User, table: Table, text: str, before: str | None = None) -> str:
    """Keep a note about a table, or delete it if it is empty. See `keep`.

    Raises TooLong, TooMany.
    """
    return keep(user, text, before, table=table)


def note_about_person(*, user: User, about: User, text: str, before: str | None = None) -> str:
    """Keep a note about another user. See `keep`. Raises AboutOneself, TooLong, TooMany."""
    if user.pk == about.pk:
        raise AboutOneself
    return keep(user, text, before, about=about)


@transaction.atomic
def keep(user: User, text: str, before: str | None, **about: Any) -> str:
    """Store the only note of a user about something, and return it as it is stored.

    `before` has the lines that the writer has seen. What has been added to the note meanwhile, in
    another window, stays; without `before` the text replaces whatever there is.
    """
    limit.admit(user.pk)
    text = clean(text)
    if before is not None:
        stored = Note.objects.select_for_update().filter(user=user, **about).first()
        text = joined(text, clean(before), stored.text if stored else "")
    if len(text) > LONGEST:
        raise TooLong(field="text")
    if text:
        Note.objects.update_or_create(user=user, **about, defaults={"text": text})
    else:
        Note.objects.filter(user=user, **about).delete()
    return text


def joined(text: str, before: str, stored: str) -> str:
    """A text, with those lines of what is stored that its writer has not seen."""
    known = {*before.split("\n"), *text.split("\n")}
    added = [line for line in stored.split("\n") if line not in known]
    return "\n".join([text, *added] if text else added)


def clean(text: str) -> str:
    """The text without control characters other than line breaks."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = ("".join(c if c.isprintable() else " " for c in line).rstrip() for line in lines)
    return "\n".join(kept).strip()


def notes_at(table: Table, user: User) -> TableNotes:
    """A user's notes about a table and about the others at it, in the order of seats."""
    seats = Seat.objects.filter(table=table, user__isnull=False).exclude(user=user)
    people = [seat.user for seat in seats.select_related("user").order_by("place") if seat.user]
    notes = Note.objects.filter(user=user)
    mine = notes.filter(about__in=people) | notes.filter(table=table)
    texts = {(note.table_id, note.about_id): note.text for note in mine}
    return TableNotes(
        texts.get((table.pk, None), ""),
        [PersonNote(person, texts.get((None, person.pk), "")) for person in people],
    )


def note_on(person: User, user: User) -> str:
    """What a user has noted about somebody; empty if nothing."""
    note = Note.objects.filter(user=user, about=person).values_list("text", flat=True).first()
    return note or ""
