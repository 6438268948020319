"""Tables for tests: people and bots sit down, and the game begins, or stands somewhere else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils import timezone

from games.changing import services
from games.judging import turns
from games.models import Seat, Table
from games.rules.core.codec import encode_position
from games.rules.core.interface import Position
from games.storing.changes import change_store
from games.storing.rows import table_load
from lobby.terms.opening import days_per_move


def seats_take(
    table: Table,
    users: Sequence[Any],
    bots: int = 0,
    bot: str = "random",
    *,
    excused: bool = True,
) -> None:
    """Seat users, in this order, and bots behind them.

    The users are `excused` already: when their time runs out, they get no more.
    """
    seated = [{"user": user, "excused": excused} for user in users] + [{"bot": bot}] * bots
    Seat.objects.bulk_create(Seat(table=table, place=n, **who) for n, who in enumerate(seated))


def paced(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields of a table or of terms, where `days_per_move` is a pace of so many days an answer."""
    days = fields.pop("days_per_move", None)
    return {**fields, **(days_per_move(days) if days else {})}


def table_begun(
    game: str,
    users: Sequence[Any],
    *,
    bots: int = 0,
    bot: str = "random",
    seed: str = "quay",
    excused: bool = True,
    lot: bool = True,
    **fields: Any,
) -> Table:
    """A table of users and bots that has begun; the seed draws what the game draws.

    Without `lot` they sit in this order also where the game draws lots for the places. `fields`
    are others of `Table`, see `paced`. The first user is its host unless they say otherwise.
    """
    count = len(users) + bots
    usual = {"options": {}, "host": users[0], "seats_min": count, "seats_max": count}
    table = Table.objects.create(game=game, **{**usual, **paced(fields)})
    seats_take(table, users, bots, bot, excused=excused)
    services.table_begin(table_id=table.pk, seed=seed, lot=lot)
    return table


def position_store(table_id: int, position: Position[Any]) -> None:
    """Let a table stand at a position; its log goes on from there."""
    row = table_load(table_id)
    stored = encode_position(row.rules, position, row.number).decode()
    Table.objects.filter(pk=table_id).update(position=stored)
    draft = turns.Draft(table_load(table_id), timezone.now())
    draft.add("thaw", barrier=True, snapshot=True)
    assert change_store(draft.change())


@contextmanager
def position_changed(table_id: int) -> Iterator[dict[str, Any]]:
    """The stored position as a document, to be changed behind the log's back."""
    position = json.loads(str(Table.objects.get(pk=table_id).position))
    yield position
    Table.objects.filter(pk=table_id).update(position=json.dumps(position))
