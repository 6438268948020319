"""Pictures for where a page is shared: the board, the title of the game, and who plays.

A game of which there is no table, or whose board cannot be drawn, shows its emblem.
"""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import resvg_py
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.web import buckets
from config.web.clients import asking_client
from games.page.flat import flat
from games.page.miniature import Viewed, whole_board
from games.page.small_png import rendered
from games.page.views import load
from games.rules.registry import GAMES
from games.storing.rows import TableRow
from games.telling.cache import Cache
from games.telling.wording import title_of

LONGEST = 18  # letters of a name
MOST = 5  # names
KEPT = 100  # pictures, of some 200 kB
BOARD = 560  # dots that a board is wide

FOREIGN = re.compile(r"[^\x20-\xff]")  # what the font of the pictures has no letters for
BOX = re.compile(r'viewBox="([^"]+)"')
FRONT, NO_EMBLEM = "art/table.svg", "art/emblem.svg"

logger = logging.getLogger(__name__)

_pictures: Cache[bytes] = Cache(KEPT)


class CardDrawing(NamedTuple):
    """What is in a drawing, and the size it has there."""

    box: str  # as in `viewBox`
    shapes: str


@require_safe
def table_card(request: HttpRequest, table_id: int) -> HttpResponse:
    """The picture of a public table. Raises Http404 for any other, whoever asks."""
    row = load(request, table_id)
    if row.private:
        raise Http404
    watched = Viewed(row, None, "light")
    return card(request, row.game, players_of(row), watched.tag, lambda: board_of(watched))


@require_safe
def game_card(request: HttpRequest, game: str) -> HttpResponse:
    """The picture of a game. Raises Http404 for one that is not in the lobby."""
    if game not in GAMES or not GAMES[game].in_lobby:
        raise Http404
    return card(request, game, [])


@require_safe
def site_card(request: HttpRequest) -> HttpResponse:
    """The picture of the front page."""
    words = lines_of(_("Board games with friends, move by move"))
    return picture_of(request, FRONT, settings.SITE_NAME, words)


def card(
    request: HttpRequest,
    game: str,
    names: Sequence[str],
    tag: str = "",
    board: Callable[[], bytes | None] = lambda: None,
) -> HttpResponse:
    """The picture of a game or of a table. `tag` names the board."""
    emblem = f"games/{game}/emblem.svg"
    if finders.find(emblem) is None:
        emblem = NO_EMBLEM
    return picture_of(request, emblem, str(title_of(GAMES[game])), names, tag, board)


def picture_of(
    request: HttpRequest,
    emblem: str,
    title: str,
    names: Sequence[str],
    tag: str = "",
    board: Callable[[], bytes | None] = lambda: None,
) -> HttpResponse:
    """A picture, drawn once; 429 for who asks for too many new ones."""
    key = repr((emblem, title, names, tag))
    picture = _pictures.get(key)
    if picture is None:
        if buckets.cards.wait(asking_client(request)):
            return HttpResponse(status=429)
        picture = _pictures.get_or_make(key, lambda: drawn(emblem, title, names, board()))
    headers = {"Cache-Control": "public, max-age=3600"}
    return HttpResponse(picture, content_type="image/png", headers=headers)


def board_of(watched: Viewed) -> bytes | None:
    """The board as everybody may see it, as PNG; None if there is none or it cannot be drawn."""
    try:
        drawing = whole_board(watched)
        return drawing and rendered(flat(drawing.svg, drawing.style), BOARD)
    except Exception:  # a card with the emblem is better than none
        logger.exception("The board of table %s could not be drawn for a card", watched.row.id)
        return None


def players_of(row: TableRow) -> list[str]:
    """Who sits at a table, as far as it fits and can be written."""
    names = [seat.name for seat in row.seats if seat.name]
    told = [shortened(name) for name in names if not FOREIGN.search(name)][:MOST]
    bots = sum(bool(seat.bot) and not seat.name for seat in row.seats)
    more = len(names) - len(told) + bots
    return [*told, _("and {number} more").format(number=more)] if more and told else told


def shortened(name: str) -> str:
    """A name that fits on the picture."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def drawn(emblem: str, title: str, names: Sequence[str], board: bytes | None) -> bytes:
    """The picture as PNG."""
    lines = lines_of(title)
    facts = {
        "board": b64encode(board).decode() if board else "",
        "emblem": inner(emblem),
        "mark": inner("icons/mark.svg"),
        "title": lines,
        "below": 198 + 64 * len(lines),
        "names": names,
        "site_name": settings.SITE_NAME,
    }
    source = render_to_string("pages/card.svg", facts)
    font = str(finders.find("fonts/alegreya-heavy.ttf"))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=source, width=1200, skip_system_fonts=True, font_files=[font]
        )
    )


def inner(name: str) -> CardDrawing:
    """A drawing of ours, to be set into another one."""
    head, _, rest = Path(str(finders.find(name))).read_text().partition(">")
    box = BOX.search(head)
    assert box, name
    return CardDrawing(box[1], rest.rpartition("</svg>")[0])


def lines_of(title: str) -> list[str]:
    """A title in lines that fit beside the emblem."""
    lines = [""]
    for word in title.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > LONGEST and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
