"""The worker of a simulated month: it looks every few minutes, and may be cut off anywhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from procrastinate.contrib.django import app

from accounts import tasks as people_tasks
from accounts.notices.sending import notices_send
from games import tasks
from games.models import Outage
from tools.month import dying

if TYPE_CHECKING:
    from tools.month.world import World

STEP = 240.0  # seconds between two looks
HOUR = timedelta(hours=1)
BAD_JOB, BAD_LANE = 0.007, 0.05
"""How often a job, and one that sends, are cut off."""

ORPHANS = [
    "delete from procrastinate_jobs a using procrastinate_jobs b where a.status = 'doing'"
    " and b.status = 'todo' and a.queueing_lock = b.queueing_lock",
    "update procrastinate_jobs set status = 'todo' where status = 'doing'",
]
"""What becomes of jobs whose worker has died: see `config.running.worker.orphans_queue`."""


class Worker:
    """What the worker does, on its time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.names = {task.name: task for task in app.tasks.values()}

    def work(self) -> None:
        """One look of the worker: its periodic jobs, and then the queue."""
        chance = self.world.chance
        wait = chance.uniform(0.8, 1.2) * STEP
        if not self.world.worker_up:
            self.world.in_(wait, self.work)
            return
        now, stamp = self.world.now, int(self.world.now.timestamp())
        before = len(self.world.journal.cuts)
        jobs: list[Callable[[], object]] = [
            lambda: tasks.expire_decisions(timestamp=stamp, now=now, chance=chance),
            lambda: tasks.wake_bots(timestamp=stamp, now=now),
            self.world.talk.alerts_tell,
            lambda: people_tasks.notices(timestamp=stamp, now=now),
        ]
        if self.is_hour():
            jobs.append(lambda: people_tasks.digests(timestamp=stamp))
        if len(self.world.journal.passes) % 300 == 299:
            jobs.append(lambda: people_tasks.forget_notices(timestamp=stamp))
        alive = all(self.job(job) for job in jobs) and self.work_off(now)
        clean = len(self.world.journal.cuts) == before
        if self.is_hour() and clean:
            self.world.journal.digests.append(now)
        self.world.journal.passes.append((now, clean))
        self.world.journal.arrived += self.world.post.collect(now)
        self.world.observer.outages = tuple(
            (since, until)
            for since, until in Outage.objects.order_by("pk").values_list("since", "until")
            if until is not None
        )
        self.world.watch()
        self.world.in_(wait if alive else chance.uniform(10, 60), self.work)

    def is_hour(self) -> bool:
        """Whether an hour and two minutes have come since the worker's last look."""
        last = (
            self.world.journal.passes[-1][0] if self.world.journal.passes else self.world.now - HOUR
        )
        shift = timedelta(minutes=2)
        return (last - shift).replace(minute=0, second=0, microsecond=0) < (
            self.world.now - shift
        ).replace(minute=0, second=0, microsecond=0)

    def job(self, work: Callable[[], object], bad: float = BAD_JOB) -> bool:
        """Do a job, which may be cut off; whether the worker lives on."""
        if self.world.chance.random() >= bad:
            work()
            return True
        cut = self.world.cut("worker")
        done = cut.run(work)
        self.world.note(cut, "worker")
        return done or cut.how != dying.KILLED

    def work_off(self, now: datetime) -> bool:
        """Do all jobs of the queue; whether the worker lives on."""
        for sql in ORPHANS:
            self.world.keeper.run(sql)
        tried: set[int] = set()
        while found := self.world.keeper.run(
            "update procrastinate_jobs set status = 'doing' where id = (select id from"
            " procrastinate_jobs where status = 'todo' and id <> all(%s) order by id limit 1)"
            " returning id, task_name, args",
            [list(tried)],
        ):
            number, name, args = found[0]
            tried.add(number)
            facts = json.loads(args) if isinstance(args, str) else args
            before = len(self.world.journal.cuts)
            bad = BAD_LANE if name == notices_send.name else BAD_JOB
            if name == tasks.bots_play.name:
                facts["chance"] = self.world.chance
            if not self.job(partial(self.names[name], **facts, now=now), bad):
                return False
            if len(self.world.journal.cuts) == before:
                self.world.keeper.run("delete from procrastinate_jobs where id = %s", [number])
        return True
