"""Reading open tables, invitations, notices and the tables that wait for a user."""

from __future__ import annotations

import functools
from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import JSONObject, Lower
from django.shortcuts import get_object_or_404

from accounts.models import Preferences, User
from accounts.people.blocks import blocked_with
from accounts.people.selectors import people
from config.web.buckets import searches
from games.models import Rating, Seat, Table
from games.models.agreed import SOUGHT
from games.rules.registry import GAMES
from games.storing.built import Built
from games.telling.selectors import friends_of, tables_visible_to, tables_waiting_for
from lobby.models import Consent, Invitation, MailedInvitation, Notice
from lobby.tables.conditions import joinable

Reader = User | AnonymousUser


class Filters(msgspec.Struct, frozen=True):
    """What a reader looks for. Empty values match everything."""

    game: str = ""
    terms: dict[str, str] = {}  # answers to what is `SOUGHT`, by name
    show: str = ""  # "open": tables that have not begun; "joinable": such that the reader
    # may join; "offered": seats that are free again
    options: dict[str, Any] = {}


GOING_ON = (Table.Status.OPEN, Table.Status.PLAYING)


def with_seats(tables: QuerySet[Table], *, rated: bool = False) -> QuerySet[Table]:
    """The tables, with seats, users and host loaded for cards; with the ratings that they show."""
    seats = Seat.objects.select_related("user")
    if rated:
        theirs = Rating.objects.filter(user=OuterRef("user"), game=OuterRef("game"))
        shown = theirs.filter(user__shows_ratings=True)
        known = shown.values(known=JSONObject(mu="mu", sigma="sigma"))
        seats = seats.annotate(rating_known=Subquery(known))
    tables = tables.select_related("host").prefetch_related(Prefetch("seats", seats))
    return tables.defer("position", "outcome")  # some kB that no card shows


def open_tables(reader: Reader, filters: Filters) -> QuerySet[Table]:
    """Public open tables that match, those of friends first, then the newest.

    `of_friends` says whether a friend of the reader sits there.
    """
    tables = Table.objects.filter(status=Table.Status.OPEN, private=False, game__in=GAMES)
    tables = matching(tables, filters, SOUGHT.keys())
    tables = with_seats(without_blocked(tables, reader))
    if filters.show == "joinable" and isinstance(reader, User):
        tables = joinable(tables, reader)
    if not isinstance(reader, User):
        return tables.annotate(of_friends=Value(False)).order_by("-opened_at", "-pk")
    theirs = Seat.objects.filter(table=OuterRef("pk"), user__in=friends_of(reader))
    return tables.annotate(of_friends=Exists(theirs)).order_by("-of_friends", "-opened_at", "-pk")


def open_tables_shown(reader: Reader, filters: Filters, most: int) -> list[Table]:
    """The first of the open tables that match."""
    if isinstance(reader, User) and filters == Filters():
        return _unfiltered(most, *GAMES)(reader.pk)
    return list(open_tables(reader, filters)[:most])


@functools.cache
def _unfiltered(most: int, *_games: str) -> Built[Table]:
    """The open tables of all games that a user is shown."""
    return Built(lambda user: open_tables(User(pk=user), Filters())[:most], ids=1)


def matching(tables: QuerySet[Table], filters: Filters, sought: Collection[str]) -> QuerySet[Table]:
    """The tables of a game, with options and those terms that match."""
    if filters.game:
        tables = tables.filter(game=filters.game)
        for name, value in filters.options.items():
            tables = tables.filter(**{f"options__{name}": value})
    found = [
        SOUGHT[name].answers[answer][1] for name, answer in filters.terms.items() if name in sought
    ]
    return tables.filter(*found)


def without_blocked(tables: QuerySet[Table], reader: Reader) -> QuerySet[Table]:
    """Open tables without those where there is a block between the reader and a player."""
    if not isinstance(reader, User):
        return tables
    apart = blocked_with(reader)
    theirs = Seat.objects.filter(user__in=apart).values("table_id")
    return tables.exclude(host__in=apart).exclude(pk__in=theirs)


def tables_searched(
    reader: Reader, *, status: str | None, mine: bool, waiting: bool, game: str
) -> QuerySet[Table]:
    """The tables that match, of those the reader may see."""
    tables = tables_visible_to(reader)
    if status:
        tables = tables.filter(status=status)
    if status == Table.Status.OPEN and not mine:
        tables = without_blocked(tables, reader)
    if game:
        tables = tables.filter(game=game)
    if mine and isinstance(reader, User):
        tables = tables.filter(sat_at_by(reader.pk, status))
    if waiting and isinstance(reader, User):
        tables = tables.filter(pk__in=tables_waiting_for(reader).order_by().values("table_id"))
    return tables


def tables_found(reader: Reader, *, before: int, most: int, **search: Any) -> list[int]:
    """The ids of the newest tables that match and that the reader may see, lower than `before`."""
    if not isinstance(reader, User) or reader.is_staff or search["game"] not in ("", *GAMES):
        return list(_ids_of(tables_searched(reader, **search), before, most))
    return [table.pk for table in _searched(most, *GAMES, **search)(reader.pk, before)]


def _ids_of(tables: QuerySet[Table], before: int, most: int) -> QuerySet[Table, int]:
    found = tables.filter(pk__lt=before).order_by("-pk")
    return found.values_list("pk", flat=True)[:most]


@functools.lru_cache(maxsize=500)
def _searched(most: int, *_games: str, **search: Any) -> Built[Table]:
    """Such tables for users that are not staff: what staff may see depends on their rights."""

    def newest(user: int, before: int) -> QuerySet[Table]:
        found = tables_searched(User(pk=user), **search).filter(pk__lt=before)
        return found.order_by("-pk").only("pk")[:most]

    return Built(newest, ids=2)


def sat_at_by(user_id: int, status: str | None) -> Q:
    """Tables at which a user sits; if they are to go on, without a look at those that ended."""
    going_on = {"seats__goes_on": True} if status in GOING_ON else {}
    return Q(seats__user=user_id, **going_on)


def is_invited(user: User, table_id: int) -> bool:
    """Whether a user was invited to a table."""
    return standing_for(user).filter(table=table_id).exists()


def standing_for(user: Reader) -> QuerySet[Invitation]:
    """A user's invitations, answered or not, without those that were taken back."""
    return Invitation.objects.filter(user=user.pk).exclude(status__in=Invitation.ENDED)


def open_table_for(reader: Reader, table_id: int) -> Table:
    """The table, if this reader may see it or is invited to it.

    Raises Http404.
    """
    visible = tables_visible_to(reader).filter(pk=table_id)
    if reader.pk is not None:
        invited = standing_for(reader).values("table_id")
        visible = visible | Table.objects.filter(pk=table_id, pk__in=invited)
    return get_object_or_404(with_seats(visible, rated=True))


def is_visible(reader: Reader, table_id: int) -> bool:
    """Whether somebody may see a table without an invitation."""
    return tables_visible_to(reader).filter(pk=table_id).exists()


def table_by_token(token: str) -> Table:
    """The table of a private link or of a letter. Raises Http404."""
    letters = MailedInvitation.objects.exclude(status=MailedInvitation.Status.WITHDRAWN)
    lettered = Q(pk__in=letters.filter(token=token).values("table_id"))
    found = Table.objects.filter(Q(token=token) | lettered)
    return get_object_or_404(with_seats(found, rated=True))


def invitations_for(user: User) -> QuerySet[Invitation]:
    """The user's invitations that they have not answered."""
    return Invitation.objects.filter(
        user=user, status=Invitation.Status.SENT, table__status=Table.Status.OPEN
    )


def invitations_to(table_id: int) -> QuerySet[Invitation]:
    """The invitations to a table that stand, with their answers."""
    standing = Invitation.objects.filter(table=table_id).exclude(status__in=Invitation.ENDED)
    return standing.select_related("user")


def letters_to(table: Table) -> QuerySet[MailedInvitation]:
    """The invitations by mail to a table that stand."""
    letters = MailedInvitation.objects.filter(table=table)
    return letters.exclude(status=MailedInvitation.Status.WITHDRAWN)


def letter_with(token: str) -> QuerySet[MailedInvitation]:
    """The invitation by mail with that token, if nobody has sat down with it yet."""
    letters = MailedInvitation.objects.filter(status=MailedInvitation.Status.SENT)
    return letters.filter(token=token) if token else letters.none()


def notices_for(user: User) -> QuerySet[Notice]:
    """The user's notices, the latest first."""
    notices = Notice.objects.filter(user=user).select_related("table", "about")
    return notices.only("kind", "at", "table__game", "table__status", "about__username")


notices_shown = Built(lambda user: notices_for(User(pk=user)), ids=1)


def waiting_seats(user: User) -> QuerySet[Seat]:
    """The user's seats that are asked something, in the order the user prefers."""
    seats = tables_waiting_for(user)
    if user.next_order == Preferences.NextOrder.LEAST_TIME:
        seats = seats.order_by(F("deadline").asc(nulls_last=True), "since", "table_id")
    return seats


def next_table(user: User, after: int | None = None) -> int | None:
    """The next table that waits for the user: the one after `after`, then from the start.

    None if no other table waits.
    """
    waiting = list(waiting_seats(user).values_list("table_id", flat=True))
    if after in waiting:
        at = waiting.index(after)
        waiting = waiting[at + 1 :] + waiting[:at]
    return waiting[0] if waiting else None


def tables_abandoned(before: datetime) -> list[int]:
    """Open tables at which nobody has sat down since that time."""
    tables = _abandoned(before).order_by("opened_at")
    return list(tables.values_list("pk", flat=True))


def tables_abandoned_among(before: datetime, table_id: int) -> Table | None:
    """The table, locked, if it is still abandoned; None if not."""
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    return table if table and _abandoned(before).filter(pk=table_id).exists() else None


def _abandoned(before: datetime) -> QuerySet[Table]:
    latest = Seat.objects.filter(table=OuterRef("pk")).order_by("-joined_at").values("joined_at")
    tables = Table.objects.filter(status=Table.Status.OPEN, opened_at__lt=before)
    return tables.alias(latest=Subquery(latest[:1])).filter(
        Q(latest__isnull=True) | Q(latest__lt=before)
    )


def rematch_of(table: Table) -> Table | None:
    """The table at which a finished one is played again, if there is one."""
    return table.rematches.exclude(status=Table.Status.CLOSED).first()


def last_opened_by(user: User, game: str) -> Table | None:
    """The latest table of a game that a user has opened for others, with its seats."""
    bots = Count("seats", filter=Q(seats__user=None))
    tables = Table.objects.filter(host=user, game=game, rematch_of=None).annotate(bots=bots)
    for_others = tables.filter(bots__lt=F("seats_max") - 1)
    return for_others.defer("position", "outcome").order_by("-pk").first()


def consents_to(table: Table) -> QuerySet[Consent]:
    """Those who have not agreed yet to a change of the terms."""
    return Consent.objects.filter(table=table).select_related("user").order_by("pk")


LATEST_TABLES = 200
"""How far back those are looked for with whom somebody has played."""


def companions_of(user: User) -> QuerySet[User]:
    """The people with whom a user has played lately, friends too, without guests and blocks."""
    mine = Seat.objects.filter(user=user).order_by("-table").values("table_id")[:LATEST_TABLES]
    met = Seat.objects.filter(table__in=mine).values("user_id")
    known = people().filter(Q(pk__in=met) | Q(pk__in=friends_of(user)))
    return findable(known, user)


def findable(users: QuerySet[User], user: User) -> QuerySet[User]:
    """Those of the users whom a user may find by name."""
    return users.filter(is_guest=False).exclude(pk=user.pk).exclude(pk__in=blocked_with(user))


def names_like(user: User, text: str, most: int = 8) -> list[str]:
    """Names that begin with a text, ignoring case: of companions first, then of anybody.

    Strangers are found from the second letter on. Raises TooMany.
    """
    searches.admit(user.pk)
    if "\x00" in text:
        return []
    likeness = {"username__istartswith": text}
    known = companions_of(user).filter(**likeness).order_by(Lower("username"))
    names = list(known.values_list("username", flat=True)[:most])
    if len(names) < most and len(text) > 1:
        others = findable(people(), user).filter(**likeness).exclude(username__in=names)
        names += others.order_by(Lower("username")).values_list("username", flat=True)[
            : most - len(names)
        ]
    return names


def open_table_hosted_by(user: User, table_id: int) -> Table:
    """The open table, if it is this user's. Raises Http404."""
    mine = Table.objects.filter(host=user, status=Table.Status.OPEN)
    return get_object_or_404(with_seats(mine), pk=table_id)
