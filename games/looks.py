"""The looks of boards: a theme for day or night, and a palette for players and pieces."""

from __future__ import annotations

from itertools import product

THEMES = ("light", "dark", "auto")
PALETTES = ("usual", "distinct")
PLAIN = "auto"


def look_of(theme: str, palette: str) -> str:
    """Return the look of both as addresses of pictures say it: "auto", "dark-distinct"."""
    return theme if palette == PALETTES[0] else f"{theme}-{palette}"


LOOKS = {look_of(theme, palette): (theme, palette) for theme, palette in product(THEMES, PALETTES)}


def known_look(asked: str) -> str:
    """Return the look that an address asks for, or the plain one if there is none such."""
    return asked if asked in LOOKS else PLAIN
