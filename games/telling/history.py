"""Reading the log of a table: stepping through it, and what has happened since one's last turn."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from config.web.numbers import number_of
from games.errors import RulesFailed
from games.judging.limits import judged
from games.rules.core.codec import copy_position, decode_move, decode_position, encode
from games.rules.core.interface import (
    AnyState,
    Position,
)
from games.rules.core.play import advance
from games.storing.lives import FURTHER
from games.storing.rows import TableRow, run
from games.telling.documents import Past, View

Steps = list[tuple[int, int | None]]
"""Number and place of every entry that changed the board and was not undone, in order."""


STEPS = """
    select number, place from games_logentry
    where table_id = %s and kind in ('start', 'move') and not undone order by number
"""


IS_THERE = "select exists (select from games_logentry where table_id = %s and number = %s)"


def steps_of(row: TableRow) -> Steps:
    """The steps of a table; undone moves are left out."""
    steps: Steps = run(STEPS, [row.id])
    return steps


def since_my_turn(steps: Steps, place: int | None) -> int | None:
    """The step that ended the seat's last turn before others moved; None if there is none.

    The seat's moves in the current turn do not count.
    """
    if place is None:
        return None
    before = list(steps)
    while before and before[-1][1] == place:
        before.pop()
    while before and before[-1][1] != place:
        before.pop()
    return before[-1][0] if before else None


EARLIER = "select count(*) from games_logentry where table_id = %s and number <= %s"


def entries_until(row: TableRow, number: int) -> int:
    """Return how many entries there are up to one: fewer than its number only after a restore."""
    if row.number < FURTHER:
        return number
    ((count,),) = run(EARLIER, [row.id, number])
    return int(count)


def is_lost(row: TableRow, steps: Steps, at: str) -> bool:
    """Return True if `?at=` names an entry that a restore from a backup has lost."""
    wanted = number_of(at)
    if wanted is None or not 0 < wanted < row.number or wanted in dict(steps):
        return False
    ((is_there,),) = run(IS_THERE, [row.id, wanted])
    return not is_there


def step_wanted(steps: Steps, at: str, place: int | None) -> int | None:
    """The step that the `?at=` of an address asks for; None for the table as it is now.

    `at` is a number, "first", "back" (one before the latest) or "turn" (the seat's last one).
    """
    numbers = [number for number, _ in steps]
    if not numbers:
        return None
    if at == "first":
        return numbers[0]
    if at == "back":
        return numbers[-2] if len(numbers) > 1 else numbers[0]
    if at == "turn":
        return since_my_turn(steps, place) or numbers[0]
    wanted = number_of(at)
    if wanted is None:
        return None
    return max((number for number in numbers if number <= wanted), default=numbers[0])


def past_at(steps: Steps, at: int) -> Past:
    """Return step `at` with the steps around it."""
    numbers = [number for number, _ in steps]
    index = numbers.index(at)
    return Past(
        at=at,
        first=numbers[0] if index else None,
        back=numbers[index - 1] if index else None,
        forward=numbers[index + 1] if index + 1 < len(numbers) else None,
        index=index + 1,
        count=len(numbers),
    )


def view_at(row: TableRow, number: int, place: int | None) -> View | None:
    """What a viewer could see after an entry; None if it cannot be rebuilt.

    Once a finished game has opened its log, everybody sees what was secret at that entry.
    """
    views = views_at(row, [number], place)
    return views[0] if views else None


def views_at(row: TableRow, numbers: Sequence[int], place: int | None) -> list[View]:
    """What a viewer could see after each of these entries; empty if that cannot be rebuilt."""
    try:
        with judged():
            positions = positions_at(row, numbers)
            look = row.rules.open_view if positions and is_open(row) else row.rules.view
            return [encode(look(position.state, place)) for position in positions]
    except (RulesFailed, ValueError):
        return []


def is_open(row: TableRow) -> bool:
    """Whether a table is over and its rules now show everything. Raises what the rules raise."""
    position = position_of(row) if row.status == "finished" else None
    return position is not None and row.rules.opens_log(position.state)


def pieces_of(view: View | None) -> list[View]:
    """The pieces that a view lists with their spots; empty for most games."""
    pieces = (view or {}).get("pieces")
    return pieces if isinstance(pieces, list) else []


def moved_since(now: View, then: View | None) -> dict[str, str]:
    """The old spot of each piece that has moved. Empty for games whose views list no pieces."""
    pieces, before = pieces_of(now), pieces_of(then)
    place: dict[str, str | None] = {piece["id"]: piece.get("at") for piece in before}
    return {
        piece["id"]: lay
        for piece in pieces
        if (lay := place.get(piece["id"])) not in (None, piece.get("at"))
    }


def position_of(row: TableRow) -> Position[AnyState] | None:
    """The stored position; None before the start. Raises UnreadablePosition."""
    if row.position is None:
        return None
    return decode_position(row.rules, row.position)[0]


SINCE_SNAPSHOT = """
    select number, kind, place, move::text, snapshot::text from games_logentry
    where table_id = %(table)s and number <= %(last)s and not undone and number >= (
        select max(number) from games_logentry where table_id = %(table)s
            and number <= %(first)s and not undone and snapshot is not null)
    order by number
"""


def position_at(row: TableRow, number: int) -> Position[AnyState] | None:
    """The position after entry `number`; None if it cannot be rebuilt. See `positions_at`."""
    positions = positions_at(row, [number])
    return positions[0] if positions else None


def positions_at(row: TableRow, numbers: Sequence[int]) -> list[Position[AnyState]]:
    """The positions after these entries, in ascending order, from the nearest snapshot before.

    Empty if they cannot be rebuilt: the log has no such snapshot, or the rules have changed
    since. Moves that were undone later are left out.
    """
    about = {"table": row.id, "first": numbers[0], "last": numbers[-1]}
    records: list[tuple[int, str, int, str, str]] = run(SINCE_SNAPSHOT, about)
    if not records:
        return []
    (*_, snapshot), *rest = records
    position, header = decode_position(row.rules, snapshot)
    if header.version != row.rules.version and rest:
        return []
    found, wanted = list[Position[AnyState]](), list(numbers)
    for number, kind, place, played, _snapshot in rest:
        while wanted[0] < number:
            found.append(copy_position(row.rules, position))
            wanted.pop(0)
        if kind == "move":
            move = decode_move(row.rules, msgspec.json.decode(played))
            position = advance(row.rules, position, place, move).position
    return found + [position] * len(wanted)
