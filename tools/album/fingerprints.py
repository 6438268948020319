"""The fingerprint of a page's looks: what can be seen on it, its colours, and a small picture.

Letters are left out (`plain.css`), so a fingerprint is the same whatever fonts a machine has.
Counts show that a piece is missing, colours that it cannot be told from what it lies on, and the
picture anything else.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TypedDict

import msgspec
from playwright.async_api import Browser, Page

from tools.album.camera import PHONE
from tools.album.pages import Shot

HERE = Path(__file__).parent
PLAIN = (HERE / "plain.css").read_text()
SURVEY = (HERE / "survey.js").read_text()
DARKROOM = (HERE / "darkroom.js").read_text()

POINTS = 20_000  # pixels of a small picture
TILE = 8
COLOUR_APART = 32  # of 255: more is another colour
TILE_APART = 15.0  # of 255, as the mean of the worst tile; half a dot beside itself makes 10
TALLER = 0.02  # the share of its height by which a page may have become taller or shorter


class Fingerprint(msgspec.Struct, frozen=True):
    """The fingerprint of a picture. `things` are counts, with mean colours on a board."""

    things: dict[str, str]  # kind: "12" or "12 #1a2b3c"
    small: bytes  # WebP


class Comparison(msgspec.Struct, frozen=True):
    """How a page differs, as sentences, and where: none if it looks as it did."""

    reasons: list[str]
    picture: bytes = b""  # the differences, red; WebP


class Survey(TypedDict):
    """What survey.js finds on a page."""

    board: list[float] | None
    boxes: dict[str, list[list[float]]]
    things: dict[str, int]


class Developed(TypedDict):
    """A picture as darkroom.js makes it: small, with the mean colours of kinds of things."""

    small: str
    colours: dict[str, list[int]]


class Compared(TypedDict):
    """How two small pictures differ."""

    tall: float
    worst: float
    picture: str


class Darkroom:
    """An empty page of each browser, in which pictures are worked on."""

    def __init__(self) -> None:
        self.rooms: dict[Browser, Page] = {}

    async def room(self, page: Page) -> Page:
        """The darkroom page of the browser that a page is in."""
        browser = page.context.browser
        assert browser is not None
        if browser not in self.rooms:
            room = await browser.new_page()
            await room.add_script_tag(content=DARKROOM)
            self.rooms.setdefault(browser, room)
        return self.rooms[browser]

    async def fingerprint(self, page: Page, shot: Shot) -> Fingerprint:
        """The fingerprint of a page as it is now, with `PLAIN` applied."""
        seen: Survey = await page.evaluate(SURVEY)
        image = await page.screenshot(full_page=True, animations="disabled")
        work = {
            "shot": base64.b64encode(image).decode(),
            "box": seen["board"],
            "boxes": seen["boxes"],
            "dots": 2 if shot.width < PHONE else 1,
            "points": POINTS,
        }
        room = await self.room(page)
        developed: Developed = await room.evaluate("(work) => develop(work)", work)
        colours = developed["colours"]
        things = {
            kind: f"{number} {hexadecimal(colours[kind])}" if kind in colours else str(number)
            for kind, number in sorted(seen["things"].items())
        }
        return Fingerprint(things, base64.b64decode(developed["small"]))

    async def compare(self, page: Page, before: Fingerprint, now: Fingerprint) -> Comparison:
        """What has changed since."""
        room = await self.room(page)
        pictures = {
            name: base64.b64encode(small).decode()
            for name, small in (("before", before.small), ("now", now.small))
        }
        found: Compared = await room.evaluate("(work) => compare(work)", {**pictures, "tile": TILE})
        reasons = compare_things(before.things, now.things) + compare_pictures(found)
        return Comparison(reasons, base64.b64decode(found["picture"]))


def compare_things(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """Sentences about what is more or less than it was, or has another colour."""
    reasons = []
    for kind in sorted(before.keys() | now.keys()):
        number, colour = parts_of(before.get(kind, "0"))
        number_now, colour_now = parts_of(now.get(kind, "0"))
        if number != number_now:
            reasons.append(f"{kind}: {number} before, {number_now} now")
        elif colour and colour_now and apart(colour, colour_now) > COLOUR_APART:
            reasons.append(f"{kind}: {colour} before, {colour_now} now")
    return reasons


def compare_pictures(found: Compared) -> list[str]:
    """Sentences about the small pictures."""
    reasons = []
    if found["tall"] > TALLER:
        reasons.append(f"longer or shorter by {found['tall']:.0%}")
    elif found["worst"] > TILE_APART:
        reasons.append(f"looks different: {found['worst']:.0f} of 255 in the worst place")
    return reasons


def parts_of(thing: str) -> tuple[int, str]:
    """The number and the colour, "" without one."""
    number, _, colour = thing.partition(" ")
    return int(number), colour


def hexadecimal(colour: list[int]) -> str:
    """A colour as style sheets write it."""
    return "#" + bytes(colour).hex()


def apart(one: str, other: str) -> int:
    """How far two colours are apart, from 0 to 255."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return max(abs(a - b) for a, b in pairs)
