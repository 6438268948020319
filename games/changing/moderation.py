"""What a moderator may do to a table in play. Who may, and the record of it: `accounts.moderation`.

Every act is a log entry of the table, stored as any other change: by compare and set.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from games.changing.services import FRESH, table_change
from games.errors import NotInPlay, NotPossible, RulesFailed, TableFrozen
from games.judging import turns
from games.judging.limits import judged
from games.models import LogEntry, Seat, Tenure
from games.rules.core.codec import encode_position
from games.rules.core.effects import Rng
from games.rules.core.fairness import Sealed, chance_of, commitment_to
from games.rules.core.interface import (
    AnyState,
    Position,
)
from games.storing.changes import Change, Entry
from games.storing.rows import SeatRow, TableRow, Wish, run, table_load
from games.telling.history import position_at


class NoSuchSeat(NotPossible):
    """There is no such place at the table, or its new user sits there already."""


class CannotRebuild(NotPossible):
    """There is nothing to take back, or the earlier position cannot be rebuilt."""

    text = _("There is nothing to take back, or the position of then cannot be rebuilt.")


@transaction.atomic
def seat_replace(
    *, table_id: int, place: int, user_id: int | None, now: datetime | None = None
) -> int:
    """Hand a seat in play to another user, or to a bot for good (`user_id` None).

    The number of the table's latest entry afterwards. The user who sat there leaves the table.
    Raises NoSuchSeat, NotInPlay, TableFrozen.
    """
    seat_id, before = 0, list[SeatRow]()

    def work(row: TableRow, now: datetime) -> Change:
        nonlocal seat_id, before
        if not 0 <= place < len(row.seats) or row.place_of(user_id) is not None:
            raise NoSuchSeat
        seat_id, before = row.seats[place].id, row.seats
        if user_id is not None:  # a seat may never be empty, so the new user is stored first
            Seat.objects.filter(pk=seat_id).update(user=user_id)
            row = table_load(table_id)  # with the calendar of the new user
        return replacing(row, place, user_id, now)

    number = table_change(table_id, work, now=now)
    tenure_end(table_id, before[place], number - 1)
    fresh = {"missed": 0, "excused": False, "keeps_days": False}
    Seat.objects.filter(pk=seat_id).update(user=user_id, **fresh)
    return number


def seat_leave_for_good(*, table_id: int, place: int) -> None:
    """Let a bot take over for a user who leaves the site; at a frozen table, once it goes on."""
    try:
        seat_replace(table_id=table_id, place=place, user_id=None)
    except NotInPlay:
        return  # it has ended in the meantime
    except TableFrozen:
        seat = Seat.objects.get(table_id=table_id, place=place)
        row = table_load(table_id)
        tenure_end(table_id, row.seats[place], row.number)
        Seat.objects.filter(pk=seat.pk).update(user=None, bot=row.stand_in, absent_since=None)


def tenure_end(table_id: int, seat: SeatRow, last: int) -> None:
    """Record who had a seat, up to this log entry: it changes hands now."""
    before = Tenure.objects.filter(table_id=table_id, place=seat.place)
    first = (before.aggregate(last=Max("last"))["last"] or 0) + 1
    if first <= last:
        bot = "" if seat.user_id else seat.bot
        Tenure.objects.create(
            table_id=table_id,
            place=seat.place,
            user_id=seat.user_id,
            bot=bot,
            first=first,
            last=last,
            vanished=seat.absent and seat.user_id is not None,
        )


def replacing(row: TableRow, place: int, user_id: int | None, now: datetime) -> Change:
    """The change of a table when a seat gets a new user or a bot; the clock starts afresh."""
    seat = row.seats[place]
    still = seat.resigned and user_id is None  # a bot plays on for a user who has resigned
    seat = msgspec.structs.replace(seat, resigned=still, **FRESH)
    seats = [seat if other.place == place else other for other in row.seats]
    draft = turns.Draft(msgspec.structs.replace(row, seats=seats), now)
    bot = "" if user_id is not None else row.stand_in
    draft.seats[place] = {"bot": bot, "absent": False}
    draft.wind_up(place)
    draft.add("replace", place=place, barrier=True)
    return draft.change()


def entries_take_back(*, table_id: int, number: int) -> int:
    """Put a table back to where it was after entry `number`; a frozen one goes on from there.

    What comes after is marked as undone. The position gets a new seed, so that chance does not
    repeat itself. Of a frozen table the latest entry can be named, too: its position, which may
    have become unreadable, is then rebuilt from the log. Raises CannotRebuild, NotInPlay.
    """

    def work(row: TableRow, now: datetime) -> Change:
        if row.status != "playing":
            raise NotInPlay
        undone = entries_after(row, number)
        is_latest = row.frozen and 1 <= number <= row.number
        if not undone and not is_latest:
            raise CannotRebuild
        return going_back(row, number, undone, now, Entry("correct", row.version))

    return table_change(table_id, work)


def back_by_consent(row: TableRow, wish: Wish, now: datetime, entry: Entry) -> Change:
    """The change when all have agreed to take a game back; `entry` is the last consent to it.

    Raises CannotRebuild.
    """
    undone = entries_after(row, wish.number)
    if not undone:
        raise CannotRebuild
    back = Entry("back", row.version, place=wish.by)
    return going_back(row, wish.number, undone, now, back, before=[entry])


NEXT = """
    select t.secret, array(select s.share from games_seat s where s.table_id = t.id),
        (select count(*) from games_logentry l
            where l.table_id = t.id and l.sealed ->> 'commitment' <> '')
    from games_table t where t.id = %s
"""


def seed_next(table_id: int) -> tuple[str, str]:
    """The seed with which a table goes on once moves are taken back, and what binds to it.

    It follows from what the table was bound to when it was opened, so nobody can wait for a better
    one. A table that is bound to nothing has any.
    """
    ((secret, shares, seeds),) = run(NEXT, [table_id])
    if not seeds:
        return secrets.token_hex(32), ""
    seed = chance_of(secret, shares, seeds)
    return seed, commitment_to(seed)


def rebuilt(row: TableRow, number: int) -> Position[AnyState]:
    """Return the position after an entry of a table's log. Raises CannotRebuild."""
    try:
        with judged():
            position = position_at(row, number)
    except RulesFailed as error:
        raise CannotRebuild from error
    if position is None:
        raise CannotRebuild
    return position


def entries_after(row: TableRow, number: int) -> list[int]:
    """The entries to mark as undone when a table goes back to this one: moves and snapshots.

    Empty if there is no move to take back.
    """
    if number < 1:
        return []
    later = LogEntry.objects.filter(table_id=row.id, number__gt=number, undone=False)
    moves = set(later.filter(kind=LogEntry.Kind.MOVE).values_list("number", flat=True))
    if not moves:
        return []
    kept = set(later.filter(snapshot__isnull=False).values_list("number", flat=True))
    return sorted(moves | kept)


def going_back(
    row: TableRow,
    number: int,
    undone: Sequence[int],
    now: datetime,
    entry: Entry,
    before: Sequence[Entry] = (),
) -> Change:
    """The change of a table that goes on from an earlier entry, with one that says why.

    Raises CannotRebuild.
    """
    seed, commitment = seed_next(row.id)
    fresh = Position(Rng(seed), rebuilt(row, number).state)
    stored = encode_position(row.rules, fresh, row.number).decode()
    draft = turns.Draft(msgspec.structs.replace(row, position=stored, frozen=False), now)
    draft.undone = list(undone)
    for seat in row.seats:
        draft.answers[seat.place] += 1  # so that no earlier question's id comes back
        draft.wind_up(seat.place)  # a fresh clock for everybody
    for earlier in before:
        draft.add(earlier.kind, place=earlier.place)
    draft.add(entry.kind, place=entry.place, barrier=True, snapshot=True)
    draft.entries[-1].sealed = Sealed(commitment, back_to=number)
    if row.frozen:
        draft.add("thaw")
    return draft.change()
