"""Letting a bot that searches play: seconds of work first, then one statement that stores it.

Nothing is held meanwhile: neither a transaction nor a lock. If the table has moved on, the answer
is stored all the same as long as its question is still asked.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from games.changing.services import describe, table_change, table_freeze
from games.errors import NotInPlay, RulesFailed, TableFrozen
from games.judging import searching
from games.storing.changes import Change
from games.storing.rows import TableRow, table_load


def is_search_wanted(table_id: int) -> bool:
    """Whether a bot that searches must decide at a table. Raises NoSuchTable, TableFrozen."""
    return searching.is_search_wanted(table_load(table_id), timezone.now())


def bot_search(
    *,
    table_id: int,
    chance: random.Random | None = None,
    now: datetime | None = None,
    look_up: Callable[[], None] = lambda: None,
) -> bool:
    """Let a bot that searches play one move, if one must decide; whether it has.

    It never answers faster than other bots do (`BOT_PAUSE`), and thinks for no longer than
    `SEARCH_SECONDS`. Raises NoSuchTable, TableFrozen, TableBusy, and what `look_up` raises, which
    is called now and then.
    """
    row, began = table_load(table_id), time.monotonic()
    if row.status != "playing" or row.frozen:
        return False
    try:
        answer = searching.found_answer(
            row, now or timezone.now(), chance or random.Random(), settings.SEARCH_SECONDS, look_up
        )
    except RulesFailed as error:
        table_freeze(table_id=table_id, reason=describe(error), now=now)
        raise TableFrozen from error
    if answer is None:
        return False
    time.sleep(max(0.0, settings.BOT_PAUSE - (time.monotonic() - began)))
    stored = False

    def work(row: TableRow, now: datetime) -> Change | None:
        nonlocal stored
        try:
            change = searching.answer_given(row, answer, now)
        except (NotInPlay, TableFrozen):
            change = None  # it has ended or was stopped in the meantime
        stored = change is not None
        return change

    table_change(table_id, work, now=now)
    return stored
