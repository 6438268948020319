"""The mark of this life of the site, and how a new life begins."""

from __future__ import annotations

import functools
import secrets
from datetime import datetime

from django.db import connection, transaction

from games.models import Life

FURTHER = 1_000_000
"""More numbers than can have been given since a backup."""
MOVE_ON = """
    select setval(format('%%I.%%I', schemaname, sequencename)::regclass,
        least(coalesce(last_value, start_value - 1) + %s, max_value))
    from pg_sequences where schemaname = 'public'
"""


@functools.cache
def life_mark() -> str:
    """What marks carry that others keep: of mails, posts to hooks, pushes, feeds, pictures.

    It is read once in a process, as nobody restores under one that runs.
    """
    return Life.objects.filter(pk=1).values_list("mark", flat=True).first() or ""


@transaction.atomic
def life_begin(now: datetime) -> str:
    """Let no number and no mark mean what it may have meant after the backup; the new mark."""
    with connection.cursor() as cursor:
        cursor.execute(MOVE_ON, [FURTHER])
    fresh = {"mark": secrets.token_hex(4), "since": now}
    Life.objects.update_or_create(pk=1, defaults=fresh)
    life_mark.cache_clear()
    return life_mark()
