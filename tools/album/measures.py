"""How large the texts of a table are drawn on the screen, and which overlap or are cut off.

A drawing grows and shrinks with the page, so the size in its source says nothing: this measures in
the browser what is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from playwright.async_api import Page as Tab

from tools.album.camera import Studio, shoot
from tools.album.pages import Shot

SCRIPT = Path(__file__).with_name("measures.js").read_text()
SMALLEST = {
    1440: 11.0, 1366: 11.0, 1280: 11.0, 768: 11.0, 740: 10.0, 390: 10.0, 360: 10.0
}  # fmt: skip
"""Pixels of the screen that the letters of a text are at least drawn in, by the page's width."""
TOLERANCE = 0.05  # of a pixel, for what is rounded


class Text(msgspec.Struct, frozen=True):
    """A text on the page: what it says, the size of its letters in pixels, and where it stands."""

    text: str
    size: float
    where: str

    def __str__(self) -> str:
        return f"{self.where}: “{self.text}” {self.size:g} px"


class Measures(msgspec.Struct, frozen=True):
    """What was measured on a page."""

    texts: list[Text]
    overlaps: list[tuple[Text, Text]]  # whose letters cut into one another
    cut: list[Text]  # that reach beyond the stage
    wide: float  # pixels by which the page scrolls sideways

    def faults(self, width: int) -> list[str]:
        """What is wrong on a page of this width, in words."""
        least = SMALLEST[width] - TOLERANCE
        return [
            *(f"small: {text}" for text in self.texts if text.size < least),
            *(f"overlap: {one} and {other}" for one, other in self.overlaps),
            *(f"cut off: {text}" for text in self.cut),
            *([f"scrolls sideways by {self.wide:g} px"] if self.wide > 0 else []),
        ]


def measure(
    studio: Studio, shots: Sequence[Shot], done: Callable[[Shot], None]
) -> dict[str, Measures]:
    """The measures of these pages, by the names of their pictures."""
    studio = msgspec.structs.replace(studio, resized=True)
    found: dict[str, Measures] = {}

    async def look(tab: Tab, shot: Shot) -> None:
        found[shot.file] = msgspec.convert(await tab.evaluate(SCRIPT), Measures)
        done(shot)

    shoot(studio, shots, look)
    return found
