"""What an example shows: the board as a picture, drawn by its own template, and what seats own."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from django.utils.translation import override
from markupsafe import Markup

from games.guide.positions import NotAsTold, PositionSource, Reached, players_in, reached, source_of
from games.page import drawing
from games.page.boards import Values, board_of
from games.page.miniature import RESET, bare, box_of, document, sheets_of, symbols_of
from games.page.parts import Pen
from games.page.seats import seen_at
from games.rules.core.codec import encode
from games.rules.core.interface import (
    AnyState,
    Position,
    Seat,
)
from games.rules.registry import GAMES
from games.storing.rows import TableRow
from games.telling.unstored import seat_row, table_row
from games.telling.wording import wording_for

PEOPLE = ("Ana", "Ben", "Cleo", "Dan", "Eva")
"""Who sits at the tables of examples."""

STYLE = """
.visually-hidden,summary{display:none}button{font:inherit;color:inherit;background:none;border:0}
.board{height:100%}
svg:root{font:400 16px/1.45 var(--sans);color:var(--ink);fill:currentColor}
.marked>.outline{stroke:var(--brass)!important;stroke-width:7!important;stroke-opacity:1!important}
.marked:not(:has(>.outline)){outline:4px solid var(--brass);outline-offset:2px}
g.marked:not(:has(>.outline)){filter:drop-shadow(0 0 4px var(--brass))}
"""

_TAG = re.compile(r"<\w[^<>]*")
_ID = re.compile(r'\sid="([^"]+)"')


class Picture(NamedTuple):
    """An SVG document, and how large it is in its own units."""

    svg: bytes
    width: float
    height: float

    @property
    def tag(self) -> str:
        """What tells it from every other."""
        return blake2b(self.svg, digest_size=9).hexdigest()


@functools.lru_cache(maxsize=500)
def picture_of(game: str, name: str, moment: str, look: str, language: str) -> Picture:
    """The board of a position "before" or "after" its answers, with words of a language.

    Raises NotAsTold.
    """
    found = reached(game, name)
    told, position = found.told, found.before if moment == "before" else found.after
    view, seats = seen_at(table_at(game, position), told.seat)
    with override(language):
        pen = drawing.pen_for(game, GAMES[game])
        drawn = pen.draw("board", "", board_of(game).facts(view or {}, seats)).whole()
    board = marked(drawn, told.marks)
    crop = crop_of(game, told)
    style = RESET + sheets_of(game) + STYLE
    svg = document(bare(board), symbols_of(game), style, look, crop)
    *_, width, height = crop or map(float, box_of(board))
    return Picture(svg.encode(), float(width), float(height))


def crop_of(game: str, told: PositionSource) -> Sequence[float]:
    """The part of the drawing that a position shows; empty for all of it. Raises NotAsTold."""
    if not isinstance(told.crop, str):
        crop: Sequence[float] = told.crop
    elif not told.crop:
        return ()
    else:
        crop = source_of(game).crop.get(told.crop, ())
    if len(crop) != 4:
        raise NotAsTold(f"{game}: the crop {told.crop!r} is not known, or not four numbers")
    return crop


def table_at(game: str, position: Position[AnyState]) -> TableRow:
    """A table at which a position has been reached; nothing of it is stored."""
    seats = [seat_row(place, None, PEOPLE[place]) for place in range(players_in(position.state))]
    return table_row(GAMES[game], position, seats, course=(game, encode(position.state)))


def marked(drawn: str, spots: Sequence[str]) -> str:
    """The drawing with these spots marked. Raises NotAsTold if one is not drawn."""
    for spot in spots:
        name = f' data-spot="{spot}"'
        if name not in drawn:
            raise NotAsTold(f"no spot {spot!r} is drawn on the board")
        drawn = _TAG.sub(functools.partial(_mark, name), drawn)
    return drawn


def _mark(name: str, tag: re.Match[str]) -> str:
    if name not in tag[0]:
        return tag[0]
    if ' class="' in tag[0]:
        return tag[0].replace(' class="', ' class="marked ', 1)
    return re.sub(r"^<\w+", r'\g<0> class="marked"', tag[0])


class Holdings(NamedTuple):
    """What lies before a seat, as HTML."""

    name: str
    colour: str
    drawn: Markup


def holdings_of(game: str, found: Reached, moment: str, prefix: str) -> list[Holdings]:
    """What lies before the seats that an example names.

    Ids begin with `prefix`, as a page shows many of them.
    """
    position = found.before if moment == "before" else found.after
    view, seats = seen_at(table_at(game, position), found.told.seat)
    own = board_of(game).belongings(view or {}, seats)
    pen = drawing.pen_for(game, GAMES[game])
    return [
        Holdings(seats[place].name, seats[place].colour, _of_seat(pen, place, own[place], prefix))
        for place in found.told.holdings
    ]


def _of_seat(pen: Pen, place: Seat, own: Values | None, prefix: str) -> Markup:
    drawn = bare(pen.draw("belongings", str(place), own or {}).whole())
    for name in set(_ID.findall(drawn)):
        used = rf'(id="|#){re.escape(name)}(?=["\)])'
        drawn = re.sub(used, rf"\g<1>{prefix}-{place}-{name}", drawn)
    return Markup(drawn)  # noqa: S704 - drawn by our own templates


def happened(game: str, found: Reached) -> list[str]:
    """What came of the answers of an example, in the log's sentences as the seat reads them."""
    words = wording_for(table_at(game, found.after))
    return [words.event(event.seen_by(found.told.seat)) for event in found.events]
