"""The paces and bounds that the forms of the lobby offer, each with its value and its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext

from config.web.numbers import number_of
from games.models import Table, clock_of
from games.page.agreed import protected_in_words
from games.page.own_numbers import NUMBERS, START
from games.telling.paces import DAY, LONGEST_PACE
from games.telling.times import pace_in_words
from lobby.opening import MOST_PROTECTED, PACE, PaceTerms, days_per_move

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
USUAL_BOUNDS = (0, 12 * 60, DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY, MOST_PROTECTED * DAY)
USUAL_BOUND = 2 * DAY
OWN = {"own-answer": (START,), "own-budget": NUMBERS}
"""Choices of a pace in numbers of one's own, and those that it takes."""


def values_offered(choices: list[tuple[str, Any]]) -> Iterator[str]:
    """The values of choices, those in groups too."""
    for value, words in choices:
        if isinstance(words, list):
            yield from (one for one, _said in words)
        else:
            yield value


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


def paces() -> list[tuple[str, Any]]:
    """The paces that are offered, in groups."""
    minutes = (*SHORT_PACES, *(days * DAY for days in USUAL_PACES))
    answers = [PaceTerms("answer", start) for start in minutes]
    groups = {gettext("For each answer"): answers, gettext("A budget"): BUDGETS}
    return [
        ("", gettext("no limit")),
        *((title, [pace_offered(pace) for pace in paces]) for title, paces in groups.items()),
    ]


def own_paces() -> tuple[str, list[tuple[str, str]]]:
    """The group of paces in numbers of one's own."""
    answer, budget = OWN
    return gettext("Numbers of your own, below"), [
        (answer, gettext("so long for each answer")),
        (budget, gettext("a budget that grows with each answer")),
    ]


def pace_offered(pace: PaceTerms) -> tuple[str, str]:
    """The value and the words of a pace."""
    terms = pace._asdict()
    return name_of_pace(terms), pace_in_words(clock_of({**terms, "most_protected": 0}))


def bounds() -> list[tuple[str, str]]:
    """How much protected time can be accepted."""
    return [(str(minutes), protected_in_words(minutes)) for minutes in USUAL_BOUNDS]
