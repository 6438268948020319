"""The rows that every measurement ends in: one shape, so that they can be compared and judged."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence

import msgspec

Tell = Callable[[str], None]


class Row(msgspec.Struct):
    """What was measured, beside a reference in the same run.

    The `aim` is about the ratio where there is a reference, else about our own figure.
    """

    measure: str
    ours: float
    reference: float | None = None
    ratio: float | None = None
    aim: float | None = None
    met: bool | None = None


def row(
    measure: str,
    ours: float,
    reference: float | None = None,
    *,
    least: float | None = None,
    most: float | None = None,
) -> Row:
    """A row; the aim is to be at least `least`, or at most `most`."""
    ratio = ours / reference if reference else None
    judged = ours if reference is None else ratio
    met = None
    if judged is not None and least is not None:
        met = judged >= least
    elif judged is not None and most is not None:
        met = judged <= most
    aim = most if least is None else least
    other = None if reference is None else short(reference)
    return Row(measure, short(ours), other, None if ratio is None else short(ratio), aim, met)


def short(value: float) -> float:
    """A figure with no more digits than are significant."""
    return round(value) if abs(value) >= 100 else float(f"{value:.3g}")


def median(rows: Iterable[float]) -> float:
    """The median; 0 of none."""
    values = list(rows)
    return statistics.median(values) if values else 0.0


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which this part of the values lies; 0 of none."""
    return sorted(values)[int(part * (len(values) - 1))] if values else 0.0


def milliseconds(values: Sequence[float], part: float) -> float:
    """The same of seconds, in ms."""
    return 1000 * quantile(values, part)


def as_table(rows: Sequence[Row], *, markdown: bool = False) -> list[str]:
    """The rows as lines to be read."""
    head = ["measure", "ours", "reference", "ratio", "aim", "met"]
    cells = [[one.measure, *map(figure, (one.ours, one.reference, one.ratio, one.aim)),
              {None: "", True: "yes", False: "no"}[one.met]] for one in rows]  # fmt: skip
    if markdown:
        return [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *cells)]
    widths = [max(len(line[index]) for line in (head, *cells)) for index in range(len(head))]
    return [
        "  ".join(
            cell.rjust(width) if index else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in (head, *cells)
    ]


def figure(value: float | None) -> str:
    """A number for people to read; empty for None."""
    return "" if value is None else f"{value:,g}" if abs(value) < 1000 else f"{value:,.0f}"


def rewritten(text: str, section: str, lines: Sequence[str]) -> str:
    """A document with new lines between the marks of a section. ValueError without marks."""
    begin, end = f"<!-- {section} -->\n", f"<!-- end of {section} -->"
    before, found, rest = text.partition(begin)
    _old, ended, after = rest.partition(end)
    if not (found and ended):
        raise ValueError(f"no marks of the section {section!r}")
    return before + begin + "\n".join(lines) + "\n" + end + after
