"""All tables of a user in one file: asked for on a page, made by the worker, kept for some days.

In it are the export of the account and, for each table, the document that proves it
(docs/topics/fairness.md), or what the export has of it where that is not opened.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.models import Archive, User
from accounts.people.leaving import all_about
from config.running.queueing import defer_once
from config.running.worker import SEARCHES, stop_if_asked
from config.web.counting import check_most, within
from config.web.limits import ARCHIVES
from games.errors import NotOpened
from games.rules.core.proof import written
from games.storing.queue import priority_for
from games.storing.rows import table_load
from games.telling.proofs import proof_of
from games.telling.selectors import may_watch

MAKE = "accounts.archive_make"
"""The name of the job: see `accounts.tasks`."""
KEPT = timedelta(days=7)
TOLD_EVERY = 10  # tables
SHOWN = ("asked_at", "done", "total", "finished_at")
"""Its columns apart from the file, which may be large."""


def archive_of(user: User) -> dict[str, Any] | None:
    """How far the archive of a user is; None if they have asked for none."""
    shown: dict[str, Any] | None = Archive.objects.filter(user=user).values(*SHOWN).first()
    return shown


@transaction.atomic
def archive_ask(*, user: User) -> None:
    """Have the worker make an archive, in the place of an earlier one. Raises TooMany."""
    User.objects.select_for_update().get(pk=user.pk)  # so that the limit holds
    lately = Archive.objects.filter(within(ARCHIVES, "asked_at"), user=user)
    check_most(ARCHIVES, lately.count())
    fresh = {"asked_at": timezone.now(), "done": 0, "total": 0, "file": None, "finished_at": None}
    Archive.objects.update_or_create(user=user, defaults=fresh)
    archive_defer(user.pk)


def archive_defer(user_id: int) -> None:
    """Queue the job, unless it waits already: behind all that somebody at a table waits for."""
    lock = f"{MAKE} {user_id}"
    turn = priority_for(user_id, later=True)
    job = app.configure_task(MAKE, queue=SEARCHES, lock=lock, queueing_lock=lock, priority=turn)
    defer_once(job, user_id=user_id)


def archive_make(user_id: int) -> None:
    """Make the archive of a user who has asked for one; nothing if it is there.

    It may be run again, and begins anew then. Raises Interrupted if its worker is to end.
    """
    user = User.objects.filter(pk=user_id, archive__finished_at__isnull=True).first()
    mine = Archive.objects.filter(user=user_id, finished_at__isnull=True)
    if user is None or not mine.exists():
        return
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        account = all_about(user)
        archive.writestr("account.json", json.dumps(account, indent=2, cls=DjangoJSONEncoder))
        tables = {each["table"]: each for each in reversed(account["tables"])}
        mine.update(total=len(tables))
        for count, (name, document) in enumerate(documents_of(user, tables), start=1):
            stop_if_asked()
            archive.writestr(f"tables/{name}", document)
            if count % TOLD_EVERY == 0:
                mine.update(done=count)
    mine.update(done=len(tables), file=file.getvalue(), finished_at=timezone.now())


def documents_of(user: User, tables: dict[int, dict[str, Any]]) -> Iterator[tuple[str, bytes]]:
    """The tables of an export, each with the name of its file."""
    for table_id, mine in tables.items():
        row = table_load(table_id)
        try:
            if not may_watch(row, user):
                raise NotOpened
            yield f"{row.game}-{row.id}.json", written(proof_of(row))
        except NotOpened:
            yield f"{row.game}-{row.id}-mine.json", msgspec.json.encode(mine)


def file_of(user: User) -> bytes | None:
    """The file, if it has been made."""
    made = Archive.objects.filter(user=user, finished_at__isnull=False)
    file = made.values_list("file", flat=True).first()
    return None if file is None else bytes(file)


def archives_forget(now: datetime) -> None:
    """Delete the archives that have been there long enough."""
    Archive.objects.filter(asked_at__lt=now - KEPT).delete()
