"""The mark of this life of the site, and how a new life begins."""

from __future__ import annotations

import functools
import secrets
from datetime import datetime

from django.db import connection, transaction

from games.models import Life, LogEntry

FURTHER = 1_000_000
"""More numbers than can have been given since a backup; migration 0033 knows it too."""
MOVE_ON = """
    select setval(format('%%I.%%I', schemaname, sequencename)::regclass,
        least(coalesce(last_value, start_value - 1) + %s, max_value))
    from pg_sequences where schemaname = 'public'
"""
GO_ON = """
    with gone_on as (
        update games_table
        set number = number + 1 + %(further)s,
            position = jsonb_set(position, '{number}', to_jsonb(number + 1 + %(further)s))
        where status = 'playing'
        returning id, number, (position ->> 'version')::int as version
    )
    insert into games_logentry (
        table_id, number, kind, "by", question, events, version, barrier, undone, at
    )
    select id, number, %(kind)s, '', '', '[]', version, false, false, %(now)s from gone_on
"""
"""An entry for each table in play, whose number is further than those that may be lost."""


@functools.cache
def life_mark() -> str:
    """What marks carry that others keep: of mails, posts to hooks, pushes, feeds, pictures.

    It is read once in a process, as nobody restores under one that runs.
    """
    return Life.objects.filter(pk=1).values_list("mark", flat=True).first() or ""


@transaction.atomic
def life_begin(now: datetime, *, lost: bool) -> str:
    """Let no number and no mark mean what it may have meant after the backup; the new mark.

    `lost`: the site went on after the backup, so entries of tables may be lost.
    """
    with connection.cursor() as cursor:
        cursor.execute(MOVE_ON, [FURTHER])
        if lost:
            kind = LogEntry.Kind.RESTORE.value
            cursor.execute(GO_ON, {"further": FURTHER, "now": now, "kind": kind})
    fresh = {"mark": secrets.token_hex(4), "since": now}
    Life.objects.update_or_create(pk=1, defaults=fresh)
    life_mark.cache_clear()
    return life_mark()
