"""Pages of a host: inviting, taking back, removing, changing the terms; and playing again."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.people.selectors import user_of
from config.web.documents import respond
from config.web.numbers import number_in
from config.web.refusal import Refused, answer, send_back
from games.models import Table
from games.telling.selectors import table_for
from lobby.pages.forms.table import TermsForm
from lobby.pages.views import added_in, address_of, table_action
from lobby.pages.waiting_room import room_of
from lobby.tables import inviting, rematch, selectors, services, terms
from lobby.terms.opening import games_in_lobby


@require_POST
@login_required
def invite(request: HttpRequest, table_id: int) -> HttpResponse:
    """Invite somebody by name, or whoever reads an address."""
    said = request.POST.get("name", "").strip()[:254]
    if "@" in said:
        return table_action(request, table_id, inviting.letter_send, address=said)
    return table_action(request, table_id, services.invitation_send, name=said)


@require_POST
@login_required
def withdraw(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take back an invitation, or a letter."""
    if letter := number_in(request.POST, "letter"):
        return table_action(request, table_id, inviting.letter_withdraw, letter_id=letter)
    invitation = number_in(request.POST, "invitation") or 0
    return table_action(request, table_id, inviting.invitation_withdraw, invitation_id=invitation)


@login_required
def seat_remove(request: HttpRequest, table_id: int, seat_id: int) -> HttpResponse:
    """Ask whether to take somebody off the table; POST does it."""
    if request.method == "POST":
        return table_action(request, table_id, inviting.seat_remove, seat_id=seat_id)
    table = selectors.open_table_hosted_by(user_of(request), table_id)
    seat = get_object_or_404(table.seats.exclude(user=table.host_id), pk=seat_id)
    return render(request, "lobby/remove.html", {"table": table, "seat": seat})


@login_required
def table_change(request: HttpRequest, table_id: int) -> HttpResponse:
    """The form for changing the terms of an open table."""
    user = user_of(request)
    table = selectors.open_table_hosted_by(user, table_id)
    if table.game not in games_in_lobby():
        return redirect(room_of(table))
    form = TermsForm(table, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            terms.terms_change(table_id=table.pk, user=user, terms=form.terms())
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect(address_of(table))
    facts = {
        "form": form,
        "table": table,
        "rules": table.rules,
        "others": table.seats.exclude(user=None).exclude(user=user).exists(),
    }
    status = 422 if form.is_bound else 200
    return render(request, "lobby/change.html", facts, status=status)


@require_POST
@login_required
def terms_agree(request: HttpRequest, table_id: int) -> HttpResponse:
    """Agree to changed terms."""
    return table_action(request, table_id, terms.terms_agree, seen=request.POST.get("seen", ""))


@login_required
@never_cache
def again(request: HttpRequest, table_id: int) -> HttpResponse:
    """Ask whether to play a finished table again, or to join those who do; POST does it."""
    user = user_of(request)
    before = table_for(user, table_id)
    if request.method == "POST":
        try:
            added = added_in(request)
            table = rematch.table_again(table_id=before.pk, user=user, added=added)
            return redirect(address_of(table))
        except Refused as refused:
            return send_back(request, refused, before)
    if before.status != Table.Status.FINISHED or not before.seats.filter(user=user).exists():
        return redirect(before)
    there = selectors.rematch_of(before)
    if there is not None and there.seats.filter(user=user).exists():
        return redirect(address_of(there))
    before.options = rematch.options_again(before)  # to be shown
    seats = list(before.seats.select_related("user"))
    facts = {
        "table": before,
        "there": there,
        "turned": [*seats[1:], *seats[:1]],
        "others": any(seat.user_id not in (None, user.pk) for seat in seats),
    }
    return render(request, "lobby/again.html", facts)


@require_safe
@never_cache
def people_named(request: HttpRequest) -> HttpResponse:
    """Names that begin like `q`, as JSON, for completion; companions first."""
    user = request.user
    if not user.is_authenticated or user_of(request).is_guest:
        return respond({"names": []}, 403)
    text = request.GET.get("q", "").strip()[:24]
    try:
        return respond({"names": selectors.names_like(user_of(request), text)})
    except Refused as refused:
        return answer(refused)
