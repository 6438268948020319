"""What one's own list says of a game at a glance: what is asked, and how one stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from accounts.models import User
from games.rules.registry import GAMES
from games.storing.rows import TableRow, tables_load
from games.telling.standing import Stand, stand_of
from games.telling.updates import updates_now
from lobby.lists.cards import Card


class Glance(NamedTuple):
    """The question put to the user, "" if there is none, and how they stand, if it can be said."""

    question: str
    stand: Stand | None


def glances_at(tables: Iterable[Card], user: User) -> Mapping[int, Glance]:
    """A glance at each of these tables, by id; one statement reads them all."""
    ids = [table.pk for table in tables]
    rows = tables_load(ids).values() if ids else ()
    return {row.id: glance_at(row, user) for row in rows if row.game in GAMES}


def glance_at(row: TableRow, user: User) -> Glance:
    """A glance at one table, in the active language."""
    update = updates_now(row).of(user.pk, row.number)
    stand = stand_of(update.view, row.place_of(user.pk))
    return Glance(update.question.prompt if update.question else "", stand)
