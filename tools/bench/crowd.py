"""Many tables at once: a few are really played, the others are copied from them by SQL."""

from __future__ import annotations

import random
import secrets

from django.db import connection, transaction
from django.utils import timezone

from games.judging import turns
from games.models import Seat, Table
from games.rules.core.codec import encode
from games.storing.changes import change_store
from games.storing.rows import table_load
from tools.bench import site

FAR = 10**6
PATTERNS = 4  # really played tables of each kind, unless more are wanted
COLUMNS = {
    "games_table": "game, options, status, host_id, seats_min, seats_max, private, guests,"
    " friends_watch, pace, pace_start, pace_increment, pace_cap, most_protected, at_timeout,"
    " number, snapshot_number, position, outcome,"
    " close_reason, frozen_at, freeze_reason, opened_at, started_at, moved_at, finished_at",
    "games_seat": "place, bot, resigned_at, absent_since, deciding, since, deadline, answers,"
    ' "rank", joined_at, undoable, undoable_until, asked,'
    " time_left, spare, remind_at, missed, excused, game, goes_on, ended_at",
    "games_logentry": 'number, kind, place, "by", question, move, events, version, barrier,'
    " undone, snapshot, deadline, time_left, at",
}


def played_table(game: str, seated: list[site.SignedInUser], moves: int | None, seed: str) -> int:
    """A table, played at random for so many moves, or to the end."""
    table = site.begin_table(game, seated, seed)
    chance = random.Random(seed)
    while moves is None or moves > 0:
        row = table_load(table)
        if row.status != "playing":
            break
        draft = turns.Draft(row, timezone.now())
        decision = draft.decisions[0]
        move, question = chance.choice(decision.moves), draft.question_of(decision)
        change_store(turns.answer(row, decision.seat, question, encode(move), timezone.now()))
        moves = None if moves is None else moves - 1
    return table


def copies(pattern: int, people: list[int], count: int) -> None:
    """Copies of a table of two, with its log; who sits there is random."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("set local session_replication_role = replica")  # no checks: copies
        cursor.execute(
            f"""
            with made as (
                insert into games_table (token, {COLUMNS["games_table"]})
                select %(mark)s || n, {COLUMNS["games_table"]}
                from games_table, generate_series(1, %(count)s) n where id = %(pattern)s
                returning id
            ), seated as (
                insert into games_seat (table_id, user_id, {COLUMNS["games_seat"]})
                select made.id, (%(people)s::bigint[])[1 + (made.id * 7 + s.place * 13)
                    %% cardinality(%(people)s::bigint[])], {COLUMNS["games_seat"]}
                from made, games_seat s where s.table_id = %(pattern)s
            )
            insert into games_logentry (table_id, {COLUMNS["games_logentry"]})
            select made.id, {COLUMNS["games_logentry"]}
            from made, games_logentry l where l.table_id = %(pattern)s
            """,
            {
                "mark": secrets.token_hex(4),
                "count": count,
                "pattern": pattern,
                "people": people,
            },
        )


def fill(
    running: int, finished: int, crowd: list[site.SignedInUser], different: int = PATTERNS
) -> list[int]:
    """So many tables in play and finished ones; the ids of a few in play at which `crowd` sits.

    `different` is how many of those in play are not copies.
    """
    pair, people = crowd[:2], [person.user.pk for person in crowd]
    patterns = [
        played_table("santiago_de_cuba", pair, 10 + 5 * (index % 8), f"running {index}")
        for index in range(different)
    ]
    for pattern in patterns:
        copies(pattern, people, running // different)
    for index in range(PATTERNS):
        pattern = played_table("pier", pair, None, f"finished {index}")
        copies(pattern, people, finished // PATTERNS)
    with connection.cursor() as cursor:
        cursor.execute("vacuum analyze games_table, games_seat, games_logentry")
    return patterns


def lengthen(table: int, entries: int) -> None:
    """Give a table a log of so many entries, by copies of its moves before its latest snapshot.

    The present position stays; only the history becomes long.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("set local session_replication_role = replica")
        number = Table.objects.get(pk=table).number
        more = entries - number
        if more <= 0:
            return
        for shift in (FAR, more - FAR):  # via numbers that no entry has
            cursor.execute(
                "update games_logentry set number = number + %s where table_id = %s and number > 1",
                [shift, table],
            )
        cursor.execute(
            f"""
            insert into games_logentry (table_id, {COLUMNS["games_logentry"]})
            select table_id, 1 + n, 'move', place, "by", question, move, events, version, false,
                true, null, deadline, time_left, at
            from games_logentry, generate_series(1, %s) n
            where table_id = %s and number = %s
            """,
            [more, table, 2 + more],
        )
        cursor.execute(
            "update games_table set number = %s, snapshot_number = 1,"
            " position = jsonb_set(position, '{number}', to_jsonb(%s::int)) where id = %s",
            [entries, entries, table],
        )


def seats_of(table: int) -> list[int | None]:
    """Who sits at a table, in order of play."""
    return list(
        Seat.objects.filter(table_id=table).order_by("place").values_list("user", flat=True)
    )
