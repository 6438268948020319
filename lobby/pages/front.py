"""The front page: a welcome for visitors, and the day of somebody signed in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.chat.unread import Counts, unread_by_table
from accounts.models import User
from accounts.people.here import who_is_here
from games.page.drawing import ENGINE
from lobby.lists.glance import glances_at
from lobby.lists.history import Reader
from lobby.lists.my_games import on_list_of
from lobby.lists.shelf import shelf_for
from lobby.tables import selectors

MOST_OPEN = 6
"""How many open tables the day shows; the lobby shows more."""

MOST_ENDED = 5
"""The number of tables that the front page shows under "Lately"."""

PARTS = {"day": "lobby/my_day.html", "open": "lobby/open_tables.html"}
"""What is fetched again, with `?part=`, when one's own tables or the lobby have changed."""


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this site is; for somebody signed in what waits for them, then what else there is."""
    if not isinstance(request.user, User):
        return render(request, "lobby/front.html", in_public(request.user))
    part = request.GET.get("part", "")
    facts: dict[str, Any] = {}
    if part not in PARTS:
        facts |= in_public(request.user)
    if part != "open":
        facts |= day_of(request.user)
    if part != "day":
        facts |= open_now(request.user)
    return render(request, PARTS.get(part, "lobby/day.html"), facts, using=ENGINE)


def in_public(reader: Reader) -> dict[str, Any]:
    """Return the games with a board of each, the tables that have ended last, and who is about."""
    shelf = shelf_for(reader, ended=MOST_ENDED)
    present = who_is_here(reader, timezone.now())
    return {"shelf": shelf.games, "ended": shelf.ended, "present": present}


def day_of(user: User) -> dict[str, Any]:
    """The tables that wait for a user, their invitations and notices."""
    mine, unread = on_list_of(user), unread_by_table(user)
    asked = [table for table, _seat in (*mine.waiting, *mine.away)]
    return {
        "mine": mine,
        "unread": unread,
        "talks": [table for table in mine.elsewhere() if table.pk in unread],
        "counted": Counts(len(mine.waiting), sum(unread.values())),  # the header need not ask
        "notices": selectors.notices_shown(user.pk),
        "glances": glances_at(asked, user),
    }


def open_now(user: User) -> dict[str, Any]:
    """The newest open tables."""
    filters = selectors.Filters()
    tables = selectors.open_tables_shown(user, filters, MOST_OPEN)
    return {"tables": tables, "more": False, "filters": filters, "filtered": False}
