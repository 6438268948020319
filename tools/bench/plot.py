"""Plots as SVG, for the docs: time against size, both logarithmic; shares with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 64, 24, 150, 48
COLOURS = ("#1b6ca8", "#b3541e", "#3d7a3a", "#7a3d78", "#8a6d1d", "#555555")

Line = Sequence[tuple[float, float]]
Share = tuple[float, float, float, float]
"""What was measured, between which two it lies, and what it should be at least."""


def plot(title: str, across: str, up: str, lines: Mapping[str, Line]) -> str:
    """A line for each name through points (across, up); every value must be above 0."""
    xs = [x for line in lines.values() for x, _ in line]
    ys = [y for line in lines.values() for _, y in line]
    low, high = 10 ** math.floor(math.log10(min(ys))), 10 ** math.ceil(math.log10(max(ys)))

    def at(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + _share(x, min(xs), max(xs)) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - _share(y, low, high) * (HEIGHT - TOP - BOTTOM),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="16" font-weight="bold">{title}</text>',
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 10}" text-anchor="end">{across}</text>',
        f'<text x="8" y="{TOP + 10}">{up}</text>',
    ]
    for x in sorted(set(xs)):
        px, _ = at(x, low)
        parts.append(_mark(px, HEIGHT - BOTTOM, px, TOP))
        parts.append(f'<text x="{px:.0f}" y="{HEIGHT - 30}" text-anchor="middle">{x:g}</text>')
    for power in range(round(math.log10(low)), round(math.log10(high)) + 1):
        _, py = at(min(xs), 10.0**power)
        parts.append(_mark(LEFT, py, WIDTH - RIGHT, py))
        parts.append(
            f'<text x="{LEFT - 6}" y="{py + 4:.0f}" text-anchor="end">{10.0**power:g}</text>'
        )
    for colour, (name, line) in zip(COLOURS, lines.items(), strict=False):
        points = [at(x, y) for x, y in line]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}"/>' for px, py in points
        ]
        px, py = points[-1]
        parts.append(f'<text x="{px + 8:.0f}" y="{py + 4:.0f}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def intervals(title: str, shares: Mapping[str, Share]) -> str:
    """A line for each name: a share, the interval that it lies in, and what it should be."""
    left, line, bottom = 320, 20, 34
    height = TOP + len(shares) * line + bottom
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="8" y="16" font-weight="bold">{title}</text>',
    ]

    def across(share: float) -> float:
        return left + share * (WIDTH - left - 30)

    for tenth in range(0, 11, 2):
        x = across(tenth / 10)
        parts.append(_mark(x, TOP, x, height - bottom))
        parts.append(
            f'<text x="{x:.0f}" y="{height - 14}" text-anchor="middle">{10 * tenth} %</text>'
        )
    for number, (name, (share, low, high, least)) in enumerate(shares.items()):
        y = TOP + (number + 0.5) * line
        colour = COLOURS[0] if share >= least else COLOURS[1]
        parts += [
            f'<text x="8" y="{y + 4:.0f}">{name}</text>',
            f'<path d="M{across(low):.1f} {y:.0f}H{across(high):.1f}" stroke="{colour}"/>',
            f'<circle cx="{across(share):.1f}" cy="{y:.0f}" r="4" fill="{colour}"/>',
            f'<path d="M{across(least):.1f} {y - 7:.0f}v14" stroke="#222222" stroke-width="2"/>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def _share(value: float, low: float, high: float) -> float:
    return 0.5 if high == low else math.log(value / low) / math.log(high / low)


def _mark(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}" stroke="#dddddd"/>'
