"""The course of a rating as a drawing: the values its template puts into an SVG."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT = 320, 96
LEFT, TOP, BOTTOM = 40, 8, 8
"""Room for the points beside it, and above and below the widest doubt."""


def course_drawn(points: Sequence[tuple[int, int]]) -> dict[str, object]:
    """Return the line of points, the band of their doubt, and the lines of the highest and lowest.

    Each of `points` is followed by its doubt.
    """
    high = max(point + doubt for point, doubt in points)
    low = min(point - doubt for point, doubt in points)

    def x_of(number: int) -> float:
        return LEFT + (WIDTH - LEFT) * number / max(1, len(points) - 1)

    def y_of(point: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - point) / max(1, high - low)

    def path(heights: Sequence[float], *, back: bool = False) -> list[str]:
        spots = [f"{x_of(number):.1f},{y_of(one):.1f}" for number, one in enumerate(heights)]
        return spots[::-1] if back else spots

    upper = path([point + doubt for point, doubt in points])
    lower = path([point - doubt for point, doubt in points], back=True)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "line": " ".join(path([point for point, _doubt in points])),
        "band": " ".join(upper + lower),
        "levels": [{"points": one, "y": y_of(one)} for one in sorted({high, low})],
        "first": points[0][0],
        "last": points[-1][0],
    }
