"""Tables in play and finished, found by game, people, options, status and day, page by page.

The newest tables come first. A page starts beside a given table, so it is read from an index
however many there are, and shows the same when others begin meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.people.selectors import tables_left
from games.models import BIGGEST, Seat, Table
from games.telling.selectors import friends_of, tables_visible_to
from lobby.lists.cards import Card, cards_of
from lobby.tables.selectors import sat_at_by

Reader = User | AnonymousUser

BEGUN = (Table.Status.PLAYING, Table.Status.FINISHED)
LEFT = "left"
PER_PAGE = 20


class Wanted(msgspec.Struct, frozen=True):
    """What a reader looks for. Empty values match everything.

    `people` all sit at the table; with the status `LEFT` the first of them has left it. The days
    are those on which it was opened, both included.
    """

    game: str = ""
    people: tuple[int, ...] = ()
    status: str = ""
    options: dict[str, Any] = {}
    since: date | None = None
    until: date | None = None


class HistoryPage(NamedTuple):
    """Some tables; `newer` and `older` are those from which the pages beside it start, if any."""

    tables: list[Card]
    newer: int | None = None
    older: int | None = None


class Record(NamedTuple):
    """How two people did against each other in one game."""

    game: str
    tables: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """At how many tables they shared a place."""
        return self.tables - self.ahead - self.behind


def tables_found(reader: Reader, wanted: Wanted) -> QuerySet[Table]:
    """The tables that match, of those the reader may see."""
    tables, people = tables_visible_to(reader), wanted.people
    if wanted.status == LEFT:
        if not people:
            return tables.none()
        tables = tables.filter(pk__in=tables_left(people[0]).values("pk"))
        people = people[1:]
    elif wanted.status:
        tables = tables.filter(status=wanted.status)
    else:
        tables = tables.filter(status__in=BEGUN)
    if wanted.game:
        tables = tables.filter(game=wanted.game)
    if wanted.options:
        tables = tables.filter(options__contains=wanted.options)
    for person in people:
        tables = tables.filter(sat_at_by(person, wanted.status))
    if wanted.since:
        tables = tables.filter(pk__gte=first_since(wanted.since))
    if wanted.until:
        tables = tables.filter(pk__lt=first_since(wanted.until + timedelta(days=1)))
    return tables


def first_since(day: date) -> int:
    """The first table opened on a day, in the reader's time zone, or later.

    Numbers grow with time, so days are ranges of numbers, and every index on them will do.
    """
    morning = timezone.make_aware(datetime.combine(day, time.min))
    later = Table.objects.filter(opened_at__gte=morning).order_by("opened_at", "pk")
    return later.values_list("pk", flat=True).first() or BIGGEST


def page_of(
    tables: QuerySet[Table],
    *,
    before: int | None = None,
    after: int | None = None,
    most: int = PER_PAGE,
) -> HistoryPage:
    """The newest tables, or those before, or after, a given one; the newest if none are there."""
    forward = after is not None
    if forward:
        beside = tables.filter(pk__gt=after).order_by("pk")
    elif before is not None:
        beside = tables.filter(pk__lt=before).order_by("-pk")
    else:
        beside = tables.order_by("-pk")
    found = list(beside.values_list("pk", flat=True)[: most + 1])
    if not found and (before, after) != (None, None):
        return page_of(tables, most=most)
    more, ids = len(found) > most, found[:most]
    if forward:
        ids.reverse()
    has_newer, has_older = (more, True) if forward else (before is not None, more)
    return HistoryPage(
        cards_of(ids), ids[0] if ids and has_newer else None, ids[-1] if ids and has_older else None
    )


def close_to(reader: Reader) -> Collection[int]:
    """The people whose tables a reader sees first: their friends."""
    if reader.pk is None:
        return ()
    return [row["pk"] for row in friends_of(reader)]


def tables_at_which(tables: QuerySet[Table], people: Collection[int], most: int) -> list[Card]:
    """The newest of these tables at which any of these people sit."""
    if not people:
        return []
    theirs = Seat.objects.filter(user__in=people).values("table_id")
    found = tables.filter(pk__in=theirs).order_by("-pk")
    return cards_of(list(found.values_list("pk", flat=True)[:most]))


def tables_to_watch(reader: Reader, game: str, most: int) -> list[Card]:
    """The newest public tables of a game that are in play."""
    tables = tables_visible_to(reader).filter(game=game, status=Table.Status.PLAYING)
    tables = tables.filter(private=False, frozen_at__isnull=True).order_by("-pk")
    return cards_of(list(tables.values_list("pk", flat=True)[:most]))


def latest_results(reader: Reader, game: str, most: int) -> list[Card]:
    """The public tables of a game that have ended last."""
    tables = tables_visible_to(reader).filter(game=game, status=Table.Status.FINISHED)
    tables = tables.filter(private=False).order_by("-finished_at", "-pk")
    return cards_of(list(tables.values_list("pk", flat=True)[:most]))


def head_to_head(reader: Reader, one: User, other: User) -> list[Record]:
    """How one did against the other, by game; of the finished tables that the reader may see.

    Those are left out at which a bot came out ahead for one of them who did not return.
    """
    seats = Seat.objects.filter(
        user=one.pk, rank__isnull=False, table__status=Table.Status.FINISHED
    )
    seats = seats.filter(table__in=tables_visible_to(reader))
    theirs = F("table__seats__rank")
    seats = seats.filter(
        Q(absent_since=None) | Q(rank__gte=theirs),
        Q(table__seats__absent_since=None) | Q(rank__lte=theirs),
        table__seats__user=other.pk,
        table__seats__rank__isnull=False,
    )
    records = (
        seats.values("game")
        .annotate(
            tables=Count("rank"),
            ahead=Count("rank", filter=Q(rank__lt=F("table__seats__rank"))),
            behind=Count("rank", filter=Q(rank__gt=F("table__seats__rank"))),
        )
        .order_by("-tables", "game")
    )
    return [Record(**record) for record in records]
