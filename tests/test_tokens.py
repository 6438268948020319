"""The colours of `static/tokens.css` are legible: contrast after WCAG 2.2, light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).parent.parent / "static" / "tokens.css"
PAIR = re.compile(r"--([a-z-]+):\s*light-dark\(#([0-9a-f]{6}),\s*#([0-9a-f]{6})\);")
COLOURS = {name: values for name, *values in PAIR.findall(TOKENS.read_text())}

GROUNDS = ["paper", "card", "sunken"]
PLAYERS = [f"player-{name}" for name in ("yellow", "blue", "green", "red", "purple")]
GOODS = [name for name in COLOURS if name.startswith("good-")]

TEXT = (
    [(ink, ground) for ink in ("ink", "ink-soft", "link") for ground in GROUNDS]
    + [(ink, "card") for ink in ("sea", "brass-ink", "leaf", "clay")]
    + [(ink, "paper") for ink in ("sea", "brass-ink", "leaf", "clay")]
    + [(ink, f"{name}-wash") for name in ("sea", "brass", "leaf", "clay") for ink in ("ink",)]
    + [("brass-ink", "brass-wash"), ("leaf", "leaf-wash"), ("clay", "clay-wash")]
    + [("sea", "sea-wash"), ("ink-soft", "brass-wash"), ("ink-soft", "sea-wash")]
    + [("on-sea", "sea"), ("on-sea", "sea-strong"), ("on-clay", "clay")]
    + [(ink, wood) for ink in ("on-wood", "on-wood-soft") for wood in ("wood", "wood-dark")]
    + [("on-wood", "wood-light")]
)
SHAPES = [
    (shape, ground)
    for shape in ["line-strong", "brass", "sea", "focus", *PLAYERS, *GOODS]
    for ground in ("card", "paper")
] + [("on-player", player) for player in PLAYERS]


def luminance(colour: str) -> float:
    """Relative luminance of "rrggbb"."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself() -> None:
    assert contrast("000000", "ffffff") == pytest.approx(21)
    assert contrast("777777", "ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_text_is_legible(ink: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[ink][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPES)
def test_shapes_can_be_told_from_their_ground(shape: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[shape][theme], COLOURS[ground][theme]) >= 3
