"""How texts stand out from what they are drawn on: contrast after WCAG 2.2, measured in pictures.

Axe does not look into drawings, and a text there may lie on anything: a card, a piece, a veil. So a
page is pictured with its letters and without them, and the points that differ are compared.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypedDict

import msgspec
from playwright.async_api import Page as Tab

from tools.album.camera import WEAR, Studio, shoot
from tools.album.fingerprints import Darkroom
from tools.album.pages import Shot

SCRIPT = Path(__file__).with_name("contrasts.js").read_text()
DOTS = 3  # of a picture to a pixel of the page: strokes are wide enough to have their full colour
LEAST, LEAST_OF_LARGE = 4.5, 3.0
LARGE, LARGE_IF_BOLD = 24.0, 18.66  # pixels
TOLERANCE = 0.1
TRIES = 2  # a busy browser may draw letters blurred at first
PLAIN = "#table :not(svg *) { mask-image: none !important; }"
"""Takes the fading edges off what can be scrolled."""
BARE = """
#table * { -webkit-text-fill-color: transparent !important; text-shadow: none !important; }
#table svg :is(text, tspan) { fill: transparent !important; }
"""
"""Takes the letters off the table. Outlines of letters stay: they are what these stand on."""


class Contrast(msgspec.Struct, frozen=True):
    """How a text stands out from its ground, and how much it has to."""

    text: str
    where: str
    ratio: float
    least: float

    def __str__(self) -> str:
        return f"{self.where}: “{self.text}” {self.ratio:.1f} : 1, not {self.least:g} : 1"

    @property
    def weak(self) -> bool:
        """Whether it is too little."""
        return self.ratio < self.least - TOLERANCE


def measure(
    studio: Studio, shots: Sequence[Shot], done: Callable[[Shot], None]
) -> dict[str, list[Contrast]]:
    """The contrasts of all texts of these tables that can be seen, by the names of the pictures.

    What cannot be chosen now is left out, as in WCAG.
    """
    studio = msgspec.structs.replace(studio, dots=DOTS, styles=(*studio.styles, PLAIN))
    darkroom, found = Darkroom(), dict[str, list[Contrast]]()

    async def look(tab: Tab, shot: Shot) -> None:
        for _ in range(TRIES):
            found[shot.file] = await contrasts(tab, await darkroom.room(tab))
            if not any(one.weak for one in found[shot.file]):
                break
        done(shot)

    shoot(studio, shots, look)
    return found


class Lettering(TypedDict):
    """A text on a page, as contrasts.js finds it."""

    text: str
    where: str
    box: list[float]
    size: float
    bold: bool
    idle: bool


async def contrasts(tab: Tab, room: Tab) -> list[Contrast]:
    """The same of one page as it is now; two pictures are compared in the darkroom's page."""
    lettering: list[Lettering] = await tab.evaluate(f"{SCRIPT} textsOf()")
    texts = [text for text in lettering if not text["idle"]]
    written = await tab.screenshot(full_page=True, animations="disabled")
    await tab.evaluate(WEAR, BARE)
    bare = await tab.screenshot(full_page=True, animations="disabled")
    await tab.evaluate("document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)")
    work = {
        "written": base64.b64encode(written).decode(),
        "bare": base64.b64encode(bare).decode(),
        "boxes": [text["box"] for text in texts],
        "dots": DOTS,
    }
    ratios: list[float | None] = await room.evaluate(
        f"(work) => {{ {SCRIPT} return contrastsOf(work) }}", work
    )
    return [
        Contrast(text["text"], text["where"], ratio, least_of(text))
        for text, ratio in zip(texts, ratios, strict=True)
        if ratio is not None
    ]


def least_of(text: Lettering) -> float:
    """The contrast that letters of such a size need (WCAG 2.2, 1.4.3)."""
    return LEAST_OF_LARGE if text["size"] >= (LARGE_IF_BOLD if text["bold"] else LARGE) else LEAST
