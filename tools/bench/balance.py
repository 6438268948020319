"""What a game gives to whom: a level against itself, with every option and number of seats.

All cells of a game have the same seeds, so that they differ by their options and by nothing else.
Every seat of a game is played equally well, so one game compares all of them.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import inspect

from games.page.forms import choices_in, is_set, values_of
from games.rules.core.codec import decode_options, encode
from games.rules.core.interface import Rules
from games.rules.registry import GAMES
from tools.bench.ladder import interval
from tools.bench.matches import Match, Played, play
from tools.bench.rows import Row, Tell, quantile, short

USUAL = "usual options"
JOINED = "+"
"""Between options that are played together."""
MOST_VALUES = 6
"""Of an option with more values so many are tried, spread evenly: spaces of a ring, say."""


class Share(Row):
    """What one seat wins: `ours`, between `low` and `high`; the `reference` is an equal part."""

    games: int = 0
    low: float = 0.0
    high: float = 1.0
    even: bool = True
    """Whether an equal part lies in the interval."""


class InTurn(Share):
    """What the seats win in turn from the one asked first, where that is not always the same."""


class Length(Row):
    """How many moves a game has: the median; four games in five lie between the others."""

    short: float = 0.0
    long: float = 0.0


class Cell(NamedTuple):
    """A game with a number of seats and a set of options."""

    slug: str
    players: int
    named: str
    """What differs from the usual options: "pier3=until_full"."""
    options: Any


def variants(rules: Rules[Any]) -> Iterator[tuple[str, Any]]:
    """The usual options, then with each other value of each option that people can choose."""
    usual = encode(rules.options_type())
    yield USUAL, rules.options_type()
    for option, default in choices_in(rules.options_type):
        if is_set(option.type) or isinstance(option.type, inspect.IntType):
            continue
        is_bool = isinstance(option.type, inspect.BoolType)
        for value in spread((False, True) if is_bool else values_of(option.type)):
            if value != default:
                changed = decode_options(rules, {**usual, option.name: value})
                yield f"{option.name}={value}", changed


def spread(values: Sequence[Any]) -> Sequence[Any]:
    """The values, or so many of them."""
    return values[:: math.ceil(len(values) / MOST_VALUES)]


def cells(slug: str, seats: Sequence[int], wanted: Sequence[str] = ("",)) -> list[Cell]:
    """Every cell of a game with so many seats, as far as its rules allow it.

    Only those whose options are called like that: "usual", "info=screens", just "info", or several
    at once, "expansion=contracts+edition=1".
    """
    rules = GAMES[slug]
    known = dict(variants(rules))
    chosen = {named: known[named] for named in known if named.startswith(tuple(wanted))}
    for named in wanted:
        if JOINED in named and known.keys() >= set(named.split(JOINED)):
            chosen[named] = together(rules, [known[part] for part in named.split(JOINED)])
    return [
        Cell(slug, players, named, options)
        for players in rules.players
        if players in seats
        for named, options in chosen.items()
        if rules.misfit(options, players) is None
    ]


def together(rules: Rules[Any], parts: Sequence[Any]) -> Any:
    """Options with all that these change of the usual ones."""
    usual = encode(rules.options_type())
    changes = (item for part in parts for item in encode(part).items())
    return decode_options(
        rules, usual | {name: value for name, value in changes if value != usual[name]}
    )


def matches(cell: Cell, level: str, games: int) -> list[Match]:
    """The games of a cell, each with another seed."""
    names = (level,) * cell.players
    return [Match(cell.slug, f"balance {n}", names, cell.options) for n in range(games)]


def rows_of(cell: Cell, level: str, results: Sequence[Played]) -> list[Row]:
    """What each seat has won in a cell, what each in turn, and how long games were."""
    name = f"{cell.slug}, {cell.players} players, {cell.named}"
    seats, part = range(cell.players), 1 / cell.players
    won = [[result.shares[seat] for result in results] for seat in seats]
    shares = [share_of(Share, f"{name}: seat {seat + 1}", won[seat], part) for seat in seats]
    firsts = {result.first for result in results}
    if len(firsts) > 1 and None not in firsts:
        won = [[in_turn(result, place) for result in results] for place in seats]
        shares += [share_of(InTurn, f"{name}: turn {at + 1}", won[at], part) for at in seats]
    moves = [float(result.moves) for result in results]
    length = Length(
        f"{name}: moves in a game, {level} against itself",
        short(statistics.median(moves)),
        short=short(quantile(moves, 0.1)),
        long=short(quantile(moves, 0.9)),
    )
    return [*shares, length]


def in_turn(result: Played, place: int) -> float:
    """The share of whoever sits so many places after the one asked first."""
    assert result.first is not None
    return result.shares[(result.first + place) % len(result.shares)]


def share_of(kind: type[Share], name: str, won: Sequence[float], part: float) -> Share:
    """The row of one seat or place, which would have this part if all were alike."""
    games, share = len(won), statistics.mean(won)
    low, high = interval(share, games)
    told, even = f"{name}, share of {games} games won", low <= part <= high
    return kind(told, short(share), short(part), short(share / part), None, None, games,
                low, high, even)  # fmt: skip


def said(cell: Cell, rows: Sequence[Row]) -> str:
    """A cell on one line: the share of each seat in %; on a second those in turn."""
    lengths = [row for row in rows if isinstance(row, Length)]
    length = " ".join(f"{row.ours:g} ({row.short:g}–{row.long:g})" for row in lengths)
    seats = in_percent([row for row in rows if type(row) is Share])
    line = f"{cell.slug:16} {cell.players} {cell.named:32} {seats}  moves {length}"
    turns = in_percent([row for row in rows if isinstance(row, InTurn)])
    return f"{line}\n{'from whoever is asked first':>51} {turns}" if turns else line


def as_page(rows: Sequence[Row]) -> list[str]:
    """Return a table with a line for each cell, for docs/reports."""
    table = [
        "| game, players, options | seats, % | in turn from the first asked, % | moves | games |",
        "| --- | --- | --- | --- | --- |",
    ]
    shares: list[Share] = []
    for row in rows:
        if isinstance(row, Share):
            shares.append(row)
        elif isinstance(row, Length):
            name = row.measure.partition(": ")[0]
            seats = in_percent([share for share in shares if type(share) is Share])
            turns = in_percent([share for share in shares if isinstance(share, InTurn)])
            moves = f"{row.ours:g} ({row.short:g}–{row.long:g})"
            table.append(f"| {name} | {seats} | {turns} | {moves} | {shares[0].games} |")
            shares = []
    return table


def in_percent(shares: Sequence[Share]) -> str:
    """Each share with half the width of its interval, and * where an equal part is outside."""
    return " ".join(
        f"{100 * row.ours:5.1f} ±{50 * (row.high - row.low):.1f}{' ' if row.even else '*'}"
        for row in shares
    )


def measure(
    played_in: Sequence[Cell],
    games: int,
    level: str,
    processes: int,
    tell: Tell,
    kept: Path | None = None,
) -> list[Row]:
    """A level against itself in these cells."""
    rows: list[Row] = []
    tell(f"{level} against itself, {games} games each; * where an equal part is outside")
    with ProcessPoolExecutor(processes) as pool:
        for cell in played_in:
            results = play(pool, matches(cell, level, games), tell, kept)
            found = rows_of(cell, level, results)
            tell(said(cell, found))
            rows += found
    return rows


def seats_named(text: str) -> range:
    """The numbers of seats that "2..5" or "3" names. Raises ValueError."""
    first, _dots, last = text.partition("..")
    return range(int(first), int(last or first) + 1)
