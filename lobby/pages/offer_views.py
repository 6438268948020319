"""The page of an offered seat: the position to look at, who plays, how long a move may take."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import User
from config.web.refusal import Refused, send_back
from lobby.tables import offers, selectors

LONGEST_TOKEN = 64


def take_over(request: HttpRequest, table_id: int, place: int) -> HttpResponse:
    """Look at an offered seat, and take it over."""
    token = (request.POST or request.GET).get("token", "").replace("\x00", "")[:LONGEST_TOKEN]
    here = reverse("seat_take_over", args=[table_id, place])
    here += f"?{urlencode({'token': token})}" if token else ""
    if request.method == "POST":
        if not isinstance(request.user, User):
            return redirect_to_login(here)
        try:
            offers.take_over(table_id=table_id, place=place, user=request.user, token=token)
        except Refused as refused:
            return send_back(request, refused, here)
        return redirect("table", table_id)
    seat = offers.offer_at(request.user, table_id, token).filter(place=place).first()
    if seat is None:
        if selectors.is_visible(request.user, table_id):
            return redirect("table", table_id)
        raise Http404
    facts = {
        "seat": seat,
        "table": seat.table,
        "token": token,
        "here": here,
        "visible": selectors.is_visible(request.user, table_id),
    }
    return render(request, "lobby/offered.html", facts)
