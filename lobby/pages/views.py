"""Pages of the lobby: open tables, one's own tables."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from markupsafe import Markup

from accounts.chat.unread import Counts, unread_by_table
from accounts.models import User
from accounts.people.selectors import user_of
from accounts.signing_in.guests.views import be_guest
from config.web.documents import respond
from config.web.existing import existing
from config.web.numbers import number_in, number_of
from config.web.refusal import Malformed, Refused, refusals_said, send_back
from games.models import Table
from games.page import drawing
from games.page.drawing import ENGINE
from games.page.saying import language
from lobby.lists.glance import glances_at
from lobby.lists.my_games import on_list_of
from lobby.lists.shelf import shelf_for
from lobby.pages.forms.filters import FilterForm
from lobby.pages.forms.table import OpenForm
from lobby.pages.waiting_room import room, room_of
from lobby.tables import offers, selectors, services
from lobby.tables.colours import colour_choose
from lobby.tables.errors import TableNotOpen
from lobby.tables.rematch import terms_remembered
from lobby.tables.shares import Added, pledge_make
from lobby.terms.opening import games_in_lobby

MOST_SHOWN = 60
"""How many open tables the list shows; the filter finds others."""


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The open tables and offered seats, filtered by the query string.

    With `?part=list` only the list.
    """
    part = request.GET.get("part") == "list"
    form = FilterForm(request.GET) if request.GET else None
    filters = form.filters() if form else selectors.Filters()
    tables, offered = [], []
    if filters.show != "offered":
        tables = selectors.open_tables_shown(request.user, filters, MOST_SHOWN + 1)
    if filters.show not in {"open", "joinable"}:
        offered = offers.shown_to(request.user, filters)
    facts: dict[str, Any] = {
        "filters": filters,
        "filtered": form and any(request.GET[name] for name in request.GET if name in form.fields),
        "tables": tables[:MOST_SHOWN],
        "more": len(tables) > MOST_SHOWN,
        "offers": offered,
    }
    if not part:
        facts["fields"] = fields_of(form) if form else unfiltered(language(), *games_in_lobby())
        facts["shelf"] = shelf_for(request.user).games
    return render(request, "lobby/list.html" if part else "lobby/lobby.html", facts, using=ENGINE)


def fields_of(form: FilterForm) -> Markup:
    """Draw the fields of a filter."""
    return drawing.render("lobby/fields.html", {"form": form, "filters": form.filters()})


@functools.lru_cache(maxsize=10)
def unfiltered(_language: str, *_games: str) -> Markup:
    """Draw the fields for whoever has not filtered yet: all in the language, which is active."""
    return fields_of(FilterForm(QueryDict()))


@login_required
def table_open(request: HttpRequest, game: str) -> HttpResponse:
    """The form for opening a table of one game, as the host's last one was; `usual` as most are."""
    rules = existing(games_in_lobby().get(game))
    if user_of(request).is_guest:
        return redirect("become")
    like = None if "usual" in request.GET else terms_remembered(user_of(request), game)
    form = OpenForm(rules, request.POST or None, user_of(request), like)
    if request.method == "POST" and form.is_valid():
        try:
            table = services.table_open(
                host=user_of(request),
                terms=form.terms(),
                colour=form.cleaned_data.get("colour", ""),
                added=added_in(request),
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect(address_of(table))
    status = 422 if form.is_bound else 200
    return render(request, "lobby/open.html", {"form": form, "rules": rules}, status=status)


def added_in(request: HttpRequest) -> Added:
    """What a form that opens a table adds to its seed; nothing where no script ran."""
    return Added(request.POST.get("share", ""), request.POST.get("pledge", ""))


@require_safe
@never_cache
def pledge(_request: HttpRequest) -> HttpResponse:
    """What binds the server to the secret of a table that the reader is about to open."""
    return respond(pledge_make())


@require_POST
def play_bots(request: HttpRequest) -> HttpResponse:
    """Begin a table against bots; a visitor does so as a guest."""
    bots = number_of(request.POST.get("bots") or "0")
    try:
        if bots is None:
            raise Malformed(field="bots")
        if not isinstance(request.user, User):
            be_guest(request)
        table = services.table_against_bots(
            host=user_of(request),
            game=request.POST.get("game", ""),
            bots=bots,
            bot=request.POST.get("bot", ""),
            hints="hints" in request.POST or "bots" not in request.POST,  # a button asks nothing
            colour=request.POST.get("colour", ""),
            added=added_in(request),
        )
    except Refused as refused:
        return send_back(request, refused, "lobby")
    return redirect(table)


@require_safe
def waiting_room(request: HttpRequest, table_id: int) -> HttpResponse:
    """The page of an open table: its seats, its invitations, and what the reader can do."""
    return room(request, selectors.open_table_for(request.user, table_id))


def private_link(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an open table by its private link, which lets the reader sit down."""
    table = selectors.table_by_token(token)
    if request.method != "POST":
        return room(request, table, token)
    link = reverse("private_link", args=[token])
    try:
        if not request.user.is_authenticated:
            if "guest" not in request.POST:
                return redirect_to_login(link)
            be_guest(request)
        services.seat_take(
            table_id=table.pk, user=user_of(request), token=token, **seat_wished(request)
        )
    except Refused as refused:
        return send_back(request, refused, link)
    return redirect(address_of(table))


def address_of(table: Table) -> str:
    """The address of a table: its waiting room while it is open, else the board."""
    table.refresh_from_db(fields=["status"])
    return room_of(table) if table.status == Table.Status.OPEN else table.get_absolute_url()


def act(request: HttpRequest, work: Callable[[], object]) -> HttpResponse | None:
    """Do something for a signed-in user; None if it was done, else a redirect."""
    if not isinstance(request.user, User):
        query = urlencode({"next": request.POST.get("here", "/")})
        return redirect(f"{reverse('account_login')}?{query}")
    try:
        work()
    except Refused as refused:
        return send_back(request, refused, "lobby")
    return None


def table_action(
    request: HttpRequest, table_id: int, service: Callable[..., Any], **told: Any
) -> HttpResponse:
    """Do something at an open table, then show the table again, or the lobby if it is closed.

    Whoever may not know of the table is told what is said of one that is gone.
    """
    try:
        selectors.open_table_for(request.user, table_id)
    except Http404:
        return send_back(request, TableNotOpen(), "lobby")
    with refusals_said(request):
        service(table_id=table_id, user=user_of(request), **told)
    try:
        table = selectors.open_table_for(request.user, table_id)
    except Http404:
        return redirect("lobby")
    if table.status == Table.Status.CLOSED:
        return redirect("lobby")
    return redirect(
        address_of(table) if selectors.is_visible(request.user, table.pk) else room_of(table)
    )


def seat_wished(request: HttpRequest) -> dict[str, str]:
    """Return the values of the form for sitting down: the terms seen, a colour and a share."""
    return {name: request.POST.get(name, "") for name in ("seen", "colour", "share")}


@require_POST
def seat_take(request: HttpRequest, table_id: int) -> HttpResponse:
    """Sit down; a visitor may do so as a guest where guests are welcome."""
    if not request.user.is_authenticated:
        table = selectors.open_table_for(request.user, table_id)
        if "guest" not in request.POST or not table.terms.guests:
            return redirect_to_login(room_of(table))
        try:
            be_guest(request)
        except Refused as refused:
            return send_back(request, refused, room_of(table))
    return table_action(request, table_id, services.seat_take, **seat_wished(request))


@require_POST
@login_required
def seat_colour(request: HttpRequest, table_id: int) -> HttpResponse:
    """Choose another colour for one's seat."""
    colour = request.POST.get("colour", "")
    return table_action(request, table_id, colour_choose, colour=colour)


@require_POST
@login_required
def seat_leave(request: HttpRequest, table_id: int) -> HttpResponse:
    """Stand up."""
    return table_action(request, table_id, services.seat_leave)


@require_POST
@login_required
def table_start(request: HttpRequest, table_id: int) -> HttpResponse:
    """Begin with those who have a seat."""
    return table_action(request, table_id, services.table_start)


@require_POST
@login_required
def table_close(request: HttpRequest, table_id: int) -> HttpResponse:
    """Close the open table."""
    return table_action(request, table_id, services.table_close)


@require_POST
@login_required
def decline(request: HttpRequest, table_id: int) -> HttpResponse:
    """Decline an invitation."""
    refused = act(
        request, lambda: services.invitation_decline(table_id=table_id, user=user_of(request))
    )
    return refused or redirect("my_games")


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """The reader's own tables: first those that wait, then the others, then those that are over.

    `before` and `after` a table ask for another page of those that are over.
    """
    user = user_of(request)
    before, after = number_in(request.GET, "before"), number_in(request.GET, "after")
    mine = on_list_of(user, before=before, after=after)
    unread = unread_by_table(user)
    facts = {
        "mine": mine,
        "unread": unread,
        "counted": Counts(len(mine.waiting), sum(unread.values())),  # the header need not ask
        "notices": selectors.notices_shown(user.pk),
        "glances": glances_at(mine.in_play(), user),
    }
    part = request.GET.get("part") == "list"
    return render(
        request, "lobby/my_list.html" if part else "lobby/my_games.html", facts, using=ENGINE
    )


@require_safe
@login_required
def next_table(request: HttpRequest) -> HttpResponse:
    """Redirect to the next table that waits, in the user's order; `after` skips a table."""
    found = selectors.next_table(user_of(request), number_in(request.GET, "after"))
    if found is None:
        messages.info(request, _("No other table is waiting for you."))
        return redirect("my_games")
    return redirect("table", found)


@require_POST
@login_required
def notice_dismiss(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Delete a notice."""
    services.notice_dismiss(notice_id=notice_id, user=user_of(request))
    return redirect("my_games")
