"""Stopping the site and letting it go on, planning when no clock runs, and what is stored then.

Each of these is an `Outage`: the calendars of all clocks have it, so a clock that is worked out
again, by whomever and however often, has its time back exactly once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.errors import NotPossible
from games.models import Outage
from games.storing.changes import Change, change_store
from games.storing.halts import stops_change, tables_rest
from games.storing.rows import TableRow
from games.telling.halts import check_stored

LONGEST_WINDOW = timedelta(days=7)
"""Of work that is planned."""
MOMENT = timedelta(microseconds=1)

_although_halted: ContextVar[bool] = ContextVar("although_halted", default=False)


class AlreadyDone(NotPossible):
    """Somebody else was quicker: the site is stopped, or goes on, already."""

    code, status, text = "already_done", 409, _("Somebody else has done this already.")


@contextmanager
def although_halted() -> Iterator[None]:
    """A context in which tables are changed also while the site is stopped: by its operators."""
    before = _although_halted.set(True)
    try:
        yield
    finally:
        _although_halted.reset(before)


def stored(row: TableRow, change: Change) -> bool:
    """Store a change that was worked out from a row; False if the table has moved on since.

    False as well if clocks do not run as they did when the row was read. Raises Halted while the
    site is stopped.
    """
    change.stamp, change.anyway = row.stamp, _although_halted.get()
    if change_store(change):
        return True
    if not change.anyway:
        check_stored()
    return False


@transaction.atomic
def site_stop(*, text_en: str, text_de: str = "") -> Outage:
    """Stop the site: from the commit on nothing is changed, and no clock runs.

    Raises AlreadyDone.
    """
    stops_change()
    if Outage.objects.filter(until=None).exists():
        raise AlreadyDone
    tables_rest()
    return Outage.objects.create(
        kind=Outage.Kind.PANIC,
        since=timezone.now(),
        read_only=True,
        text_en=text_en,
        text_de=text_de,
    )


@transaction.atomic
def site_go_on() -> Outage:
    """Let the site go on: every clock has the time back that has passed. Raises AlreadyDone."""
    stops_change()
    stop = Outage.objects.filter(until=None).first()
    if stop is None:
        raise AlreadyDone
    stop.until = max(timezone.now(), stop.since + MOMENT)
    stop.save(update_fields=["until"])
    return stop


def check_work(since: datetime, until: datetime, planned: Outage | None, now: datetime) -> None:
    """Raise NotPossible, with its field, for work that cannot be planned, or not any more.

    What has passed of it stays: once it has begun only its end may be moved, into the future.
    """
    begun = planned is not None and not planned.off and planned.since <= now
    if planned is not None and begun:
        if (planned.since, planned.until) == (since, until):
            return
        if planned.until is not None and planned.until <= now:
            raise NotPossible(_("This work is over."), "work_until")
        if since != planned.since:
            raise NotPossible(_("The work has begun already."), "work_since")
    elif since < now:
        raise NotPossible(_("This is in the past."), "work_since")
    if not max(since, now) < until <= since + LONGEST_WINDOW:
        text = _("Work ends after it begins, and within {days} days.")
        raise NotPossible(text.format(days=LONGEST_WINDOW.days), "work_until")


@transaction.atomic
def work_plan(
    *, since: datetime, until: datetime, read_only: bool, before: Outage | None = None
) -> Outage:
    """Plan when no clock runs, or plan `before` anew. Raises NotPossible, see `check_work`."""
    stops_change()
    planned = Outage.objects.get(pk=before.pk) if before is not None else None
    check_work(since, until, planned, timezone.now())
    window = {"since": since, "until": until, "read_only": read_only, "off": False}
    if planned is None:
        return Outage.objects.create(kind=Outage.Kind.PLANNED, **window)
    if any(getattr(planned, name) != value for name, value in window.items()):
        for name, value in window.items():
            setattr(planned, name, value)
        planned.save(update_fields=list(window))
    return planned


@transaction.atomic
def work_call_off(planned: Outage) -> None:
    """Call planned work off, or end it at once if it has begun; nothing if it is over."""
    stops_change()
    planned.refresh_from_db()
    now = timezone.now()
    if planned.off or (planned.until is not None and planned.until <= now):
        return
    if planned.since < now:
        planned.until = now
        planned.save(update_fields=["until"])
    else:
        planned.off = True
        planned.save(update_fields=["off"])
