"""The terms of a table that are not one word or a yes: its seats, its clock and its options.

`AGREED` has all that a table agrees on, each with its columns; see docs/howto/adding.md. What is
asked about seats and clock depends on the game and on each other, so a form asks for them in its
own way (`lobby.pages.forms.table`). Options are declared by the rules of each game: their types,
usual values and words are those of its `Options`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from itertools import chain
from typing import Any

from django.db.models import Q
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.clocks.pace import ANSWER, NONE, Pace
from games.models.terms import AFTER_CLOCK, BEFORE_CLOCK, TERMS, AgreedTerms, Sought, Term, TermLine
from games.models.times import DAY, HOUR, in_words, minutes_of, pace_in_words, protected_in_words
from games.rules.registry import GAMES

TIMES = {
    "pace_start": "start", "pace_increment": "increment", "pace_cap": "cap",
    "most_protected": "most_protected",
}  # fmt: skip
"""The columns with the times of a pace, in minutes, and what they are called there."""
MOST_PROTECTED = 30
"""Days of protected time that a table may accept for one question."""
USUAL_BOUNDS = (0, 12 * HOUR, DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY, MOST_PROTECTED * DAY)
"""Minutes of it from which a host chooses."""


def clock_of(columns: Mapping[str, Any]) -> Pace:
    """Return the pace that columns of a table name, as clocks read it."""
    times = {name: timedelta(minutes=columns[column]) for column, name in TIMES.items()}
    return Pace(columns["pace"], **times)


def time_given(terms: AgreedTerms) -> str:
    """Return how much time one has, as a sentence."""
    pace = terms.pace
    if pace.kind == NONE:
        return gettext("There is no time limit.")
    start, more, cap = (in_words(minutes_of(t)) for t in (pace.start, pace.increment, pace.cap))
    if pace.kind == ANSWER:
        return gettext("You have {time} for each answer.").format(time=start)
    text = gettext("You have {time} in all; each answer adds {more}, up to {cap} at once.")
    return text.format(time=start, more=more, cap=cap)


def time_protected(terms: AgreedTerms) -> str:
    """Return whether clocks stop at the times that one protects, as a sentence."""
    if not terms.pace.most_protected:
        return gettext("Clocks run at night and at weekends, too.")
    return gettext(
        "Your clock stops at the times you protect, such as nights, for up to {time} for "
        "each question."
    ).format(time=in_words(minutes_of(terms.pace.most_protected)))


SEATS = {
    "seats_min": Term(
        label=_("at least"),
        listed="",
        sought=Sought(
            "seats",
            _("Players"),
            {
                str(count): (str(count), Q(seats_min__lte=count, seats_max__gte=count))
                for count in sorted({count for rules in GAMES.values() for count in rules.players})
            },
        ),
    ),
    "seats_max": Term(label=_("at most"), listed=""),
}
CLOCK = {
    "pace": Term(
        label=_("time for a move"),
        columns=("pace", "pace_start", "pace_increment", "pace_cap"),
        whole=lambda columns: pace_in_words(clock_of(columns)),
        listed="",
        selected={
            "pace": f"""case when t.pace = 'answer' and t.pace_start %% {DAY} = 0
                then t.pace_start / {DAY} end""",
            "clock": f"""json_build_object('kind', t.pace, {
                ", ".join(f"'{name}', t.{column}" for column, name in TIMES.items())
            })::text""",
        },
        line=TermLine(lambda terms: pace_in_words(terms.pace)),
        sentence=time_given,
        sought=Sought(
            "pace",
            _("Pace"),
            {
                "evening": (_("one evening"), Q(pace_start__range=(1, 12 * HOUR))),
                "quick": (
                    _("up to 2 days"),
                    Q(pace="answer", pace_start__range=(12 * HOUR + 1, 2 * DAY)),
                ),
                "calm": (_("3 days and more"), Q(pace="answer", pace_start__gt=2 * DAY)),
                "budget": (_("a budget"), Q(pace="budget", pace_start__gt=12 * HOUR)),
                "none": (_("no limit"), Q(pace="none")),
            },
        ),
    ),
    "most_protected": Term(
        label=_("protected time for a question"),
        whole=lambda columns: protected_in_words(columns["most_protected"]),
        line=TermLine(
            lambda terms: protected_in_words(minutes_of(terms.pace.most_protected)), timed=True
        ),
        sentence=time_protected,
        sought=Sought(
            "protected",
            _("Protected time"),
            {
                str(minutes): (
                    lazy(protected_in_words, str)(minutes),
                    Q(most_protected__lte=minutes),
                )
                for minutes in USUAL_BOUNDS[:-1]
            },
        ),
    ),
    "first_time": Term(
        label=_("The first time"),
        columns=(),
        line=TermLine(
            lambda terms: (
                gettext("everybody gets the same time once more") if terms.pace.excuses else ""
            ),
            timed=True,
        ),
        sentence=lambda terms: (
            gettext("Whoever is late for the first time gets the same time once more.")
            if terms.pace.excuses
            else ""
        ),
    ),
}
"""The clock. Its last entry follows from the others, and has no column."""

BEFORE, AFTER = ({name: TERMS[name] for name in names} for names in (BEFORE_CLOCK, AFTER_CLOCK))
AGREED = {**SEATS, **BEFORE, **CLOCK, **AFTER, "options": Term(label=_("options"))}
"""All that a table agrees on, in the order of lists."""
TOLD = CLOCK | AFTER | BEFORE
"""The terms in the order in which a table tells them in words, the clock first."""
COLUMNS = {name: (name,) if t.columns is None else t.columns for name, t in AGREED.items()}
CHANGEABLE = tuple(chain.from_iterable(COLUMNS.values()))
"""The columns of a table that its host may change before it begins."""
SELECTED = {
    field: sql
    for name, term in AGREED.items()
    if term.listed is not None
    for field, sql in (term.selected or {name: f"t.{name}"}).items()
}
"""The SQL that lists of the API select of a table `t`, by field."""
SOUGHT = {term.sought.name: term.sought for term in AGREED.values() if term.sought}
"""The terms that the filter of the lobby asks about."""


def told(terms: AgreedTerms, of: Mapping[str, Term]) -> list[Term]:
    """Return these terms without those about a clock that there is not."""
    has_clock = terms.pace.is_limited
    return [term for term in of.values() if has_clock or not (term.line and term.line.timed)]


def lines_of(terms: AgreedTerms, of: Mapping[str, Term] = TOLD) -> list[tuple[str, str]]:
    """Return what is agreed on, in the active language: each its name and its value."""
    lines = [(term, term.line) for term in told(terms, of) if term.line]
    said = [(str(line.name) or term.title, str(line.words(terms))) for term, line in lines]
    return [(name, words) for name, words in said if words]


def sentences_of(terms: AgreedTerms) -> list[str]:
    """Return what it comes to, in the active language."""
    said = (str(term.sentence(terms)) for term in told(terms, TOLD) if term.sentence)
    return [*filter(None, said)]
