"""The jobs about tables. All are idempotent: a crash may make any of them run again."""

from __future__ import annotations

import contextlib
import random
import time
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from procrastinate.contrib.django import app

from config.running.queueing import defer_once
from config.running.worker import SEARCHES, Interrupted, is_to_stop, stop_if_asked
from config.web.unreachable import Retry
from games.advising import keeping
from games.changing import clocks, expiring, jumps, plan_changes, ratings, searching, services
from games.errors import Halted, NoSuchTable, TableBusy, TableFrozen
from games.storing.halts import halt_now, stops_ahead
from games.storing.queue import others_wait, priority_for
from games.telling import selectors
from games.telling.plan_reading import plans_due, plans_to_look_at

BOT_MOVES_AT_A_TIME = 10  # then the job is queued again, behind those of other tables …
A_FEW = 3  # … or after so many, if somebody else waits
STALLED = timedelta(seconds=30)
OVERDUE = timedelta(minutes=5)
"""A bot that searches and was waited for so long plays without: no searcher is at work."""
PLANS_EVERY = timedelta(seconds=10)

again = Retry(max_attempts=8)


@app.task(name="games.bots_play", retry=again)
def bots_play(
    table_id: int,
    for_user: int | None = None,
    now: datetime | None = None,
    chance: random.Random | None = None,
    hurried: bool = False,
) -> None:
    """Play for the bots at a table until it is a human's turn, at a pace people can follow.

    A few moves at a time, so that no table blocks a worker; and not for ever: see `bots_stop`. The
    job takes its turn among those of the table's host: see `games.storing.queue`. Where a bot
    searches, a job of its own does so; `hurried`, it plays the first move at once, and where only
    bots sit every move.
    """
    alone = selectors.has_bots_only(table_id)
    for played in range(BOT_MOVES_AT_A_TIME):
        if is_to_stop() or (played >= A_FEW and others_wait(for_user)):
            break
        try:
            hurry = alone or (hurried and played == 0)
            if not services.bot_move(table_id=table_id, now=now, chance=chance, hurried=hurry):
                if searching.is_search_wanted(table_id):
                    search_defer(table_id)
                return
        except (NoSuchTable, TableFrozen, Halted):
            return  # `wake_bots` comes back to a table where it is a bot's turn
        time.sleep(settings.BOT_PAUSE)
    if not services.bots_stop(table_id=table_id, now=now):
        bots_defer(table_id)


def bots_defer(table_id: int, *, hurried: bool = False) -> None:
    """Queue the bots' job of a table again, unless one is already waiting."""
    alone, host = selectors.has_bots_only(table_id), selectors.host_of(table_id)
    job = bots_play.configure(
        queueing_lock=f"games.bots_play {table_id}", priority=priority_for(host, later=alone)
    )
    defer_once(job, table_id=table_id, for_user=host, hurried=hurried)


@app.task(name="games.bot_search", queue=SEARCHES, retry=again)
def bot_search(table_id: int, for_user: int | None = None, now: datetime | None = None) -> None:
    """Let a bot that searches play one move; the job of all bots goes on from there.

    Interrupted, it goes back to the queue, where another searcher finds it at once.
    """
    try:
        searching.bot_search(table_id=table_id, now=now, look_up=stop_if_asked)
        if not services.bots_stop(table_id=table_id, now=now):
            bots_defer(table_id)
    except (NoSuchTable, TableFrozen, Halted):
        return
    except Interrupted as interrupted:
        search_defer(table_id, priority=interrupted.priority)


def search_defer(table_id: int, *, priority: int | None = None) -> None:
    """Queue a search at a table, unless one is already waiting; never two there at once.

    It takes its turn among those of the table's host, too, unless it has had a priority.
    """
    name, host = f"games.bot_search {table_id}", selectors.host_of(table_id)
    turn = priority_for(host) if priority is None else priority
    job = bot_search.configure(queueing_lock=name, lock=name, priority=turn)
    defer_once(job, table_id=table_id, for_user=host)


@app.task(name=keeping.THINK, queue=SEARCHES, retry=again)
def think(thought_id: int, for_user: int | None = None) -> None:
    """Think about a question that somebody has asked about; interrupted, as `bot_search`."""
    try:
        keeping.thought_think(thought_id)
    except Interrupted:
        keeping.job_defer(keeping.THINK, for_user, thought_id=thought_id)


@app.task(name=keeping.ANALYSE, queue=SEARCHES, retry=again)
def analyse(table_id: int, for_user: int | None = None) -> None:
    """Do a part of the analysis of a finished table; what is left is another job."""
    with contextlib.suppress(NoSuchTable):
        keeping.analysis_go_on(table_id, for_user)


@app.periodic(cron="* * * * * */10")
@app.task(name="games.expire_decisions", queueing_lock="games.expire_decisions", pass_context=False)
def expire_decisions(
    timestamp: int, now: datetime | None = None, chance: random.Random | None = None
) -> None:
    """Do what was agreed for every seat that has run out of time; not while no clock runs."""
    clocks.worker_beat(now or jumps.now())
    on = [stop for stop in stops_ahead() if stop.is_on(now or jumps.now())]
    if any(stop.until is None for stop in on):
        return  # until when, nobody knows
    clocks.clocks_settle(now)
    if on:
        return
    for table_id, place, deadline in selectors.decisions_expired(now or jumps.now()):
        try:
            expiring.decision_expire(
                table_id=table_id, place=place, deadline=deadline, now=now, chance=chance
            )
        except (TableBusy, TableFrozen, Halted):
            continue  # the next run tries again


@app.periodic(cron="* * * * * */10")
@app.task(name="games.play_plans", queueing_lock="games.play_plans", pass_context=False)
def play_plans(timestamp: int) -> None:
    """Look at the plans of tables that have moved on, and give the answers whose time has come.

    Each at its own moment, for which this waits: answers at full ten seconds would tell.
    """
    if halt_now() is not None:
        return
    for plan_id in plans_to_look_at():
        plan_changes.plan_look(plan_id=plan_id)
    for plan_id, due_at in plans_due(timezone.now(), PLANS_EVERY):
        time.sleep(max(0.0, (due_at - timezone.now()).total_seconds()))
        with contextlib.suppress(Halted):
            plan_changes.plan_play(plan_id=plan_id)


@app.periodic(cron="* * * * *")
@app.task(name="games.wake_bots", queueing_lock="games.wake_bots", pass_context=False)
def wake_bots(timestamp: int, now: datetime | None = None) -> None:
    """Queue the bots' job again where a bot has been asked for a while: its worker died."""
    if halt_now() is not None:
        return
    now = now or timezone.now()
    overdue = set(selectors.tables_with_waiting_bots(now - OVERDUE))
    for table_id in selectors.tables_with_waiting_bots(now - STALLED):
        bots_defer(table_id, hurried=table_id in overdue)


@app.periodic(cron="* * * * * */10")
@app.task(name="games.rate", queueing_lock="games.rate", lock="games.rate", pass_context=False)
def rate(timestamp: int) -> None:
    """Rate the tables that have ended lately, in their order."""
    if halt_now() is None:
        ratings.ratings_keep_up()
