"""Whether a move may be taken back stands in the seat, and is what the log says."""

from __future__ import annotations

import contextlib
import importlib
import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.changing import expiring, moderation, services
from games.errors import CannotUndo
from games.judging import undoing
from games.models import LogEntry, Seat
from games.rules.core.interface import IllegalMove
from games.rules.registry import GAMES
from games.storing.rows import TableRow, table_load
from tests.games.conftest import Playing

pytestmark = pytest.mark.django_db

ACTS = 60
DAYS = 2
FROM_THE_LOG = (  # with the pace as it is stored now
    importlib.import_module("games.migrations.0009_undoable")
    .FROM_THE_LOG.replace("t.days_per_move is not null", "t.pace <> 'none'")
    .replace("t.days_per_move * interval '24 hours'", "t.pace_start * interval '1 minute'")
)


def by_the_log(row: TableRow, place: int) -> LogEntry | None:
    """The latest move of a seat that nothing has been revealed after."""
    for entry in LogEntry.objects.filter(table_id=row.id).order_by("-number"):
        if entry.barrier:
            return None
        if entry.kind == "move" and entry.place == place and not entry.undone:
            return entry
    return None


def may_undo_by_the_log(row: TableRow, place: int | None, now: datetime) -> bool:
    """The same as `undoing.may_undo`, asking the log."""
    if place is None or row.status != "playing" or row.frozen or row.seats[place].bot:
        return False
    entry = by_the_log(row, place)
    if entry is None:
        return False
    if not row.pace.is_limited:
        return True
    return (entry.deadline or entry.at + row.pace.start) > now


def compare(playing: Playing) -> Iterator[bool]:
    """Every seat's answer, now, soon and late, having held it against the log."""
    row = table_load(playing.id)
    for place in (None, *range(len(row.seats))):
        for later in (timedelta(), timedelta(days=DAYS - 1), timedelta(days=DAYS + 1)):
            now = timezone.now() + later
            said = undoing.may_undo(row, place, now)
            assert said == may_undo_by_the_log(row, place, now), (place, later)
            yield said


def move(playing: Playing, chance: random.Random) -> None:
    seats = Seat.objects.filter(table_id=playing.id, deciding=True, bot="").order_by("place")
    for place in chance.sample(list(seats.values_list("place", flat=True)), k=min(1, len(seats))):
        playing.play(place, chance.randrange(len(playing.question(place)["moves"])))


def undo(playing: Playing, chance: random.Random) -> None:
    """One that was promised is taken back unless the moves of others need it."""
    sitting = Seat.objects.filter(table_id=playing.id, resigned_at=None, user__isnull=False)
    seat, row = chance.choice(sitting.filter(bot="")), table_load(playing.id)
    promised = undoing.may_undo(row, seat.place, timezone.now())
    with contextlib.suppress(CannotUndo, IllegalMove):
        services.move_undo(table_id=playing.id, user_id=seat.user_id)
        assert promised


def bot(playing: Playing, chance: random.Random) -> None:
    services.bot_move(table_id=playing.id, chance=chance)


def hurry(playing: Playing, chance: random.Random) -> None:
    """Little time is left to somebody: what they answer now can be taken back for an hour."""
    soon = timezone.now() + timedelta(hours=1)
    seats = Seat.objects.filter(table_id=playing.id, deadline__isnull=False)
    seats.filter(place=chance.randrange(4)).update(deadline=soon)


def run_out(playing: Playing, chance: random.Random) -> None:
    then = timezone.now() - timedelta(seconds=1)
    for seat in Seat.objects.filter(table_id=playing.id, deadline__isnull=False)[:1]:
        Seat.objects.filter(pk=seat.pk).update(deadline=then)
        expiring.decision_expire(table_id=playing.id, place=seat.place, deadline=then)


def come_back(playing: Playing, chance: random.Random) -> None:
    for seat in Seat.objects.filter(table_id=playing.id, absent_since__isnull=False):
        services.seat_return(table_id=playing.id, user_id=seat.user_id)


def freeze(playing: Playing, chance: random.Random) -> None:
    services.table_freeze(table_id=playing.id, reason="to look at it")
    list(compare(playing))
    services.table_thaw(table_id=playing.id)


def correct(playing: Playing, chance: random.Random) -> None:
    with contextlib.suppress(moderation.CannotRebuild):
        number = playing.table.number - chance.randint(1, 3)
        moderation.entries_take_back(table_id=playing.id, number=number)


def replace(playing: Playing, chance: random.Random) -> None:
    with contextlib.suppress(moderation.NoSuchSeat):
        place, user = chance.randrange(3), chance.choice(playing.users)
        moderation.seat_replace(table_id=playing.id, place=place, user_id=user.pk)


def resign(playing: Playing, chance: random.Random) -> None:
    sitting = Seat.objects.filter(table_id=playing.id, resigned_at=None, user__isnull=False)
    if sitting.count() > 2:
        services.seat_resign(table_id=playing.id, user_id=chance.choice(sitting).user_id)


SELDOM = [run_out, come_back, freeze, correct, replace, resign]


@pytest.mark.parametrize("days", [pytest.param(None, marks=pytest.mark.slow), DAYS])
@pytest.mark.parametrize("game", list(GAMES))
def test_the_seat_tells_what_the_log_tells(
    begin: Callable[..., Playing], game: str, days: int | None
) -> None:
    said: set[bool] = set()
    for seats, seed in ((2, "two"), (4, "four")):
        bots = 1 if seats > 2 else 0
        playing = begin(seats, bots, f"{game} {seed}", game=game, days_per_move=days)
        chance = random.Random(f"{game} {seed} {days}")
        for _ in range(ACTS):
            if playing.table.status != "playing":
                break
            often = [move] * 6 + [undo] * 4 + [bot] * 3 + [hurry]
            act = chance.choice(often if chance.random() < 0.9 else SELDOM)
            act(playing, chance)
            said.update(compare(playing))
        recompute(playing)
    assert said == {True, False}


def recompute(playing: Playing) -> None:
    """What the migration reads from the log of a table in play is what is stored."""
    if playing.table.status != "playing":
        return
    seats = Seat.objects.filter(table_id=playing.id).order_by("place")
    stored = list(seats.values_list("undoable", "undoable_until"))
    seats.update(undoable=None, undoable_until=None)
    with connection.cursor() as cursor:
        cursor.execute(FROM_THE_LOG)
    assert list(seats.values_list("undoable", "undoable_until")) == stored


def test_what_is_kept_after_a_change_is_what_is_stored(begin: Callable[..., Playing]) -> None:
    playing = begin(seats=3, days_per_move=DAYS)
    for place in (0, 1):
        playing.play(place, 1)
    kept: list[tuple[Any, ...]] = [
        (seat.undoable, seat.undoable_until) for seat in table_load(playing.id).seats
    ]
    entries = playing.table.log.order_by("number").values_list("number", "deadline")
    assert kept == [*list(entries)[1:], (None, None)]
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert table_load(playing.id).seats[0].undoable is None


def test_what_was_played_before_may_be_taken_back_next(begin: Callable[..., Playing]) -> None:
    playing = begin(seats=2)
    playing.play(0, 2)
    playing.play(1, 0)
    barrier = playing.table.number
    playing.play(0, 0)
    row = table_load(playing.id)
    last = row.seats[0].undoable
    assert last is not None and last > barrier
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    again = table_load(playing.id).seats[0].undoable
    assert again == (last - 1 if last - 1 > barrier else None)
