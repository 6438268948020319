"""All reading of tables: who may see which, and what each viewer sees."""

from __future__ import annotations

import functools
from datetime import datetime
from typing import Any

import msgspec
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from games import turns
from games.models import LogEntry, Seat, Table
from games.rules.core.codec import decode_move, decode_position
from games.rules.core.interface import Position
from games.rules.core.play import advance
from games.showing import Showing, Told, told_by, told_from
from games.storage import Change, TableRow, run

User = AbstractBaseUser | AnonymousUser


def tables_visible_to(user: User) -> QuerySet[Table]:
    """The tables a user may look at: all public ones, and private ones they sit at or host.

    The one place where this is decided; every page, socket and API call goes through it.
    """
    if sees_everything(user):
        return Table.objects.all()
    if not user.is_authenticated:
        return Table.objects.filter(private=False)
    mine = Seat.objects.filter(user=user.pk).values("table_id")
    return Table.objects.filter(Q(private=False) | Q(host_id=user.pk) | Q(pk__in=mine))


def sees_everything(user: User) -> bool:
    """Whether a user may look at all tables: staff with the right to, as moderators are.

    Nobody else is looked up, as that takes two statements.
    """
    return user.is_staff and user.has_perm("games.view_table")  # type: ignore[union-attr]


def table_for(user: User, table_id: int) -> Table:
    """A table that this user may look at. Raises Http404."""
    return get_object_or_404(tables_visible_to(user), pk=table_id)


def may_watch(row: TableRow, user: User) -> bool:
    """The same as `table_for`, for a table that is loaded already."""
    if not row.private:
        return True
    if user.pk is not None and (row.host_id == user.pk or row.place_of(user.pk) is not None):
        return True
    return sees_everything(user)


def is_deciding(table_id: int, place: int) -> bool:
    """Whether a seat has been asked, by a table that goes on, and its user is to answer."""
    return Seat.objects.filter(
        table_id=table_id,
        place=place,
        deciding=True,
        bot="",
        table__status=Table.Status.PLAYING,
        table__frozen_at__isnull=True,
    ).exists()


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
    seats = Seat.objects.filter(user=user.pk, absent_since__isnull=False).exclude(bot="")
    seats = seats.filter(table__status=Table.Status.PLAYING).select_related("table")
    return seats.order_by("-absent_since", "table_id")


WAITING = """
    select count(*) from games_seat s join games_table t on t.id = s.table_id
    where s.user_id = %s and s.deciding and s.bot = '' and t.status = 'playing'
        and t.frozen_at is null
"""


def waiting_count(user: User) -> int:
    """How many `tables_waiting_for` a user there are, for every page's header."""
    ((count,),) = run(WAITING, [user.pk])
    return int(count)


def decisions_expired(now: datetime) -> list[tuple[int, int, datetime]]:
    """Table, place and deadline of every seat whose time is over, the oldest first."""
    seats = Seat.objects.filter(deadline__lte=now, table__status=Table.Status.PLAYING)
    rows = seats.order_by("deadline").values_list("table_id", "place", "deadline")
    return [(table, place, deadline) for table, place, deadline in rows if deadline is not None]


def tables_with_waiting_bots(before: datetime) -> list[int]:
    """The tables at which a bot has had its question since before this time."""
    seats = Seat.objects.filter(deciding=True, table__status=Table.Status.PLAYING).exclude(bot="")
    seats = seats.filter(table__frozen_at__isnull=True, table__moved_at__lt=before)
    return list(seats.values_list("table_id", flat=True).distinct())


def has_bots_only(table_id: int) -> bool:
    """Whether a bot plays for every seat: nobody is to be waited for."""
    return not Seat.objects.filter(table_id=table_id, bot="").exists()


LOG = """
    select number, kind, place, "by", undone, at, events::text from games_logentry
    where table_id = %s and number > %s and number <= %s order by number
"""


def log_between(table_id: int, since: int, number: int) -> list[Told]:
    """The log after entry `since` up to entry `number`; who is there already costs nothing."""
    if since >= number:
        return []
    return [told_from(record) for record in run(LOG, [table_id, since, number])]


def position_of(row: TableRow) -> Position[Any] | None:
    """The stored position; None before the start. Raises UnreadablePosition."""
    if row.position is None:
        return None
    return decode_position(row.rules, row.position)[0]


def table_update(row: TableRow, user_id: int | None, since: int = 0) -> dict[str, Any]:
    """What one viewer may know of a table now, as plain JSON values: see `Showing.update`."""
    return showing_of(row, since).update(user_id, since)


def showing_of(
    row: TableRow, since: int, known: turns.Known | None = None, seconds: float | None = None
) -> Showing:
    """A table ready to be shown, with the log after entry `since` up to the row's own."""
    entries = log_between(row.id, since, row.number)
    return Showing(row, entries, functools.partial(undone_before, row.id), known, seconds)


def showing_after(row: TableRow, change: Change) -> Showing:
    """A table as it is after a change that was stored just now, with what that has added."""
    return Showing(row, told_by(change), functools.partial(undone_before, row.id))


def undone_before(table_id: int, since: int) -> list[int]:
    """The numbers of entries up to `since` that have been taken back after it, or before."""
    undone = LogEntry.objects.filter(table_id=table_id, number__lte=since, undone=True)
    return list(undone.order_by("number").values_list("number", flat=True))


SINCE_SNAPSHOT = """
    select kind, place, move::text, snapshot::text from games_logentry
    where table_id = %(table)s and number <= %(number)s and not undone and number >= (
        select max(number) from games_logentry where table_id = %(table)s
            and number <= %(number)s and not undone and snapshot is not null)
    order by number
"""


def position_at(row: TableRow, number: int) -> Position[Any] | None:
    """The position after entry `number`, from the nearest snapshot before it.

    None where it cannot be rebuilt: the log does not reach back, or the rules of then are gone.
    Moves that were taken back later are left out.
    """
    records = run(SINCE_SNAPSHOT, {"table": row.id, "number": number})
    if not records:
        return None
    (*_, snapshot), *rest = records
    position, header = decode_position(row.rules, snapshot)
    if header.version != row.rules.version:
        return position if not rest else None
    for kind, place, played, _snapshot in rest:
        if kind == "move":
            move = decode_move(row.rules, msgspec.json.decode(played))
            position = advance(row.rules, position, place, move).position
    return position
