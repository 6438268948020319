"""All reading of tables: who may see which, and what each viewer sees."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from games.models import Seat, Table
from games.storing.rows import TableRow

User = AbstractBaseUser | AnonymousUser


def tables_visible_to(user: User) -> QuerySet[Table]:
    """The tables a user may look at: all public ones, and private ones they sit at or host.

    A private table may be open to the friends of those who sit there, if its host allows that.

    The one place where this is decided; every page, socket and API call goes through it.
    """
    if sees_everything(user):
        return Table.objects.all()
    if not user.is_authenticated:
        return Table.objects.filter(private=False)
    mine = Seat.objects.filter(table=OuterRef("pk"), user=user.pk)  # not a list: any length
    theirs = Seat.objects.filter(table=OuterRef("pk"), user__in=friends_of(user))
    watched = Q(Q(friends_watch=True) & Exists(theirs))
    return Table.objects.filter(Q(private=False) | Q(host_id=user.pk) | Exists(mine) | watched)


def friends_of(user: User) -> QuerySet[Any]:
    """The ids of a user's friends: each counts the other as one."""
    people = get_user_model()._default_manager.filter(friendships=user.pk)
    return people.filter(befriended_by=user.pk).values("pk")


def sees_everything(user: User) -> bool:
    """Whether a user may look at all tables: staff with the permission, such as moderators.

    Permissions are looked up for staff only, as that takes two queries.
    """
    return user.is_staff and user.has_perm("games.view_table")  # type: ignore[union-attr]


def table_for(user: User, table_id: int) -> Table:
    """A table that this user may look at. Raises Http404."""
    return get_object_or_404(tables_visible_to(user), pk=table_id)


def may_watch(row: TableRow, user: User) -> bool:
    """The same decision as `tables_visible_to`, for a table that is already loaded."""
    if not row.private:
        return True
    if user.pk is not None and (row.host_id == user.pk or row.place_of(user.pk) is not None):
        return True
    if row.friends_watch and user.pk is not None and has_friend_at(row, user):
        return True
    return sees_everything(user)


def has_friend_at(row: TableRow, user: User) -> bool:
    """Whether a friend of a user sits at a table."""
    seated = [seat.user_id for seat in row.seats if seat.user_id is not None]
    return bool(seated) and friends_of(user).filter(pk__in=seated).exists()


def tables_waiting_for(user: User) -> QuerySet[Seat]:
    """The seats of a user that must decide, the longest waiting first, with their tables."""
    return (
        Seat.objects.filter(
            user=user.pk,
            deciding=True,
            bot="",
            table__status=Table.Status.PLAYING,
            table__frozen_at__isnull=True,
        )
        .select_related("table")
        .order_by("since", "table_id")
    )


def absent_seats(user: User) -> QuerySet[Seat]:
    """The seats of a user for which a bot plays on until they return, the latest first."""
    seats = Seat.objects.filter(user=user.pk, goes_on=True, absent_since__isnull=False)
    seats = seats.exclude(bot="")
    seats = seats.filter(table__status=Table.Status.PLAYING).select_related("table")
    return seats.order_by("-absent_since", "table_id")


def seats_offered() -> QuerySet[Seat]:
    """The seats that somebody else may take over, the latest first: see `judging.offering`."""
    absent = Seat.objects.filter(absent_since__isnull=False, goes_on=True)
    seats = absent.filter(user__isnull=False).exclude(bot="")
    tables = Q(table__status=Table.Status.PLAYING, table__frozen_at__isnull=True)
    offered = seats.filter(tables, table__at_timeout=Table.AtTimeout.OFFER)
    return offered.order_by("-absent_since", "table_id", "place")


def decisions_expired(now: datetime) -> list[tuple[int, int, datetime]]:
    """Table, place and deadline of every seat that has run out of time, the oldest first."""
    seats = Seat.objects.filter(deadline__lte=now, table__status=Table.Status.PLAYING)
    rows = seats.order_by("deadline").values_list("table_id", "place", "deadline")
    return [(table, place, deadline) for table, place, deadline in rows if deadline is not None]


def tables_with_waiting_bots(before: datetime) -> list[int]:
    """The tables at which a bot has been asked since before this time."""
    seats = Seat.objects.filter(deciding=True, table__status=Table.Status.PLAYING).exclude(bot="")
    seats = seats.filter(table__frozen_at__isnull=True, table__moved_at__lt=before)
    return list(seats.values_list("table_id", flat=True).distinct())


def host_of(table_id: int) -> int | None:
    """The id of a table's host; None if they have left the site, or there is no such table."""
    return Table.objects.filter(pk=table_id).values_list("host_id", flat=True).first()


def has_bots_only(table_id: int) -> bool:
    """Whether a bot plays for every seat, so that no person is waiting."""
    return not Seat.objects.filter(table_id=table_id, bot="").exists()
