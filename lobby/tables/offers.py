"""Seats that are offered: somebody has vanished, and anybody who may sit there can go on."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.people.blocks import are_apart, blocked_with
from accounts.people.own_pages import tell_users
from accounts.people.rights import need_account
from games.changing import offering
from games.errors import NoSuchTable
from games.models import Seat, Table, Tenure
from games.models.agreed import SOUGHT
from games.rules.registry import GAMES
from games.storing.built import Built
from games.telling.selectors import friends_of, seats_offered, tables_visible_to
from lobby.models import Notice
from lobby.tables import selectors
from lobby.tables.changes import notify
from lobby.tables.conditions import check_wanted
from lobby.tables.errors import Apart, ForPeople
from lobby.tables.realtime import tell_lobby

MOST_OFFERED = 30
"""How many offered seats the lobby shows."""


_any_offered = Built(lambda: seats_offered().order_by().only("pk")[:1], ids=0)


def shown_to(reader: selectors.Reader, filters: selectors.Filters) -> list[Seat]:
    """The offered seats that the lobby shows a reader; mostly there are none to look through."""
    if not _any_offered():
        return []
    return list(offers_for(reader, filters)[:MOST_OFFERED])


def offers_for(reader: selectors.Reader, filters: selectors.Filters) -> QuerySet[Seat]:
    """The offered seats that match and that a reader may take over, the latest first.

    Those of private tables only where a friend sits there; a visitor sees those of public tables.
    """
    tables = Table.objects.filter(game__in=GAMES)
    tables = selectors.matching(tables, filters, SOUGHT.keys() - {"seats"})
    if count := filters.terms.get("seats"):  # at which so many have begun
        tables = tables.filter(seats__place=int(count) - 1).exclude(seats__place=int(count))
    seats = with_table(seats_offered().filter(table__in=tables.values("pk")))
    if not isinstance(reader, User):
        return seats.filter(table__private=False)
    there = Seat.objects.filter(table=OuterRef("table"))
    seats = seats.filter(
        Q(table__private=False) | Exists(there.filter(user__in=friends_of(reader)))
    )
    if reader.is_program:
        return seats.none()
    if reader.is_guest:
        seats = seats.filter(table__guests=True, table__private=False)
    apart = blocked_with(reader)
    others = Tenure.objects.filter(table=OuterRef("table"), user=reader)
    return (
        seats.exclude(
            Exists(there.filter(user=reader))
            | Exists(there.filter(user__in=apart))
            | Exists(others.exclude(place=OuterRef("place")))
        )
        .alias(host=Coalesce("table__host_id", 0))
        .exclude(host__in=apart)
    )


def with_table(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Seats with their users and tables, for cards."""
    beside = Prefetch("table__seats", Seat.objects.select_related("user"))
    found = seats.select_related("user", "table").prefetch_related(beside)
    return found.defer("table__position", "table__outcome")


def offer_at(reader: selectors.Reader, table_id: int, token: str = "") -> QuerySet[Seat]:
    """The offered seats of a table that a reader may look at, or has the private link of."""
    visible = tables_visible_to(reader).filter(pk=table_id).values("pk")
    linked = Table.objects.filter(pk=table_id, token=token).values("pk")
    there = Seat.objects.filter(table=OuterRef("table"), user__in=friends_of(reader))
    known = Q(table__in=visible) | Q(table__in=linked)
    friendly = Q(Exists(there)) if isinstance(reader, User) else Q()
    return with_table(seats_offered().filter(known | friendly, table=table_id))


@transaction.atomic
def take_over(
    *, table_id: int, place: int, user: User, token: str = "", now: datetime | None = None
) -> None:
    """Sit down where somebody has vanished; they are told.

    A private table takes its link or a friend who sits there; so does a guest where guests are
    not welcome. No program takes a seat over. Raises NoSuchTable, ForPeople, AccountNeeded,
    Unwanted, Apart, SeatGone.
    """
    if user.is_program:
        raise ForPeople
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        raise NoSuchTable
    seated = list(table.seats.exclude(user=None).values_list("user_id", flat=True))
    if token != table.token:
        if table.terms.private and not friends_of(user).filter(pk__in=seated).exists():
            raise NoSuchTable
        if not table.terms.guests:
            need_account(user)
        if not table.terms.private:
            check_wanted(table, user)
    if are_apart(user, [table.host_id, *seated]):
        raise Apart
    told = {"table_id": table_id, "place": place, "user_id": user.pk}
    before = offering.seat_take_over(**told, now=now)
    vanished = before.seats[place].user_id
    notify({vanished}, table, Notice.Kind.TAKEN, about=user)
    tell_lobby(table_id)
    tell_users([user.pk, *seated])
