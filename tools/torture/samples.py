"""What a running site holds, read from outside again and again; and whether any of it grows.

Each reading is a number with a name. Of those that should not grow in the long run the second half
is fitted by a straight line: the first half is the time in which caches and pools fill. What has
grown only once in it, as by another thread or session, is told by the last quarter.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
from django.db import connection

MB = 1_000_000
OF_PROCESSES = ("own memory, MB", "memory with its share, MB", "open files", "threads")
STEADY_ROWS = {
    "sessions": "select count(*) from django_session",
    "pages seen": "select count(*) from accounts_seen",
    "workers": "select count(*) from procrastinate_workers",
    "periodic jobs noted": "select count(*) from procrastinate_periodic_defers",
    "jobs to do": "select count(*) from procrastinate_jobs where status = 'todo'",
    "jobs being done": "select count(*) from procrastinate_jobs where status = 'doing'",
    "jobs failed": "select count(*) from procrastinate_jobs where status in ('failed', 'aborted')",
    "notices owed": "select count(*) from accounts_notice where status = 'owed'",
    "users": "select count(*) from accounts_user",
    "connections": "select count(*) from pg_stat_activity where datname = current_database()",
    "open transactions": "select count(*) from pg_stat_activity"
    " where datname = current_database() and state like 'idle in transaction%'",
}
"""What comes and goes: it should stay as it is."""
KEPT_ROWS = {
    "tables": "select count(*) from games_table",
    "entries": "select count(*) from games_logentry",
    "notices": "select count(*) from accounts_notice",
    "jobs done": "select count(*) from procrastinate_jobs where status = 'succeeded'",
    "events of jobs": "select count(*) from procrastinate_events",
    "database, MB": "select pg_database_size(current_database()) / 1000000",
}
"""What is kept on purpose, for ever or for some days, and so grows with the moves."""
ROOM = {"MB": (0.04, 4.0), "open files": (0.05, 10.0), "threads": (0.1, 4.0), "": (0.1, 10.0)}
"""By how much of its mean, and by how much at least, a reading may grow in a second half."""

Sample = dict[str, float]


class GrowthVerdict(msgspec.Struct):
    """A reading that should not grow: where it began, where it ended, and what the fit says."""

    name: str
    first: float
    middle: float
    last: float
    growth: float  # over the second half, by the fitted line
    error: float  # of that: its standard error
    lately: float  # the same over the last quarter, twice its standard error taken off
    room: float

    @property
    def grows(self) -> bool:
        """Whether it has grown, by more than chance explains, and goes on to do so."""
        return self.growth - 2 * self.error > self.room and self.lately > self.room / 2


def of_process(pid: int) -> Sample:
    """What one process holds. OSError if it is gone."""
    folder = Path(f"/proc/{pid}")
    facts = {}
    for line in (folder / "smaps_rollup").read_text().splitlines()[1:]:
        name, value = line.split(":")
        facts[name] = int(value.split()[0]) * 1024
    own = facts["Private_Clean"] + facts["Private_Dirty"]
    files, threads = len(list((folder / "fd").iterdir())), len(list((folder / "task").iterdir()))
    return dict(zip(OF_PROCESSES, (own / MB, facts["Pss"] / MB, files, threads), strict=True))


def of_all(groups: Mapping[str, Callable[[], Sequence[int]]]) -> Sample:
    """What groups of processes hold, each group in all, and the rows of the database."""
    found: Sample = {}
    for group, pids in groups.items():
        total = dict.fromkeys(OF_PROCESSES, 0.0)
        for pid in pids():
            try:
                one = of_process(pid)
            except OSError:
                continue  # a session that has just ended
            total = {name: total[name] + value for name, value in one.items()}
        found |= {f"{group}: {name}": value for name, value in total.items()}
    with connection.cursor() as cursor:
        for name, statement in {**STEADY_ROWS, **KEPT_ROWS}.items():
            cursor.execute(statement)
            found[f"rows: {name}"] = float(cursor.fetchone()[0])
    return found


def is_steady(name: str) -> bool:
    """Whether a reading should not grow. Postgres's share of its common memory fills on purpose."""
    group, _, what = name.partition(": ")
    if group == "rows":
        return what in STEADY_ROWS
    return not (group == "Postgres" and what == OF_PROCESSES[1])


def judged(samples: Sequence[tuple[float, Sample]]) -> list[GrowthVerdict]:
    """A verdict on each reading that should not grow, from samples with their times."""
    half = samples[len(samples) // 2 :]
    times = [at for at, _ in half]
    verdicts = []
    for name in filter(is_steady, samples[0][1]):
        values = [sample[name] for _, sample in half]
        growth, error = fitted(times, values)
        last, error_of_last = fitted(times[len(half) // 2 :], values[len(half) // 2 :])
        part, least = next(room for mark, room in ROOM.items() if name.endswith(mark))
        room = max(part * statistics.fmean(values), least)
        first = samples[0][1][name]
        lately = last - 2 * error_of_last
        verdicts.append(
            GrowthVerdict(name, first, values[0], values[-1], growth, error, lately, room)
        )
    return verdicts


def fitted(times: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """How much values grow by the straight line through them, and the standard error of that."""
    if len(times) < 3:
        return values[-1] - values[0], 0.0
    slope, begin = statistics.linear_regression(times, values)
    rest = sum((v - begin - slope * t) ** 2 for t, v in zip(times, values, strict=True))
    middle = statistics.fmean(times)
    error = math.sqrt(rest / (len(times) - 2) / sum((t - middle) ** 2 for t in times))
    span = times[-1] - times[0]
    return slope * span, error * span
