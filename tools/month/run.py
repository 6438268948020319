"""A simulated month from its first day to its account."""

from __future__ import annotations

import contextlib
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from unittest import mock
from zoneinfo import ZoneInfo

from django.db.models import Count, Max
from django.test import override_settings

from accounts.models import Appeal, Decision, Notice, Report
from accounts.notices import budgets, posting
from config.database import pauses
from games.changing import log_check
from games.models import LogEntry, OwnTime, Seat, Table
from games.storing import halts
from tools.month import dying
from tools.month.account import account_of
from tools.month.agreed import by_agreement, kinds_of
from tools.month.journal import Journal
from tools.month.post import Post
from tools.month.standing import counted
from tools.month.told import NoticeLedger
from tools.month.world import World


class Month(NamedTuple):
    """What came of a month."""

    journal: Journal
    figures: dict[str, Any]
    problems: list[str]
    interrupted: bool = False


@contextlib.contextmanager
def until_interrupted(world: World) -> Iterator[None]:
    """End the month after what is being done at a signal; at a second one, end the process."""
    before: dict[int, Any] = {}

    def stop(_number: int, _frame: object) -> None:
        restore()
        world.stop()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    before |= {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        restore()


def month(
    *,
    seed: str,
    days: float,
    users: int,
    postgres_too: bool = False,
    progress: Callable[[int], None] = lambda _day: None,
) -> Month:
    """Let a month pass on the empty site of this process, and draw up its account."""
    begin = time.monotonic()
    settings = {"BOT_PAUSE": 0, "TURN_NOTICE_DELAY": 60, "VACATION_DAYS": 20}
    with Post() as post, repeatable(), override_settings(**settings):
        world = World(seed=seed, days=days, users=users, post=post, postgres_too=postgres_too)
        world.progress = progress
        try:
            with until_interrupted(world):
                world.run()
        finally:
            world.keeper.close()
        refused = post.refused + post.office.refused
    passed = time.monotonic() - begin
    told, problems = account_of(world.journal)
    problems += [*tables_are_whole(), *overs_are_logged(world.journal)]
    figures = (
        figures_of(world.journal, told)
        | crashes_of(world)
        | {"refused for the moment by others' services": refused}
    )
    figures["seconds that the month took"] = round(passed, 1)
    figures["seconds that its account took"] = round(time.monotonic() - begin - passed, 1)
    return Month(world.journal, figures, problems, world.is_stopped)


@contextlib.contextmanager
def repeatable() -> Iterator[None]:
    """Leave nothing to a chance that is not the month's, nor to how fast the machine is.

    Nobody looks at the boards in mails, and each takes half a second.
    """
    with (
        mock.patch.object(posting, "pictures_attach", without_picture),
        mock.patch.object(pauses, "shortened", return_value=1.0),
        mock.patch.object(halts, "REMEMBERED", 0.0),
        mock.patch.object(budgets, "account_charge"),
    ):
        yield


def without_picture(_message: object, notice: Notice, _host: str) -> str:
    """Return the page of a mail."""
    return notice.page


def tables_are_whole() -> list[str]:
    """What is wrong with the log of a table: gaps, moves stored twice, another position."""
    found = []
    logs = LogEntry.objects.values("table_id").annotate(count=Count("number"), top=Max("number"))
    numbers = dict(Table.objects.values_list("id", "number"))
    found += [
        f"table {log['table_id']}: the log has a gap"
        for log in logs
        if not log["count"] == log["top"] == numbers[log["table_id"]]
    ]
    for table in Table.objects.filter(position__isnull=False).values_list("id", flat=True):
        verdict, why = log_check.check_table(table)
        if verdict is not log_check.ContinuingVerdict.SAME:
            found.append(f"table {table}: {verdict.value} {why}")
    moves = LogEntry.objects.filter(kind="move", by="").values("table_id", "place", "question")
    for move in moves.annotate(count=Count("number")).filter(count__gt=1):
        found.append(f"table {move['table_id']}: a question answered twice")
    absent: Counter[tuple[int, int]] = Counter()
    of_absence = ("absent", "stand_in", "return", "replace")
    kinds = LogEntry.objects.filter(kind__in=of_absence).order_by("table_id", "number")
    for entry in kinds:
        key = (entry.table_id, entry.place or 0)
        absent[key] += 1 if entry.kind in ("absent", "stand_in") else -1
        if absent[key] not in (0, 1):
            found.append(f"table {entry.table_id}: a decision expired twice, entry {entry.number}")
    frozen = Table.objects.filter(frozen_at__isnull=False).values_list("id", "freeze_reason")
    found += [f"table {table} is frozen: {why[-300:]}" for table, why in frozen]
    return found


def overs_are_logged(journal: Journal) -> list[str]:
    """Whether the logs have as many excuses and bots' answers as were seen to happen."""
    kinds = kinds_of(journal)
    found = []
    for kind in ("excused", "missed", "absent", "stand_in"):
        logged = LogEntry.objects.filter(kind=kind).count()
        if logged != kinds[kind]:
            found.append(f"{kind}: {logged} in the logs, {kinds[kind]} seen")
    return found


def crashes_of(world: World) -> dict[str, int]:
    """What died or was cut off, by process."""
    counts = world.journal.counts
    return {
        "crashes survived": len(world.journal.cuts) + world.watcher.ended,
        **{
            f"{who}: {how}": counts.pop(f"{who}: {how}", 0)
            for who in ("web", "worker")
            for how in (dying.KILLED, dying.LOST, dying.POSTGRES)
        },
        "listening process: session ended": world.watcher.ended,
        "listening process: began to listen": world.watcher.begun,
        "listening process: notifications heard": world.watcher.heard,
    }


def zones_changed(journal: Journal) -> int:
    """How many people lived where the clocks were changed in this time."""
    changed = 0
    for wishes in journal.wishes.values():
        zone = ZoneInfo(wishes.zone)
        offsets = {moment.astimezone(zone).utcoffset() for moment in (journal.begin, journal.end)}
        changed += len(offsets) > 1
    return changed


def figures_of(journal: Journal, told: NoticeLedger) -> dict[str, Any]:
    """What there is to be told of a month."""
    entries = Counter(LogEntry.objects.values_list("kind", flat=True))
    moves = LogEntry.objects.filter(kind="move")
    spent = sum(len(own.spent) for own in OwnTime.objects.all())
    by_status = Counter(Table.objects.values_list("status", flat=True))
    late, where = told.latest
    figures: dict[str, Any] = {
        "tables": sum(by_status.values()),
        **{f"tables {status}": count for status, count in sorted(by_status.items())},
        "moves of people": moves.filter(by="").count(),
        "moves of bots and by orders": moves.exclude(by="").count(),
        "questions": len(journal.questions),
        "clocks set": sum(len(question.clocks) for question in journal.questions),
        **by_agreement(journal),
        "tables ended by agreement": Table.objects.filter(close_reason="agreed").count(),
        "returned": entries["return"],
        "vacation days spent": spent,
        "clocks set again (calendar changed, server down)": entries["clock"],
        "pauses": entries["pause"],
        "more time": entries["more"],
        "clocks agreed on where there was none": entries["timed"],
        "undone": entries["undo"],
        "went back, all agreed": entries["back"],
        "messages in chats": len(journal.said),
        "that name somebody": sum(bool(said.named) for said in journal.said),
        "reports": Report.objects.count(),
        "decisions about people": Decision.objects.count(),
        "appeals": Appeal.objects.count(),
        "appeals granted": Appeal.objects.filter(status="granted").count(),
        "notices": len(journal.arrived),
        **{f"notices: {name}": count for name, count in sorted(told.counts.items())},
        "sent again after a crash, with the same mark": told.again,
        "not needed any more": Notice.objects.filter(status="dropped").count(),
        "failed": Notice.objects.filter(status="failed").count(),
        "looks of the worker": len(journal.passes),
        "hours in which the worker was down": round(
            sum(((b - a).total_seconds() for a, b in journal.down()), 0.0) / 3600, 1
        ),
        "most delayed notice, minutes": round(late.total_seconds() / 60, 1),
        "it was": where,
        "seats that a bot plays on for": Seat.objects.filter(
            absent_since__isnull=False, table__status="playing"
        ).count(),
        "calendars and feeds fetched": len(journal.fetched),
        "deadlines in them": sum(len(fetched.deadlines) for fetched in journal.fetched),
        "people whose zone changed its clocks": zones_changed(journal),
        **counted(journal),
    }
    return figures | dict(sorted(journal.counts.items()))
