"""The terms of an open table in sentences, for the page where people join it."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.models import Table, agreed


def sentences_of(table: Table) -> list[str]:
    """Return them in the active language, the clock first."""
    return [beginning_of(table), *agreed.sentences_of(table.terms)]


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
