"""Proofs that nothing was lost, from the database and from what everybody was told.

Each proof returns what it has counted and raises AssertionError with the first things it found.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Count, Max
from procrastinate.contrib.django import app

from accounts.models import Notice
from games.changing import log_check
from games.models import LogEntry, Seat, Table
from games.storing.lives import life_mark
from games.storing.rows import table_load
from games.telling.updates import updates_of
from tools.torture.mailserver import MailServer
from tools.torture.outside import Outside
from tools.torture.players import Key, Witness

Found = dict[tuple[int, int], tuple[int, bytes]]  # table, place: entry and view at the end
Troubles = list[tuple[float, float]]  # from when to when something was dead or had no room
SETTLE = 1.0  # seconds around a trouble within which the mail server's reply may be lost


def prove(
    witness: Witness,
    mails: MailServer,
    outside: Outside,
    found: Found,
    sleepers: list[int],
    troubles: Troubles,
) -> dict[str, Any]:
    """Prove everything that is promised; the counts."""
    assert not witness.problems, witness.problems[:5]
    counts: dict[str, Any] = dict(sorted(witness.counts.items()))
    counts |= moves_are_stored_once(witness)
    counts |= logs_are_gapless()
    counts |= tables_replay()
    counts |= everybody_sees_the_latest(found)
    counts |= deadlines_expired_once(sleepers)
    counts |= mails_were_sent(mails, troubles)
    counts |= posts_were_sent(outside, troubles)
    return counts


def nothing_is_lost_or_doubled(witness: Witness) -> dict[str, Any]:
    """Prove that what was acknowledged is stored, once, and nothing else; the counts."""
    counts: dict[str, Any] = dict(sorted(witness.counts.items()))
    counts |= moves_are_stored_once(witness)
    counts |= logs_are_gapless()
    counts |= tables_replay()
    assert counts["moves stored"] == counts["moves acknowledged"], counts
    return counts


def moves_are_stored_once(witness: Witness) -> dict[str, int]:
    """Every acknowledged move is stored exactly once, and no refused one is."""
    stored: Counter[Key] = Counter()
    questions: Counter[tuple[int, int, str]] = Counter()
    for entry in LogEntry.objects.filter(kind="move", by="").iterator():
        assert entry.place is not None
        question = (entry.table_id, entry.place, entry.question)
        questions[question] += 1
        stored[(*question, canonical(entry.move))] += 1
    twice = [question for question, count in questions.items() if count > 1]
    assert not twice, f"questions answered twice: {twice[:5]}"
    acknowledged = refused = unknown = 0
    for (table, place, asked, move), statuses in witness.answers.items():
        count = stored[table, place, asked, canonical(move)]
        if 200 in statuses:
            acknowledged += 1
            assert count == 1, f"acknowledged and stored {count} times: {table} {asked} {move}"
        elif all(400 <= status < 500 for status in statuses):
            refused += 1
            assert count == 0, f"refused {statuses} and stored: {table} {asked} {move}"
        else:
            unknown += 1
    return {
        "moves acknowledged": acknowledged, "moves refused": refused,
        "moves of unknown fate": unknown, "moves stored": sum(questions.values()),
    }  # fmt: skip


def canonical(move: str) -> str:
    """A move as JSON in one spelling."""
    return json.dumps(json.loads(move), sort_keys=True)


def logs_are_gapless() -> dict[str, int]:
    """Entries are numbered from 1 to the table's number.

    One statement reads both: a bot may still be playing.
    """
    of_tables = LogEntry.objects.values("table_id", "table__number")
    logs = list(of_tables.annotate(count=Count("number"), top=Max("number")))
    for log in logs:
        assert log["count"] == log["top"] == log["table__number"], f"a gap: {log}"
    return {"entries": sum(log["count"] for log in logs)}


def tables_replay() -> dict[str, int]:
    """Replaying every log leads to the stored position."""
    tables = list(Table.objects.filter(position__isnull=False).values_list("id", flat=True))
    for table in tables:
        verdict, why = log_check.check_table(table)
        assert verdict is log_check.ContinuingVerdict.SAME, f"table {table} {verdict.value}: {why}"
    frozen = Table.objects.filter(frozen_at__isnull=False).values_list("id", "freeze_reason")
    assert not frozen, f"frozen: {list(frozen)[:2]}"
    return {
        "tables replayed": len(tables),
        "tables finished": Table.objects.filter(status="finished").count(),
    }


def everybody_sees_the_latest(found: Found) -> dict[str, int]:
    """Whoever connects gets the latest entry, with the view of the stored position."""
    for (table, place), (number, view) in found.items():
        row = table_load(table)
        if any(seat.bot for seat in row.seats) and row.number != number:
            continue  # bots play on
        assert row.number == number, f"table {table} is at {row.number}, seat {place} saw {number}"
        expected = updates_of(row, number).view(place)
        assert msgspec.json.decode(view) == json.loads(msgspec.json.encode(expected))
    return {"views compared": len(found)}


def deadlines_expired_once(sleepers: list[int]) -> dict[str, int]:
    """At each table where somebody ran out of time, that was handled exactly once."""
    kinds = Counter(
        LogEntry.objects.filter(table__in=sleepers, kind__in=("absent", "close")).values_list(
            "table_id", flat=True
        )
    )
    assert kinds == Counter(sleepers), f"expired: {dict(kinds)} of {sleepers}"
    return {"deadlines expired": len(sleepers)}


def mails_were_sent(mails: MailServer, troubles: Troubles) -> dict[str, int]:
    """Every mail due was sent; twice only if something died before the first could be recorded."""
    taken: dict[str, list[float]] = {}
    for message, at in mails.taken:
        taken.setdefault(message, []).append(at)
    states: Counter[str] = Counter()
    again = 0
    for notice in Notice.objects.filter(channel="mail"):
        states[notice.status] += 1
        assert notice.status in ("sent", "dropped"), f"notice {notice.key} is {notice.status}"
        marked = f"<mail-{life_mark()}-{notice.pk}@"
        times = [t for message, ts in taken.items() if marked in message for t in ts]
        if notice.status == "sent":
            assert times, f"notice {notice.key} counts as sent and never was"
        again += max(0, len(times) - 1)
        for first, second in itertools.pairwise(times):
            assert in_trouble(first, second, troubles), f"twice: {notice.key}"
    everybody_is_told()
    failed = failed_jobs()
    assert not failed, f"jobs that failed: {failed}"
    return {"mails sent": states["sent"], "mails not needed any more": states["dropped"],
            "mails sent again after a kill": again, "mails refused": mails.refused}  # fmt: skip


def posts_were_sent(outside: Outside, troubles: Troubles) -> dict[str, int]:
    """Every push and every message to a hook was taken, twice only around a kill, and readable."""
    taken = {"push": outside.pushes_taken(), "webhook": outside.posts_taken()}
    counts: dict[str, int] = {}
    for channel, times_of in taken.items():
        again = 0
        notices = list(Notice.objects.filter(channel=channel))
        for notice in notices:
            assert notice.status in ("sent", "dropped"), f"{notice} is {notice.status}"
            times = times_of.get(notice.pk, [])
            if notice.status == "sent":
                assert times, f"{channel} {notice.key} counts as sent and never was"
            again += max(0, len(times) - 1)
            for first, second in itertools.pairwise(times):
                assert in_trouble(first, second, troubles), f"twice: {channel} {notice.key}"
        assert times_of.keys() <= {notice.pk for notice in notices}, "sent, and owed by nobody"
        counts[f"{channel} notices sent"] = sum(notice.status == "sent" for notice in notices)
        counts[f"{channel} notices sent again after a kill"] = again
    return counts


def in_trouble(first: float, second: float, troubles: Troubles) -> bool:
    """Whether there was trouble between two times, or just before."""
    return any(begin <= second and first - SETTLE <= end for begin, end in troubles)


def everybody_is_told() -> None:
    """There is a notice for every user whose table is over, and for everyone who is asked."""
    keys = set(Notice.objects.values_list("key", flat=True))
    over = Seat.objects.filter(table__status__in=("finished", "closed"), user__isnull=False)
    for seat in over.filter(resigned_at=None):
        assert f"finished {seat.table_id} {seat.user_id}" in keys, f"not told: {seat} is over"
    untold = seats_untold()
    assert not untold, f"nobody was told: {untold[:5]}"


def seats_untold() -> list[Seat]:
    """The seats that are asked and whose users have not been told so."""
    keys = set(Notice.objects.filter(kind="turn").values_list("key", flat=True))
    asked = Seat.objects.filter(deciding=True, bot="", user__isnull=False)
    seats = asked.filter(table__status="playing")
    return [
        seat for seat in seats if f"turn {seat.table_id} {seat.place} {seat.answers}" not in keys
    ]


def failed_jobs() -> list[str]:
    """The names of jobs that have failed for good; periodic ones simply run again."""
    periodic = [name for name, _ in app.periodic_registry.periodic_tasks]
    with connection.cursor() as cursor:
        cursor.execute(
            "select task_name from procrastinate_jobs where status = 'failed'"
            " and task_name <> all(%s)",
            [periodic],
        )
        return [name for (name,) in cursor.fetchall()]
