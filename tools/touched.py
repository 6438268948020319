"""How many blocks and rows of the database something touches, itself and by triggers.

Postgres counts them for each transaction, so what other sessions do does not matter: the same work
on the same rows gives the same figures, however busy the machine is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.db import connection, transaction

COUNTED = """
    select coalesce(sum(pg_stat_get_xact_blocks_fetched(c.oid)), 0),
        coalesce(sum(pg_stat_get_xact_tuples_returned(c.oid)), 0),
        coalesce(sum(
            pg_stat_get_xact_blocks_fetched(c.oid) - pg_stat_get_xact_blocks_hit(c.oid)
        ), 0)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'i', 't')
"""


class Touched(NamedTuple):
    """Blocks that were asked for, in memory or not, and rows and index entries that were looked at.

    Of tables and indexes of the site; those of the catalogue are left out.
    """

    blocks: int
    rows: int
    read: int  # of the blocks, those that were not in the memory of Postgres


def counted() -> Touched:
    """What this transaction has touched so far."""
    with connection.cursor() as cursor:
        cursor.execute(COUNTED)
        return Touched(*map(int, cursor.fetchone() or (0, 0, 0)))


def touched_by(work: Callable[[], object]) -> Touched:
    """What some work touches. It is done in a transaction, over this thread's connection."""
    with transaction.atomic():
        before = counted()
        work()
        after = counted()
    return Touched(*(end - begin for begin, end in zip(before, after, strict=True)))
