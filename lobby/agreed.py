"""The terms of an open table in sentences, for the page where people join it."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from games.models import Table
from games.models.terms import AFTER_CLOCK, BEFORE_CLOCK, TERMS
from games.telling.times import in_words


def sentences_of(table: Table) -> list[str]:
    """Return them in the active language, the clock first."""
    return [beginning_of(table), *clock_of(table), *terms_of(table)]


def beginning_of(table: Table) -> str:
    """Return for how many the table is, and when it begins."""
    low, high = table.seats_min, table.seats_max
    if low == high:
        text = ngettext(
            "The table is for {count} player, and the game begins when all seats are taken.",
            "The table is for {count} players, and the game begins when all seats are taken.",
            high,
        )
        return text.format(count=high)
    return gettext(
        "The table is for {low} to {high} players. The game begins when all seats are taken, "
        "or as soon as the host says so."
    ).format(low=low, high=high)


def clock_of(table: Table) -> Iterator[str]:
    """Yield how much time one has."""
    if table.pace == Table.Pace.NONE:
        yield gettext("There is no time limit.")
        return
    start = in_words(table.pace_start)
    if table.pace == Table.Pace.ANSWER:
        yield gettext("You have {time} for each answer.").format(time=start)
    else:
        yield gettext(
            "You have {time} in all; each answer adds {more}, up to {cap} at once."
        ).format(time=start, more=in_words(table.pace_increment), cap=in_words(table.pace_cap))
    if table.most_protected:
        yield gettext(
            "Your clock stops at the times you protect, such as nights, for up to {time} for "
            "each question."
        ).format(time=in_words(table.most_protected))
    else:
        yield gettext("Clocks run at night and at weekends, too.")
    if table.time.excuses:
        yield gettext("Whoever is late for the first time gets the same time once more.")


def terms_of(table: Table) -> Iterator[str]:
    """Yield what the other terms come to."""
    terms, has_clock = table.terms, table.pace != Table.Pace.NONE
    for term in (TERMS[name] for name in (*AFTER_CLOCK, *BEFORE_CLOCK)):
        is_idle = term.line and term.line.timed and not has_clock
        if term.sentence and not is_idle and (text := str(term.sentence(terms))):
            yield text
