"""Checking the conditions of a table; whoever is invited or has its link is let in anyway."""

from __future__ import annotations

from django.db.models import Exists, F, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, NullIf, Round
from django.utils.translation import gettext

from accounts.models import User
from games.judging.rating import START, shown
from games.models import Rating, Seat, Table
from games.telling.reliability import reliability_of
from lobby.tables.errors import Unwanted

BEYOND = 2**31 - 1
"""More points than anybody has."""


def check_wanted(table: Table, user: User) -> None:
    """Raise Unwanted, with the reason in words, for somebody whom a table does not ask for."""
    if reason := why_unwanted(table, user):
        raise Unwanted(reason)


def why_unwanted(table: Table, user: User) -> str:
    """Return what somebody lacks to join a table; empty if nothing."""
    return _other_rating(table, user) or _too_many_time_outs(table, user)


def _other_rating(table: Table, user: User) -> str:
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


def _too_many_time_outs(table: Table, user: User) -> str:
    most = table.terms.time_outs
    if not most or (count := time_outs_of(user)) <= int(most):
        return ""
    text = gettext(
        "This table is for people of whose questions at most {most} in a hundred ran out of time. "
        "Of yours it was {count}."
    )
    return text.format(most=most, count=count)


def time_outs_of(user: User) -> int:
    """Return somebody's time-outs in a hundred questions; none while too little is known."""
    known = reliability_of(user.pk)
    return known.per_hundred if known.is_known else 0


def joinable(tables: QuerySet[Table], user: User) -> QuerySet[Table]:
    """Return the open tables at which a user has no seat yet and may take one."""
    theirs = Rating.objects.filter(user=user, game=OuterRef("game")).values("mu")[:1]
    low, high, most = (
        Cast(NullIf(F(name), Value("")), IntegerField())
        for name in ("rating_from", "rating_to", "time_outs")
    )
    found = tables.alias(
        points=Round(Coalesce(Subquery(theirs), START)),
        low=Coalesce(low, 0),
        high=Coalesce(high, BEYOND),
        most=Coalesce(most, 100),
    ).filter(points__gte=F("low"), points__lte=F("high"), most__gte=time_outs_of(user))
    if user.is_guest:
        found = found.filter(guests=True)
    return found.exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), user=user)))
