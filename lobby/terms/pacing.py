"""The paces and bounds that the forms of the lobby offer, each with its value and its words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from config.web.numbers import number_of
from games.models import Table, clock_of
from games.models.agreed import USUAL_BOUNDS
from games.models.times import in_words, pace_in_words
from games.page.own_numbers import NUMBERS, START
from games.telling.paces import DAY, LONGEST_PACE
from lobby.terms.opening import PACE, PaceTerms, days_per_move

USUAL_PACES = (1, 2, 3, 5, 7, 10, LONGEST_PACE)
USUAL_PACE = 3
SHORT_PACES = (10, 60, 12 * 60)
BUDGETS = [
    PaceTerms("budget", 20, 1, 30),
    PaceTerms("budget", 60, 5, 120),
    PaceTerms("budget", 3 * DAY, 12 * 60, 5 * DAY),
    PaceTerms("budget", 7 * DAY, DAY, 10 * DAY),
    PaceTerms("budget", 21 * DAY, DAY, 30 * DAY),
]
EVENING = "budget-60-5-120"
FIRST = (EVENING, "1", str(USUAL_PACE), "")
"""The paces that are asked for first: at one go, over days, without a limit."""
USUAL_BOUND = 2 * DAY
OWN = {"own-answer": (START,), "own-budget": NUMBERS}
"""Choices of a pace in numbers of one's own, and those that it takes."""


def name_of_pace(terms: dict[str, Any]) -> str:
    """The value of a pace in a form: "" is none, "3" three days an answer, else all of it."""
    pace = PaceTerms(**{name: terms[name] for name in PACE})
    if pace.pace == Table.Pace.NONE:
        return ""
    if pace.pace == Table.Pace.ANSWER and pace.pace_start % DAY == 0:
        return str(pace.pace_start // DAY)
    return "-".join(map(str, pace))


def pace_named(name: str) -> dict[str, Any]:
    """The terms of a pace that a form has offered."""
    if not name:
        return {}
    days = number_of(name)
    if days is not None:
        return days_per_move(days)
    kind, *times = name.split("-")
    return PaceTerms(kind, *map(int, times))._asdict()


def paces() -> list[tuple[str, str]]:
    """The paces that are offered; those that are asked for first, and then the others."""
    minutes = (*SHORT_PACES, *(days * DAY for days in USUAL_PACES))
    answers = [PaceTerms("answer", start) for start in minutes]
    names = [name_of_pace(pace._asdict()) for pace in (*answers, *BUDGETS)]
    return [(name, pace_asked(name)) for name in dict.fromkeys([*FIRST, *names])]


def pace_asked(name: str) -> str:
    """The words of a pace that can be chosen."""
    terms = {**PaceTerms(Table.Pace.NONE, 0)._asdict(), "most_protected": 0, **pace_named(name)}
    pace = clock_of(terms)
    if terms["pace"] == Table.Pace.ANSWER:
        return gettext("{time} for each answer").format(time=pace_in_words(pace))
    if name != EVENING:
        return pace_in_words(pace)
    start, more = in_words(terms["pace_start"]), in_words(terms["pace_increment"])
    return gettext("one evening: {start} and {more} per answer").format(start=start, more=more)


def own_paces() -> list[tuple[str, str]]:
    """The paces in numbers of one's own."""
    answer, budget = OWN
    return [
        (answer, gettext("the time below for each answer")),
        (budget, gettext("the budget below, which grows with each answer")),
    ]


def bounds_in_short() -> list[tuple[str, str]]:
    """How much protected time can be accepted, in a few words."""
    return [(str(minutes), protected_in_short(minutes)) for minutes in USUAL_BOUNDS]


def protected_in_short(minutes: int) -> str:
    """Return the accepted protected time in a few words."""
    if not minutes:
        return gettext("no protected time")
    return gettext("up to {time} protected").format(time=in_words(minutes))
