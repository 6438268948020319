"""What a table has agreed on, in words: for everybody who looks at it, while it runs and after."""

from __future__ import annotations

from django.utils.translation import gettext

from games.models.agreed import lines_of
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
        *lines_of(row),
        *([(gettext("Host"), name_of(host))] if host else []),
    ]


def in_words(words: ChoiceWords, name: str, value: object) -> str:
    """The value of an option in words; several are joined."""
    if isinstance(value, list):
        return ", ".join(words.value(name, one) for one in value) or gettext("none")
    return words.value(name, value)
