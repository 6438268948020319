"""A board as a small PNG: for mails, in which no other kind of picture is shown everywhere.

resvg draws it in all colours. What mails can carry is flat: it has few.
"""

from __future__ import annotations

import io
from typing import NamedTuple

import resvg_py
from django.contrib.staticfiles import finders
from PIL import Image

from games.page.flat import flat
from games.page.miniature import Viewed, whole_board
from games.telling.cache import Cache

WIDTHS = (520, 460, 400, 320)  # the first one that is small enough counts
MOST = 60_000  # bytes; a mail carries a third more, and its text, in 90 kB
COLOURS = 128
KEPT = 60  # pictures
FONT = "fonts/alegreya-heavy.ttf"


class SmallPNG(NamedTuple):
    """A PNG and its size."""

    png: bytes
    width: int
    height: int


_pictures: Cache[SmallPNG] = Cache(KEPT)


def board_as_png(viewed: Viewed) -> SmallPNG | None:
    """The board of a table; None if there is none, or it cannot be drawn small enough."""
    kept = _pictures.get(viewed.tag)
    if kept is None:
        drawing = whole_board(viewed)
        kept = None if drawing is None else small(flat(drawing.svg, drawing.style))
        if kept is not None:
            _pictures.put(viewed.tag, kept)
    return kept


def small(svg: str) -> SmallPNG | None:
    """A drawing as PNG, as large as it may be; None if even the smallest is too large."""
    for width in WIDTHS:
        picture = reduced(rendered(svg, width))
        if len(picture.png) <= MOST:
            return picture
    return None


def rendered(svg: str, width: int) -> bytes:
    """A flat drawing as PNG in all colours."""
    family = "Alegreya"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background="#ffffff",
            skip_system_fonts=True,
            font_files=[str(finders.find(FONT))],
            font_family=family,
            serif_family=family,
            sans_serif_family=family,
        )
    )


def reduced(png: bytes) -> SmallPNG:
    """A PNG with as few colours as a drawing needs."""
    few = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True)
    return SmallPNG(written.getvalue(), few.width, few.height)
