"""A board as a small picture: one SVG document with everything in it, for an `<img>`.

It is drawn by the board's own macros from what the viewer may see, without what only scripts need.
Inside an image no style sheet of a page holds, so those of the board are written into it, as they
apply on a wide page.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from hashlib import blake2b
from html import unescape
from pathlib import Path
from typing import NamedTuple

from django.contrib.staticfiles import finders
from django.utils.translation import get_language
from tinycss2 import parse_stylesheet, serialize
from tinycss2.ast import AtRule, Node

from games.looks import LOOKS, look_of
from games.page import drawing
from games.page.boards import board_of
from games.page.parts import together
from games.page.rendering import art_of, board_style, has_board
from games.page.seats import seen_at
from games.storing.rows import TableRow
from games.telling.cache import Cache

PAGE = 90.0  # rem: how wide the page is on which the board is laid out
SIZE = (1400, 1000)  # of a board that is not one drawing, in CSS pixels
KEPT = 60  # pictures, of some 100 kB
SHEETS = ("tokens.css", "table/players.css", "table/goods.css", "table/stage.css")
THEME = "prefers-color-scheme"

RESET = """
*,*::before,*::after{box-sizing:border-box}p,ul,ol,h2,h3{margin:0;padding:0}ul,ol{list-style:none}
*{animation:none!important;transition:none!important}
.view.view{height:100%;overflow:visible!important;border-radius:0}
"""
ALONE = """
svg:root{font:400 16px/1.45 var(--sans);color:var(--ink);fill:currentColor}
.visually-hidden,summary,button{visibility:hidden}
"""
"""The styles that a page around it would give, and the parts to hide that only a page can use."""

_pictures: Cache[bytes] = Cache(KEPT)
_WIDTH = re.compile(r"\((min|max)-width:\s*([\d.]+)rem\)")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_FOR_SCRIPTS = re.compile(r'\s(?:data-[\w-]+|aria-[\w-]+|role|tabindex|title)="[^"]*"')
_TITLE = re.compile(r"<title>[^<]*</title>")
_NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\w+);)\w+;")
_VIEW_BOX = re.compile(r'<svg[^>]*?\sviewBox="([^"]*)"')


class Viewed(NamedTuple):
    """A table as one viewer sees it, and in which look."""

    row: TableRow
    place: int | None
    look: str

    @property
    def tag(self) -> str:
        """What tells this picture from every other, of this table and of others."""
        row = self.row
        told = (row.id, row.number, self.place, row.status, row.version, self.look)
        digest = blake2b(repr((*told, get_language(), style_of(row.game))).encode(), digest_size=12)
        return digest.hexdigest()


def picture_of(viewed: Viewed) -> bytes | None:
    """The SVG document; None if the game has no drawn board, or the position cannot be shown."""
    row = viewed.row
    if row.position is None or not has_board(row.game):
        return None
    return _pictures.get_or_make(viewed.tag, lambda: _drawn(viewed).encode()) or None


class Drawing(NamedTuple):
    """An SVG document without styles, and the style sheets that belong to it."""

    svg: str
    style: str


def whole_board(viewed: Viewed) -> Drawing | None:
    """The board with what is written on it; None if there is none, or it cannot be shown."""
    row = viewed.row
    if row.position is None or not has_board(row.game):
        return None
    board = _board(viewed)
    if not board:
        return None
    symbols = symbols_of(row.game)
    return Drawing(document(board, symbols, "", viewed.look), sheets_of(row.game))


def _drawn(viewed: Viewed) -> str:
    board, game = _board(viewed), viewed.row.game
    look = viewed.look
    if _kind(viewed.row) == "picture":  # that is printed on paper
        look = look_of("light", LOOKS[look][1])
    return board and document(board, symbols_of(game), style_of(game), look)


def _kind(row: TableRow) -> str:
    """The macro that draws the whole board."""
    return "picture" if drawing.pen_for(row.game, row.rules).draws("picture") else "board"


def _board(viewed: Viewed) -> str:
    row = viewed.row
    view, seats = seen_at(row, viewed.place)
    if view is None:
        return ""
    pen = drawing.pen_for(row.game, row.rules)
    facts, kind = board_of(row.game).facts(view, seats), _kind(row)
    return bare(pen.draw(kind, "", facts if kind == "board" else together(facts)).whole())


def document(board: str, symbols: str, style: str, look: str, crop: Sequence[float] = ()) -> str:
    """A board as an SVG document of its own. One in HTML is set into it as on a page.

    `crop` is the part that is shown: x, y, width and height.
    """
    whole = board.startswith("<svg")
    theme, palette = LOOKS[look]
    left, top, width, height = box_of(board)
    shown = " ".join(map(str, crop)) if crop else f"{left} {top} {width} {height}"
    if not whole:
        board = (
            f'<foreignObject width="{width}" height="{height}">'
            f'<div xmlns="http://www.w3.org/1999/xhtml" class="view"><div id="board" class="board">'
            f"{rooted(board)}</div></div></foreignObject>"
        )
    else:
        tag, rest = board.split(">", 1)
        place = f'x="{left}" y="{top}" width="{width}" height="{height}"'
        board = f'<g class="board">{tag} {place}>{rest}</g>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" data-theme="{theme}" data-palette="{palette}" '
        f'viewBox="{shown}"><style><![CDATA[{style}]]></style>'
        f'<g display="none">{symbols}</g>{board}</svg>'
    )


def box_of(board: str) -> tuple[str, str, str, str]:
    """Where the drawing of a board lies: x, y, width and height."""
    box = _VIEW_BOX.match(board) if board.startswith("<svg") else None
    left, top, width, height = box[1].split() if box else ("0", "0", *map(str, SIZE))
    return left, top, width, height


def bare(drawn: str) -> str:
    """A drawing without words and names that only a page needs, and readable as XML."""
    return _NAMED.sub(
        lambda name: unescape(name[0]), _TITLE.sub("", _FOR_SCRIPTS.sub("", drawn))
    ).strip()


def rooted(board: str) -> str:
    """HTML as XML: every drawing in it says that it is one."""
    return board.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')


@functools.cache
def symbols_of(game: str) -> str:
    """The drawings of goods and of the game's pieces."""
    return bare(str(drawing.render("goods.svg", {})) + str(art_of(game)))


@functools.cache
def style_of(game: str) -> str:
    """The styles of a game's board that stands alone, as on a wide page."""
    return RESET + ALONE + sheets_of(game)


@functools.cache
def sheets_of(game: str) -> str:
    """The style sheets of a game's board, as they apply on a wide page."""
    names = [*SHEETS, board_style(game)]
    found = [finders.find(name) for name in names if name]
    return "".join(wide(Path(str(path)).read_text()) for path in found if path)


def wide(css: str) -> str:
    """A style sheet without comments, and without what holds only on narrow pages."""
    rules = parse_stylesheet(_COMMENT.sub("", css))
    return re.sub(r"\s+", " ", "".join(map(_wide, rules)))


def _wide(rule: Node) -> str:
    """Return a rule, what is in it if its media query holds, or nothing if that does not hold.

    The theme of the device is known to the image alone.
    """
    query = serialize(rule.prelude) if isinstance(rule, AtRule) else ""
    if not isinstance(rule, AtRule) or rule.lower_at_keyword != "media" or THEME in query:
        return rule.serialize()
    return serialize(rule.content) if holds(query) else ""


def holds(query: str) -> bool:
    """Whether a media query holds: on a wide page, and for whoever has no wishes."""
    widths = _WIDTH.findall(query)
    every = all((float(rem) < PAGE) == (bound == "min") for bound, rem in widths)
    return bool(widths) and every and not _WIDTH.sub("", query).replace("and", "").strip()
