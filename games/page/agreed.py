"""What a table has agreed on, in words: for everybody who looks at it, while it runs and after."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.models import Table
from games.page.forms import ChoiceWords, choices_in
from games.storing.rows import TableRow
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
        *([(gettext("When the time runs out"), at_timeout(row))] if row.days_per_move else []),
        (gettext("Who may watch"), who_may_watch(row)),
        *([(gettext("Host"), name_of(host))] if host else []),
    ]


def in_words(words: ChoiceWords, name: str, value: object) -> str:
    """The value of an option in words; several are joined."""
    if isinstance(value, list):
        return ", ".join(words.value(name, one) for one in value) or gettext("none")
    return words.value(name, value)


def pace_of(row: TableRow) -> str:
    """The time for a move."""
    days = row.days_per_move
    if days is None:
        return gettext("no limit")
    return ngettext("{days} day", "{days} days", days).format(days=days)


def at_timeout(row: TableRow) -> str:
    """What happens when somebody's time runs out."""
    return str(Table.AtTimeout(row.at_timeout).label)


def who_may_watch(row: TableRow) -> str:
    """Who may look at the table."""
    if not row.private:
        return gettext("everybody")
    if row.friends_watch:
        return gettext("only those who play, and their friends")
    return gettext("only those who play")
