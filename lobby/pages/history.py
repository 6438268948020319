"""The page of tables in play and finished, with a search."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.web.numbers import number_in
from lobby.lists.history import (
    HistoryPage,
    Wanted,
    close_to,
    head_to_head,
    page_of,
    tables_at_which,
    tables_found,
)
from lobby.pages.forms.history import HistoryForm
from lobby.terms.opening import games_in_lobby

MOST_FIRST = 6
"""How many tables of those who are close to the reader come first."""


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Tables in play and finished as the query string asks for, the newest first.

    `before` and `after` a table ask for another page. Those of people close to the reader stand
    first of all, where nobody else is asked for. What is asked for is found by no search engine.
    """
    form = HistoryForm(request.GET)
    wanted = form.wanted()
    before, after = number_in(request.GET, "before"), number_in(request.GET, "after")
    page, first = HistoryPage([]), []
    if wanted is not None:
        tables = tables_found(request.user, wanted)
        page = page_of(tables, before=before, after=after)
        if not wanted.people and (before, after) == (None, None):
            first = tables_at_which(tables, close_to(request.user), MOST_FIRST)
    people = form.people() if wanted is not None else []
    facts = {
        "form": form,
        "page": page,
        "first": first,
        "people": people,
        "records": head_to_head(request.user, *people) if len(people) == 2 else [],
        "filtered": wanted != Wanted(),
        "games": games_in_lobby(),
    }
    response = render(request, "lobby/history.html", facts)
    if request.GET:
        response["X-Robots-Tag"] = "noindex"
    return response
