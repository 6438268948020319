"""Reading the log of a table: stepping through it, and what has happened since one's last turn."""

from __future__ import annotations

from typing import Any

from games.errors import RulesFailed
from games.judging.limits import judged
from games.rules.core.codec import encode
from games.storing.storage import TableRow, run
from games.telling import selectors

Steps = list[tuple[int, int | None]]
"""Number and place of every entry that changed the board and stands, in order."""


STEPS = """
    select number, place from games_logentry
    where table_id = %s and kind in ('start', 'move') and not undone order by number
"""


def steps_of(row: TableRow) -> Steps:
    """The steps of a table; moves taken back are left out."""
    return [(number, place) for number, place in run(STEPS, [row.id])]


def since_my_turn(steps: Steps, place: int | None) -> int | None:
    """The step that ended the seat's last turn before others moved; None if there is none.

    The seat's moves of the turn that is going on do not count.
    """
    if place is None:
        return None
    before = list(steps)
    while before and before[-1][1] == place:
        before.pop()
    while before and before[-1][1] != place:
        before.pop()
    return before[-1][0] if before else None


def step_wanted(steps: Steps, wish: str, place: int | None) -> int | None:
    """The step that an address asks for; None for now, or where there is nothing to look back to.

    `wish` is a number, "first", "back" (one before the latest) or "turn" (my last one).
    """
    numbers = [number for number, _ in steps]
    if not numbers:
        return None
    if wish == "first":
        return numbers[0]
    if wish == "back":
        return numbers[-2] if len(numbers) > 1 else numbers[0]
    if wish == "turn":
        return since_my_turn(steps, place) or numbers[0]
    if wish.isdecimal() and len(wish) < 10:
        return max((number for number in numbers if number <= int(wish)), default=numbers[0])
    return None


def neighbours(steps: Steps, at: int) -> dict[str, int | None]:
    """The steps around one: `first`, `back`, `forward`, and its `index` of `count`."""
    numbers = [number for number, _ in steps]
    index = numbers.index(at)
    return {
        "first": numbers[0] if index else None,
        "back": numbers[index - 1] if index else None,
        "forward": numbers[index + 1] if index + 1 < len(numbers) else None,
        "index": index + 1,
        "count": len(numbers),
    }


def view_at(row: TableRow, number: int, place: int | None) -> dict[str, Any] | None:
    """What a viewer might see after an entry; None where it cannot be rebuilt.

    Once the end has opened the log, everybody sees what was secret then.
    """
    try:
        with judged():
            position = selectors.position_at(row, number)
            if position is None:
                return None
            look = row.rules.open_view if is_open(row) else row.rules.view
            return encode(look(position.state, place))
    except (RulesFailed, ValueError):
        return None


def is_open(row: TableRow) -> bool:
    """Whether a table is over and its rules let everybody read everything. Raises as the rules."""
    position = selectors.position_of(row) if row.status == "finished" else None
    return position is not None and row.rules.opens_log(position.state)


def pieces_of(view: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The pieces that a view lists with where they lie; none for most games."""
    pieces = (view or {}).get("pieces")
    return pieces if isinstance(pieces, list) else []


def moved_since(now: dict[str, Any], then: dict[str, Any] | None) -> dict[str, str]:
    """Where the pieces that lie elsewhere now lay then. Empty for games without a list of them."""
    pieces, before = pieces_of(now), pieces_of(then)
    place: dict[str, Any] = {piece["id"]: piece.get("at") for piece in before}
    return {
        piece["id"]: place[piece["id"]]
        for piece in pieces
        if place.get(piece["id"]) not in (None, piece.get("at"))
    }
