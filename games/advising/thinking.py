"""Thinking about one question: the best answers, what they promise, what is to be feared."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings

from games.advising.asking import Asked
from games.advising.found import FoundAnswer, FoundFear, FoundThought, Line
from games.bots.advice import Fear, best_answers, fear_of, line_of
from games.bots.levels import doubtful, policy_of
from games.bots.outlook import Outlook, in_order
from games.bots.search import BotSearch
from games.judging.limits import judged
from games.judging.searching import SearchWork, run_in_slices
from games.rules.core.codec import encode
from games.rules.core.interface import (
    AnyState,
    Document,
    Move,
    Rules,
)
from games.rules.core.levels import Level
from games.rules.core.play import Played
from games.trying.course import opened

ANSWERS = 3
"""Answers that are told, the best first."""
COURSES, MOST_WORK = 60, 20_000
"""Of each answer: courses to the end, and moves in them at most."""
LONGEST_LINE = 10
"""Moves of a line."""
DRAW = 1
"""What is hidden in a line: the same as where moves are tried (`games.trying`) at first."""
LOOK_EVERY = 0.5  # seconds between two reports of how far it is

Tell = Callable[[float], None]
"""Hears what share of the work is done."""


class Budget(NamedTuple):
    """How long a thought may take in all, and whom it tells how far it is."""

    end: float
    tell: Tell

    def run(self, work: SearchWork, most: int, first: float, last: float) -> None:
        """Run a search or an outlook up to its work; it is this part of the whole."""
        while work.work < most and not work.is_over and time.monotonic() < self.end:
            run_in_slices(work, most, min(LOOK_EVERY, self.end - time.monotonic()))
            self.tell(first + (last - first) * min(1.0, work.work / most))
        if not work.work:  # time was up before: one slice, so that there is something to tell
            with judged():
                work.run(1)


def strongest(rules: Rules[AnyState]) -> Level:
    """The level of a game that looks furthest."""
    return max(rules.levels.values(), key=lambda level: level.work)


def thought_of(asked: Asked, tell: Tell, seconds: float | None = None) -> Document:
    """What an expert thinks of a question, as JSON values; deterministic, unless time runs out.

    Chances are those of the quick policy on all sides, with slips (`doubtful`). Raises
    NotImplementedError if the game cannot draw what is hidden, and RulesFailed.
    """
    budget = Budget(time.monotonic() + (seconds or settings.SEARCH_SECONDS), tell)
    rules, decision, level = asked.rules, asked.decision, strongest(asked.rules)
    policy, seed = policy_of(rules), asked.key[:16]
    search = BotSearch(rules, asked.view, decision, policy, seed, level, level.work)
    if not search.is_over:
        budget.run(search, level.work, 0.0, 0.4)
    with judged():
        answers = best_answers(search, ANSWERS)
    firsts: list[Played | None] = [None, *((decision.seat, move) for move in answers)]
    outlooks = list[Outlook]()
    for index, first in enumerate(firsts):
        outlook = Outlook(rules, asked.view, doubtful(rules), seed, first, COURSES)
        share = 0.6 / len(firsts)
        budget.run(outlook, MOST_WORK, 0.4 + share * index, 0.4 + share * (index + 1))
        outlooks.append(outlook)
    now, *after = outlooks
    order = in_order(after, decision.seat)
    best = answers[order[0]]
    with judged():
        fear = fear_of(search, best) if search.iterations else None
    found = FoundThought(
        place=decision.seat,
        chances=now.chances(),
        answers=[
            FoundAnswer(
                encode(answers[number]),
                after[number].chances(),
                line(asked, search, answers[number]),
            )
            for number in order
        ],
        fear=fear and FoundFear(fear.seat, fear.move, line(asked, search, best, fear)),
    )
    return encode(found)


def line(asked: Asked, search: BotSearch, answer: Move, fear: Fear | None = None) -> Line:
    """A line as the what-if board plays it: seats and moves."""
    with judged():
        position = opened(asked.rules, asked.view, DRAW)
        played = line_of(search, position, answer, LONGEST_LINE, fear)
    return [(seat, encode(move)) for seat, move in played]
