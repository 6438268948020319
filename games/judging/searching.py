"""What a bot that searches answers. It takes seconds, so no other change waits for it.

The search sees the view of its seat and nothing else. It is divided into slices, each within the
time limit of the rules; when its own time is over it answers with the best that it has found.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple, Protocol

from msgspec import ValidationError

from games.bots.levels import policy_of, search_for
from games.errors import RulesFailed
from games.judging.bots import is_searched
from games.judging.limits import judged
from games.judging.turns import Draft
from games.rules.core.interface import Decision, IllegalMove, Move
from games.storing.changes import Change
from games.storing.rows import TableRow

logger = logging.getLogger(__name__)

SLICE = 500  # moves searched between two looks at the clock


class BotAnswer(NamedTuple):
    """What a bot wants to answer, and to which question."""

    place: int
    question: str
    move: Move


def is_search_wanted(row: TableRow, now: datetime) -> bool:
    """Whether a bot that searches must decide at this table."""
    return row.status == "playing" and not row.frozen and _asked(Draft(row, now)) is not None


def _asked(draft: Draft) -> Decision | None:
    for decision in draft.decisions:
        if is_searched(draft.row, draft.row.seats[decision.seat], decision):
            return decision
    return None


def found_answer(
    row: TableRow,
    now: datetime,
    chance: random.Random,
    seconds: float,
    look_up: Callable[[], None] = lambda: None,
) -> BotAnswer | None:
    """The answer of the first bot that searches and must decide; None if there is none.

    It takes at most so many seconds. A search that fails leaves the answer to the quick policy.
    `look_up` is called now and then, and may raise what ends the search.
    """
    draft = Draft(row, now)
    decision = _asked(draft)
    if decision is None:
        return None
    rules, name = row.rules, row.seats[decision.seat].bot
    with judged():
        view = rules.view(draft.position.state, decision.seat)
    search = search_for(rules, name, view, decision, chance)
    try:
        run_in_slices(search, rules.levels[name].work, seconds, look_up)
        with judged():
            move = search.answer()
    except (RulesFailed, IllegalMove, ValidationError) as error:
        logger.error("A search failed at table %s", row.id, exc_info=error)
        with judged():
            move = policy_of(rules)(view, decision, chance)
    return BotAnswer(decision.seat, draft.question_of(decision), move)


class SearchWork(Protocol):
    """Something that goes on for as long as it may: a search, or an outlook."""

    work: int
    is_over: bool

    def run(self, until: int) -> None:
        """Go on until so much work is done altogether."""


def run_in_slices(
    search: SearchWork, work: int, seconds: float, look_up: Callable[[], None] = lambda: None
) -> None:
    """Run a search up to its work, but no longer than so many seconds."""
    end = time.monotonic() + seconds
    while search.work < work and not search.is_over and time.monotonic() < end:
        look_up()
        with judged():
            search.run(min(work, search.work + SLICE))


def answer_given(row: TableRow, answer: BotAnswer, now: datetime) -> Change | None:
    """The change that the answer makes; None if its question is not asked any more.

    Nor does it count if somebody has come back to the seat: their question is the same.
    """
    draft = Draft(row, now)
    bot = row.seats[answer.place].bot
    if not bot:
        return None
    for decision in draft.decisions:
        if decision.seat == answer.place and draft.question_of(decision) == answer.question:
            draft.play(answer.place, answer.move, by=bot)
            return draft.change(bots_follow=False)
    return None
