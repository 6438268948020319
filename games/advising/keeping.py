"""Thoughts and analyses as they are stored: asked for once, thought by the searchers, kept.

A job does all of it, in the queue of searches; whoever asks looks again until it is found. Jobs of
one user wait for each other (`games.storing.queue`).
"""

from __future__ import annotations

import logging
import time

import msgspec
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from procrastinate.contrib.django import app

from config.running.queueing import defer_once
from config.running.worker import SEARCHES, is_to_stop, stop_if_asked
from config.web.buckets import thoughts
from config.web.clients import asking
from config.web.refusal import Refused
from games.advising import analysing, thinking
from games.advising.analysing import CannotAnalyse, Work
from games.advising.asking import Asked, QuestionSource, asked_at, asked_from, still_open
from games.errors import NotInPlay, RulesFailed
from games.models import Analysis, Thought
from games.rules.core.codec import convert, encode
from games.rules.core.interface import IllegalMove
from games.storing.queue import priority_for
from games.storing.rows import TableRow, table_load

logger = logging.getLogger(__name__)

THINK, ANALYSE = "games.think", "games.analyse"
"""The names of the jobs, see `games.tasks`."""
MOST_THOUGHTS = 300
"""Thoughts kept of one table; the oldest go first."""
AT_A_TIME = 8.0
"""Seconds of an analysis that one job does; then others have their turn."""
TOLD_EVERY = 3  # percent, so that a thought is not stored all the time

FAILURES = (RulesFailed, NotImplementedError, IllegalMove, msgspec.ValidationError)
"""What may go wrong when rules are searched."""


# --- Thoughts -------------------------------------------------------------------------------------


class OthersAnswered(Exception):
    """The question is still open, but others have answered it meanwhile: it is there now."""

    def __init__(self, source: QuestionSource) -> None:
        super().__init__()
        self.source = source


def thought_about(asked: Asked) -> Thought | None:
    """What is thought of a question, or will be; None if nobody has asked yet."""
    thought = Thought.objects.filter(key=asked.key).first()
    return thought or thought_following(asked.source)


def thought_before(source: QuestionSource) -> Thought | None:
    """What was asked of a question before others, asked at the same time, answered it."""
    thoughts = Thought.objects.filter(table=source.table or None, failed=False).order_by("-pk")
    for number, stored in thoughts.values_list("pk", "source") if source.table else ():
        before = convert(stored, QuestionSource)
        if before.place == source.place:
            now = still_open(table_load(source.table), before)
            return Thought.objects.filter(pk=number).first() if now == source else None
    return None


def thought_following(source: QuestionSource) -> Thought | None:
    """One of those that is still to be thought, and will follow to where the question is now."""
    thought = thought_before(source)
    return thought if thought is not None and thought.found is None else None


def thought_shown(row: TableRow, asked: Asked) -> tuple[Asked, Thought | None]:
    """What a page shows of a question: if it has not been asked since others answered, as it was.

    With the question that it was thought about. Raises CannotTry, NothingAsked.
    """
    thought = thought_about(asked) or thought_before(asked.source)
    if thought is not None and thought.found is not None and thought.key != asked.key:
        asked = asked_at(row, convert(thought.source, QuestionSource))
    return asked, thought


def thought_follow(thought: Thought, source: QuestionSource) -> Thought | None:
    """Move a thought to where its question is now; None if that was asked for, or is over."""
    rows = Thought.objects.filter(pk=thought.pk, found__isnull=True)
    try:
        asked = asked_from(source)
        with transaction.atomic():
            rows.update(key=asked.key, source=encode(source), done=0)
    except (Refused, IntegrityError):
        rows.delete()
    return rows.first()


@transaction.atomic
def thought_ask(asked: Asked, user_id: int | None) -> Thought:
    """Ask what is thought of a question. What somebody has asked before is thought only once.

    Raises TooMany.
    """
    thought, is_new = thought_following(asked.source), False
    if thought is None:
        source = encode(asked.source)
        thought, is_new = Thought.objects.get_or_create(
            key=asked.key, defaults={"source": source, "table_id": asked.source.table or None}
        )
    if thought.found is None:
        thoughts.admit(asking(user_id))
    if is_new and asked.source.table:
        of_table = Thought.objects.filter(table=asked.source.table).order_by("-pk")
        old = of_table.values_list("pk", flat=True)[MOST_THOUGHTS:]
        Thought.objects.filter(pk__in=list(old)).delete()
    if thought.failed:
        Thought.objects.filter(pk=thought.pk).update(failed=False, done=0, asked_at=timezone.now())
        thought.failed = False
    if thought.found is None:
        job_defer(THINK, user_id, thought_id=thought.pk)
    return thought


def thought_think(thought_id: int) -> None:
    """Think what was asked for, and keep it; nothing if it is there already.

    If others answer the same question meanwhile, it begins anew with what is known then. Raises
    Interrupted if its worker is to end.
    """
    thought = Thought.objects.filter(pk=thought_id, found__isnull=True).first()
    while thought is not None:
        try:
            think_about(thought)
        except OthersAnswered as news:
            thought = thought_follow(thought, news.source)
        else:
            return


def think_about(thought: Thought) -> None:
    """Think it and keep it, or that it failed. Raises Interrupted, OthersAnswered."""
    rows = Thought.objects.filter(pk=thought.pk, found__isnull=True)
    source, told = convert(thought.source, QuestionSource), thought.done

    def look() -> None:
        now = still_open(table_load(source.table), source) if source.table else None
        if now is not None:
            raise OthersAnswered(now)

    def tell(share: float) -> None:
        nonlocal told
        stop_if_asked()
        look()
        percent = min(99, int(100 * share))
        if percent >= told + TOLD_EVERY:
            told = percent
            rows.update(done=percent)

    try:
        look()
        asked = asked_from(source)
        if asked.key != thought.key:  # a move was taken back: nobody is asked this any more
            rows.delete()
            return
        found = thinking.thought_of(asked, tell)
        look()
    except Refused:
        rows.delete()
    except FAILURES as error:
        logger.error("Thinking has failed: %s", thought.source, exc_info=error)
        rows.update(failed=True)
    else:
        rows.update(found=found, done=100)


# --- Analyses -------------------------------------------------------------------------------------


def analysis_of(table_id: int) -> Analysis | None:
    """The analysis of a table, or how far it is; None if nobody has asked for it."""
    return Analysis.objects.filter(pk=table_id).first()


@transaction.atomic
def analysis_ask(row: TableRow, user_id: int | None) -> Analysis:
    """Ask for the analysis of a finished table. Raises NotInPlay for another one, TooMany."""
    if row.status != "finished":
        raise NotInPlay
    analysis, _is_new = Analysis.objects.get_or_create(table_id=row.id)
    if analysis.found is None and not analysis.failed:
        thoughts.admit(asking(user_id))
        job_defer(ANALYSE, user_id, table_id=row.id)
    return analysis


def analysis_go_on(table_id: int, for_user: int | None = None) -> None:
    """Do a part of an analysis, and owe the rest; nothing if it is there already."""
    rows = Analysis.objects.filter(pk=table_id, found__isnull=True, failed=False)
    analysis = rows.first()
    if analysis is None:
        return
    row, begun = table_load(table_id), time.monotonic()
    try:
        work = convert(analysis.work, Work) if analysis.work else analysing.begun(row)
        if analysis.total:
            analysing.go_on(row, work, min(AT_A_TIME, settings.SEARCH_SECONDS), is_to_stop)
    except CannotAnalyse:
        rows.update(failed=True)
        return
    except FAILURES as error:
        logger.error("The analysis of table %s has failed", table_id, exc_info=error)
        rows.update(failed=True)
        return
    logger.debug("A part of the analysis of %s: %.1f s", table_id, time.monotonic() - begun)
    facts = {"work": encode(work), "done": work.done, "total": max(1, work.total)}
    if work.is_over:
        facts |= {"work": {}, "found": analysing.found_in(work)}
    with transaction.atomic():
        stored = rows.filter(done=analysis.done, total=analysis.total).update(**facts)
        if stored and not work.is_over:
            job_defer(ANALYSE, for_user, table_id=table_id)


def job_defer(name: str, user_id: int | None, **about: int) -> None:
    """Queue a job for the searchers, unless it waits already; never the same one twice at once."""
    lock = " ".join([name, *map(str, about.values())])
    job = app.configure_task(
        name, queue=SEARCHES, lock=lock, queueing_lock=lock, priority=priority_for(user_id)
    )
    defer_once(job, for_user=user_id, **about)
