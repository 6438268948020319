"""What a table has agreed on, in words: for everybody who looks at it, while it runs and after."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext

from games.models.terms import AFTER_CLOCK, BEFORE_CLOCK, TERMS
from games.page.forms import ChoiceWords, choices_in
from games.storing.rows import TableRow
from games.telling import times
from games.telling.times import minutes_of, pace_in_words
from games.telling.wording import name_of


def agreed_on(row: TableRow) -> list[tuple[str, str]]:
    """The table's facts in the active language: each its name and its value."""
    words = ChoiceWords(row.rules, "option")
    host = next((seat for seat in row.seats if seat.user_id and seat.user_id == row.host_id), None)
    usual = choices_in(row.rules.options_type)  # an option may be newer than the table
    options = {choice.name: row.options.get(choice.name, value) for choice, value in usual}
    return [
        (gettext("Players"), str(len(row.seats))),
        *((words.name(name), in_words(words, name, value)) for name, value in options.items()),
        (gettext("Time for a move"), pace_of(row)),
        *(clocks_of(row) if row.pace.is_limited else []),
        *terms_of(row),
        *([(gettext("Host"), name_of(host))] if host else []),
    ]


def in_words(words: ChoiceWords, name: str, value: object) -> str:
    """The value of an option in words; several are joined."""
    if isinstance(value, list):
        return ", ".join(words.value(name, one) for one in value) or gettext("none")
    return words.value(name, value)


def pace_of(row: TableRow) -> str:
    """The time for a move."""
    return pace_in_words(row.pace)


def terms_of(row: TableRow) -> Iterator[tuple[str, str]]:
    """Yield the terms that are shown, with their values."""
    for term in (TERMS[name] for name in (*AFTER_CLOCK, *BEFORE_CLOCK)):
        line = term.line
        if line and (row.pace.is_limited or not line.timed) and (words := str(line.words(row))):
            yield str(line.name) or term.title, words


def clocks_of(row: TableRow) -> list[tuple[str, str]]:
    """What else is agreed about the time."""
    protected = minutes_of(row.pace.most_protected)
    return [
        (gettext("Protected time for a question"), protected_in_words(protected)),
        *(
            [(gettext("The first time"), gettext("everybody gets the same time once more"))]
            if row.pace.excuses
            else []
        ),
    ]


def protected_in_words(minutes: int) -> str:
    """How much protected time a table accepts for one question."""
    if not minutes:
        return gettext("none: clocks run at any hour")
    return gettext("at most {time}").format(time=times.in_words(minutes))
