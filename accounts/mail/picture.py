"""The board in a mail: as its reader may see it now, drawn when the mail is sent."""

from __future__ import annotations

import logging
from html import escape
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.utils.translation import gettext as _

from accounts.models import Notice
from games.page.boards import board_of
from games.page.miniature import Viewed
from games.page.rendering import has_board
from games.page.seats import seats_of
from games.page.small_png import board_as_png
from games.storing.lives import life_mark
from games.storing.rows import TableRow, table_load
from games.telling.reading import reading_as
from games.telling.updates import table_update
from games.telling.wording import wording_for

logger = logging.getLogger(__name__)

FILE = "board.png"
PLACE = "<!-- the board -->"
"""Where a mail's page has the picture."""


class PicturedMail(EmailMultiAlternatives):
    """A mail whose page may show the one file that is attached, under a name of its own."""

    picture = ""

    def message(self, *args: Any, **options: Any) -> Any:
        """Build it so that the file belongs to the page, in the same way for each Django."""
        made = super().message(*args, **options)
        if self.picture:
            made.set_type("multipart/related")
            for part in made.walk():
                if part.get_filename() == FILE:
                    part.add_header("Content-ID", f"<{self.picture}>")
                    part.replace_header("Content-Disposition", f'inline; filename="{FILE}"')
        return made


def in_words(row: TableRow, user_id: int) -> str:
    """What a user is asked, and how everybody stands, if their game shows that."""
    update = table_update(row, user_id, row.number)
    view = update.view
    asked = update.question.prompt if update.question else ""
    if view is None:
        return asked
    seats = seats_of(row, update.seats, view, wording_for(row), row.place_of(user_id))
    points = board_of(row.game).points(view, seats) if has_board(row.game) else []
    told = [
        _("{name} {points}").format(name=seat.name, points=own)
        for seat, own in zip(seats, points, strict=False)
        if own is not None
    ]
    standing = _("Points: {list}.").format(list=", ".join(told)) if told else ""
    return " ".join(filter(None, (asked, standing)))


def board_attach(message: PicturedMail, notice: Notice, host: str) -> str:
    """Attach the board to a turn mail. Its page, with the picture where it belongs.

    Without a picture, because there is none or drawing has failed, the page is as it was written.
    """
    if notice.table_id is None or PLACE not in notice.page:
        return notice.page
    try:
        with reading_as(notice.user):
            row = table_load(notice.table_id)
            place = row.place_of(notice.user_id)
            picture = None if place is None else board_as_png(Viewed(row, place, "light"))
            words = in_words(row, notice.user_id) if picture else ""
    except Exception:  # a mail without its picture is better than none
        logger.exception("The board of table %s could not be drawn for a mail", notice.table_id)
        return notice.page
    if picture is None:
        return notice.page
    name = f"board-{life_mark()}-{notice.pk}@{host}"
    message.picture = name
    message.attach(FILE, picture.png, "image/png")
    shown = (
        f'<p><img src="cid:{name}" alt="{escape(words)}" width="{picture.width}" '
        f'height="{picture.height}" style="max-width: 100%; height: auto; border-radius: 8px"></p>'
    )
    return notice.page.replace(PLACE, shown)
