"""What a thread does for watched tables: read, judge, store, show. `games.watching.live` says when.

Visits to several tables are made together, so that their changes share a commit. This fast way
only accepts moves, or says that one is to be confirmed, and it is quick: a table where anything is
out of the ordinary, or takes long, is visited `again` by itself, in another thread. There
`games.changing.services` judges from what is stored, and its answer counts.
"""

from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db import DatabaseError, connection

from config.database.waits import altogether
from config.sight import about, figures, traces
from config.sight.steps import Step
from config.web.refusal import Refused, told
from config.web.unreachable import UNREACHABLE
from games.changing import jumps, services
from games.errors import RulesFailed
from games.judging import turns
from games.judging.limits import RulesTooSlow, judged
from games.rules.core.codec import kind_of
from games.storing.changes import Change, changes_store
from games.storing.rows import TableRow, is_still_signed_in, tables_load
from games.telling import selectors
from games.telling.halts import check_open
from games.telling.log import told_by, undone_before
from games.telling.reading import reading_in
from games.telling.updates import Updates, updates_of
from games.watching.showing import WatcherMessage, messages_for, reader_of
from games.watching.submissions import SocketSubmission
from games.watching.tables import UNKNOWN, LiveTable, Watcher
from games.watching.wishes import Move

logger = logging.getLogger(__name__)

HASTE = 0.1  # seconds of CPU time for a call of the rules in the fast way
MOST_PAGES = 8  # readers for whom pages of one table are drawn in the fast way


class Visit:
    """What is to be done at one table, and what came of it."""

    def __init__(
        self,
        table: LiveTable,
        submission: SocketSubmission | None,
        wanting: set[Watcher],
        watchers: Iterable[Watcher],
    ) -> None:
        self.table, self.submission = table, submission
        self.wanting = wanting  # these get an update even if they have seen the latest entry
        self.watchers = [*watchers]
        self.doubts = False  # whether any of these may have lost the right to be there
        self.change: Change | None = None
        self.messages: list[WatcherMessage] = []
        self.gone: list[Watcher] = []  # may not watch this table, or nobody may
        self.failed = False  # the table cannot be shown; why has been logged
        self.again = False  # to be made again, in the slow way
        self.done = False


def attend(visits: list[Visit]) -> None:
    """Make visits. Those that are not `done` afterwards could not reach the database.

    An unexpected error is likely to concern one table, so each is visited again by itself.
    """
    try:
        with traces.span("visit", tables=[visit.table.id for visit in visits]):
            _attend(visits)
    except (Exception, RulesTooSlow):
        logger.exception("Visits that cannot be made together")
        for visit in visits:
            if not visit.done:
                visit.again = visit.done = True


def _attend(visits: list[Visit]) -> None:
    with reaching(visits):
        _read([visit for visit in visits if visit.table.is_outdated()])
        _submit([visit for visit in visits if visit.submission is not None])
        for visit in visits:
            if not visit.again:
                with Step("show", table=visit.table.id):
                    _show(visit, HASTE)
            visit.done = True


def attend_again(visit: Visit) -> None:
    """Make a visit in the slow way, with the full time limit for rules."""
    with about.concerning(table=visit.table.id, **sender_of(visit)):
        _attend_alone(visit)


def sender_of(visit: Visit) -> dict[str, Any]:
    """Over whose socket the wish came for which a visit is made, if it is for one."""
    if visit.submission is None:
        return {}
    watcher = visit.submission.watcher
    return {"user": watcher.user_id, "request": watcher.request}


def _attend_alone(visit: Visit) -> None:
    try:
        with traces.span("visit again", table=visit.table.id):
            _attend_again(visit)
    except (Exception, RulesTooSlow):
        logger.exception("Table %s cannot be visited", visit.table.id)
        if visit.submission is not None:
            visit.submission.status = visit.submission.status or 500
        visit.failed, visit.gone = True, visit.watchers
        visit.done = True


def _attend_again(visit: Visit) -> None:
    with reaching([visit]):
        visit.done = False
        if visit.submission is not None and not visit.submission.status:
            visit.table.forget()
            _submit_slowly(visit.submission, visit.table.id)
        if visit.table.is_outdated():
            _read([visit])
        with Step("show", table=visit.table.id):
            _show(visit, None)
        visit.done = True


@contextlib.contextmanager
def reaching(visits: list[Visit]) -> Iterator[None]:
    """A context in which visits that cannot reach the database stay undone, their tables unread."""
    try:
        with altogether():
            yield
    except UNREACHABLE as error:
        logger.warning("Tables wait for the database: %s", error)
        connection.close()
    finally:
        for visit in visits:
            if not visit.done:
                visit.table.forget()


def _read(visits: list[Visit]) -> None:
    if visits:
        for visit in visits:
            visit.table.stale = False  # before reading: whoever joins from now on needs a later row
        rows = tables_load([visit.table.id for visit in visits])
        for visit in visits:
            visit.table.take(rows.get(visit.table.id))


# --- Moves ---------------------------------------------------------------------------------------


def _submit(visits: list[Visit]) -> None:
    now = jumps.now()
    played: list[tuple[Visit, turns.Draft, Change]] = []
    for visit in visits:
        submission = visit.submission
        assert submission is not None
        wish = submission.wish
        if isinstance(wish, Move) and (found := _judge(visit.table, submission, wish, now)):
            draft, change = found
            kind = kind_of(draft.rules, wish.move.get("kind"))
            if wish.ask and services.is_final(change, kind):
                submission.status, submission.final = 200, True  # nothing is played
                visit.table.judged = draft.to_confirm(wish.question, wish.move)
            else:
                change.credential, change.stamp = submission.watcher.credential, draft.row.stamp
                played.append((visit, draft, change))
    stored = _store([change for _, _, change in played])
    for visit, draft, change in played:
        if visit.submission is not None and change.table_id in stored:
            visit.change = change
            visit.table.advance(draft, change)
            visit.submission.status, visit.submission.number = 200, change.number
    for visit in visits:
        visit.again = visit.submission is not None and not visit.submission.status


def _judge(
    table: LiveTable, submission: SocketSubmission, wish: Move, now: datetime
) -> tuple[turns.Draft, Change] | None:
    """The draft with the move played, and its change; None if anything is out of the ordinary."""
    row = table.row
    if row is None:
        return None
    known, table.known = table.known, None  # the draft changes it in place
    before, table.judged = table.judged, None
    try:
        place = services.seat_of(row, submission.watcher.user_id)
        with Step("judge", table=row.id), judged(HASTE):
            draft = turns.answered(row, place, wish.question, wish.move, now, known, before)
            return draft, draft.change()
    except Exception:
        return None  # the slow way says what is wrong


def _store(changes: list[Change]) -> set[int]:
    """The tables whose change was stored; the slow way finds out what is wrong with the others."""
    if not changes:
        return set()
    try:
        return changes_store(changes)
    except UNREACHABLE:
        raise
    except DatabaseError:
        logger.exception("Changes that cannot be stored together")
        return set()


def _submit_slowly(submission: SocketSubmission, table_id: int) -> None:
    """Carry out a wish from what is stored, and set its answer, whatever it is."""
    watcher, wish = submission.watcher, submission.wish
    user_id = watcher.user_id or 0
    with reading_in(*watcher.reading):  # for the text of a refusal
        try:
            if not is_still_signed_in(watcher.credential):
                submission.status = 401
                figures.refused.labels("not_signed_in").inc()
            elif wish.is_asked_about(table_id, user_id):
                submission.status, submission.final = 200, True
            else:
                if wish.waits_for_the_site:
                    check_open()
                submission.number = wish.carry_out(table_id, user_id)
                submission.status = 200
        except UNREACHABLE:
            raise
        except Refused as refused:
            submission.status, submission.refusal = refused.status, told(refused)
            if refused.status in (401, 403):
                logger.warning("Refused: %s", refused.code)
        except Exception:
            submission.status = 500
            logger.exception("A wish at table %s", table_id)


# --- Updates -------------------------------------------------------------------------------------


def _show(visit: Visit, seconds: float | None) -> None:
    """Make the messages for the watchers of a table. If that fails, no other table is affected."""
    row = visit.table.row
    if row is None:
        visit.gone = visit.watchers
        return
    uncertain = visit.watchers if visit.doubts else visit.wanting
    visit.gone = [who for who in uncertain if not selectors.may_watch(row, who.user)]
    due = [
        watcher
        for watcher in visit.watchers
        if watcher not in visit.gone and is_due(watcher, row, wants=watcher in visit.wanting)
    ]
    if not due:
        return
    pages = {reader_of(row, watcher) for watcher in due if watcher.html}
    if not visit.again and len(pages) > MOST_PAGES:
        visit.again = True
        return
    try:
        updates = _updates_for(visit, row, min(watcher.seen for watcher in due), seconds)
        visit.messages = messages_for(updates, due)
    except UNREACHABLE:
        raise
    except Exception as error:
        _cannot_show(visit, row, error)
        return
    visit.table.known = updates.known
    if updates.failed:
        _cannot_show(visit, row, updates.failed)


def is_due(watcher: Watcher, row: TableRow, *, wants: bool) -> bool:
    """Whether a watcher needs an update.

    It is behind, has another place than before or has seen other ratings, or wants one and is no
    up-to-date page. That of a game that is over may be from before the ratings.
    """
    knows = watcher.html and any(watcher.shown) and not watcher.compares and row.outcome is None
    moved = watcher.place not in (UNKNOWN, row.place_of(watcher.user_id))
    rated = watcher.ratings not in (None, row.ratings)
    return watcher.seen < row.number or moved or rated or (wants and not knows)


def _cannot_show(visit: Visit, row: TableRow, error: Exception) -> None:
    """After the fast way, take the slow one; after that, freeze the table if its rules failed."""
    if not visit.again:
        visit.again, visit.messages = True, []
        return
    if not isinstance(error, RulesFailed):
        logger.error("Table %s cannot be shown", row.id, exc_info=error)
        visit.failed, visit.gone = True, visit.watchers
    elif row.status == "playing" and not row.frozen:
        services.table_freeze(table_id=row.id, reason=services.describe(error))


def _updates_for(visit: Visit, row: TableRow, since: int, seconds: float | None) -> Updates:
    change, known = visit.change, visit.table.known
    if change is not None and row.number == change.number and since >= change.before:
        before = functools.partial(undone_before, row.id)
        return Updates(row, told_by(change), before, known, seconds)
    return updates_of(row, since, known, seconds)
