"""Whom a host asks for by the terms of a table. Who is invited or has its link is let in anyway."""

from __future__ import annotations

from django.db.models import Exists, F, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, NullIf, Round
from django.utils.translation import gettext

from accounts.models import User
from games.judging.rating import START, shown
from games.models import Rating, Seat, Table
from lobby.tables.errors import Unwanted

BEYOND = 2**31 - 1
"""More points than anybody has."""


def check_wanted(table: Table, user: User) -> None:
    """Raise Unwanted, with the reason in words, for somebody whom a table does not ask for."""
    if reason := why_unwanted(table, user):
        raise Unwanted(reason)


def why_unwanted(table: Table, user: User) -> str:
    """Return what somebody lacks to join a table; empty if nothing."""
    low, high = table.terms.rating_from, table.terms.rating_to
    if not low and not high:
        return ""
    known = Rating.objects.filter(user=user, game=table.game).values_list("mu", "sigma").first()
    points = shown(*known).points if known else round(START)
    if low and points < int(low):
        text = gettext("This table is for ratings of {bound} and more. Yours is {points}.")
        return text.format(bound=low, points=points)
    if high and points > int(high):
        text = gettext("This table is for ratings of {bound} at most. Yours is {points}.")
        return text.format(bound=high, points=points)
    return ""


def joinable(tables: QuerySet[Table], user: User) -> QuerySet[Table]:
    """Those of some open tables at which a user has no seat yet and may take one."""
    theirs = Rating.objects.filter(user=user, game=OuterRef("game")).values("mu")[:1]
    low, high = (
        Cast(NullIf(F(name), Value("")), IntegerField()) for name in ("rating_from", "rating_to")
    )
    found = tables.alias(
        points=Round(Coalesce(Subquery(theirs), START)),
        low=Coalesce(low, 0),
        high=Coalesce(high, BEYOND),
    ).filter(points__gte=F("low"), points__lte=F("high"))
    if user.is_guest:
        found = found.filter(guests=True)
    return found.exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), user=user)))
