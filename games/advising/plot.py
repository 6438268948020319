"""Win chances over time as a drawing: the values its template puts into an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.advising.telling import Point, SeatPerson

WIDTH, NARROW, HEIGHT = 720, 340, 260
"""Of the drawing, and of the one for a phone, whose letters are as large."""
LEFT, RIGHT, TOP, BOTTOM = 44, 34, 12, 30
"""Room around the curves: for the percents, the players' signs and the steps."""
NEAR = 22.0  # signs at the ends of two curves do not come closer than that


def plot_of(
    points: Sequence[Point], seats: Sequence[SeatPerson], steps: int, width: float = WIDTH
) -> dict[str, object]:
    """Curves, and a column for each point that leads to its step."""
    across = [x_of(point.step, steps, width) for point in points]
    ends = apart([y_of(points[-1].chances[seat.place]) for seat in seats])
    curves = [
        {
            "colour": seat.colour,
            "path": " ".join(
                f"{x:.1f},{y_of(point.chances[seat.place]):.1f}"
                for x, point in zip(across, points, strict=True)
            ),
            "last": end,
        }
        for seat, end in zip(seats, ends, strict=True)
    ]
    edges = [across[0], *((a + b) / 2 for a, b in pairwise(across)), across[-1]]
    columns = [
        {"number": point.number, "step": point.step, "percents": point.percents, "x": left,
         "width": max(1.0, right - left), "at": x, "ys": [y_of(one) for one in point.chances]}
        for point, x, (left, right) in zip(points, across, pairwise(edges), strict=True)
    ]  # fmt: skip
    return {
        "width": width,
        "height": HEIGHT,
        "left": LEFT,
        "right": width - RIGHT,
        "top": TOP,
        "bottom": HEIGHT - BOTTOM,
        "end": across[-1],
        "curves": curves,
        "columns": columns,
        "levels": [{"percent": one, "y": y_of(one / 100)} for one in (0, 25, 50, 75, 100)],
        "ticks": [{"step": step, "x": x_of(step, steps, width)} for step in ticks_of(steps, width)],
    }


def x_of(step: int, steps: int, width: float = WIDTH) -> float:
    """How far to the right a step is."""
    return LEFT + (width - LEFT - RIGHT) * (step - 1) / max(1, steps - 1)


def y_of(chance: float) -> float:
    """How far down a chance is."""
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)


def ticks_of(steps: int, width: float = WIDTH) -> list[int]:
    """Round numbers of steps below the curves: about six of them, as many as have room."""
    most = width / 100
    size = next(one for one in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if steps / one <= most)
    return [1, *(step for step in range(size, steps + 1, size) if step > 1)]


def apart(heights: Sequence[float]) -> list[float]:
    """The same heights, moved so that no two are too near, within the drawing."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = list(heights)
    lowest = float(TOP)
    for index in order:
        placed[index] = max(placed[index], lowest)
        lowest = placed[index] + NEAR
    most = float(HEIGHT - BOTTOM)
    for index in reversed(order):
        placed[index] = min(placed[index], most)
        most = placed[index] - NEAR
    return placed
