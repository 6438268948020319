"""The page of a table that has not begun: who sits there, what it agrees on, the game, the chat."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.chat.views import chat_facts
from accounts.models import User
from accounts.people.selectors import user_of
from games.models import Table
from games.page.drawing import has_guide
from games.rules.registry import GAMES
from lobby.pages.forms.colour import ColourForm
from lobby.tables import offers, selectors
from lobby.tables.colours import colours_offered
from lobby.tables.conditions import why_unwanted
from lobby.tables.terms import differences
from lobby.templatetags.tables import seat_of
from lobby.terms.opening import stamp_of
from lobby.terms.sentences import sentences_of

MOST_NAMED = 40
"""The number of companions that are offered before anything is typed."""


def room(request: HttpRequest, table: Table, token: str = "") -> HttpResponse:
    """Show the page of an open table, or its changing part; a redirect once it has begun.

    A reader with the link or an invitation to a private table that has begun without them is told
    so, and nothing else.
    """
    late = has_begun(table) and not selectors.is_visible(request.user, table.pk)
    if has_begun(table) and not late:
        target = table.get_absolute_url()
        elsewhere = HttpResponse(headers={"Elsewhere": target})  # the page goes there itself
        return elsewhere if part_wanted(request) else redirect(target)
    invitations = list(selectors.invitations_to(table.pk))
    invited = any(invitation.user_id == request.user.pk for invitation in invitations)
    has_link = bool(token) and (
        token == table.token or selectors.letter_with(token).filter(table=table).exists()
    )
    seated = seat_of(table, request.user) is not None
    welcome = table.terms.guests and not table.terms.private
    hosting = table.host_id is not None and table.host_id == request.user.pk
    comes_freely = not (invited or has_link or seated)
    is_user = isinstance(request.user, User)
    unwanted = why_unwanted(table, user_of(request)) if comes_freely and is_user else ""
    consents = list(selectors.consents_to(table)) if seated else []
    owed = next((one for one in consents if one.user_id == request.user.pk), None)
    facts: dict[str, Any] = {
        "table": table,
        "agreed": sentences_of(table),
        "late": late,
        "offers": offers.offer_at(request.user, table.pk, token) if late else (),
        "token": token,
        "here": reverse("private_link", args=[token]) if token else room_of(table),
        "seated": seated,
        "hosting": hosting,
        "invitations": invitations,
        "letters": selectors.letters_to(table) if hosting else (),
        "companions": selectors.companions_of(user_of(request))[:MOST_NAMED] if hosting else (),
        "invited": invited,
        "has_link": has_link,
        "may_join": invited
        or has_link
        or (not unwanted and (welcome or not (table.terms.private or is_guest(request)))),
        "unwanted": unwanted,
        "guests_welcome": has_link or welcome,
        "stamp": stamp_of(table),
        "changes": differences(table, owed.before) if owed else (),
        "consents": consents,
        "owed": owed,
        "link": request.build_absolute_uri(reverse("private_link", args=[table.token])),
        "enough": table.seats.count() >= table.seats_min,
        "colours": colours_asked(request, table),
    }
    if part_wanted(request):
        return render(request, "lobby/_room.html", facts)
    return render(request, "lobby/room.html", facts | around(request, table, seated=seated))


def around(request: HttpRequest, table: Table, *, seated: bool) -> dict[str, Any]:
    """Return the values for the rest of the page: the game, and the chat if the reader may see it.

    To whoever has no seat an empty chat is not shown.
    """
    is_open = not table.terms.private and not table.terms.players_chat
    chat = chat_facts(table, request.user) if seated or is_open else {}
    return {
        **chat,
        "rules": GAMES.get(table.game),
        "has_rules": has_guide(table.game),
        "shows_chat": seated or bool(chat.get("said")),
    }


def colours_asked(request: HttpRequest, table: Table) -> ColourForm | None:
    """Return the form that asks for a colour, where players choose one and still can."""
    can_choose = table.status == Table.Status.OPEN and colours_offered(table.game)
    return ColourForm(table, request.user) if can_choose else None


def is_guest(request: HttpRequest) -> bool:
    """Return True if the reader plays as a guest."""
    return isinstance(request.user, User) and request.user.is_guest


def has_begun(table: Table) -> bool:
    """Return True for a table that was ever in play: closing an open one is its only log entry."""
    return table.status in (Table.Status.PLAYING, Table.Status.FINISHED) or table.number > 1


def part_wanted(request: HttpRequest) -> bool:
    """Return True if only the changing part of the page is asked for."""
    return request.GET.get("part") == "room"


def room_of(table: Table) -> str:
    """The page of an open table."""
    return reverse("waiting_room", args=[table.pk])
