"""The pictures in a mail: faces, and the board as its reader may see it now.

The page of a mail is kept with marks in their places. They are drawn when it is sent.
"""

from __future__ import annotations

import logging
import re
from html import escape
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import Notice
from games.faces import Face
from games.page.boards import board_of
from games.page.face_png import SIDE, face_as_png
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
MOST_FACES = 12  # in a mail: some 2 kB each
FACE = re.compile(r"<!-- face (\w*) (\w*) (\w*) -->")


def face_mark(face: Face) -> SafeString:
    """Mark the place of a face in the page of a mail."""
    return mark_safe(f"<!-- face {face.colour} {face.motif} {face.shape} -->")  # noqa: S308 - our own


class PicturedMail(EmailMultiAlternatives):
    """A mail whose page shows files that are attached, each under a name of its own."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.shown: dict[str, str] = {}  # names in the page, by file

    def message(self, *args: Any, **options: Any) -> Any:
        """Build it so that the file belongs to the page, in the same way for each Django."""
        made = super().message(*args, **options)
        if self.shown:
            made.set_type("multipart/related")
            for part in made.walk():
                if name := self.shown.get(file := part.get_filename() or ""):
                    part.add_header("Content-ID", f"<{name}>")
                    part.replace_header("Content-Disposition", f'inline; filename="{file}"')
        return made

    def show(self, file: str, png: bytes, name: str) -> None:
        """Attach a picture that the page shows as `cid:name`."""
        self.attach(file, png, "image/png")
        self.shown[file] = name


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


def pictures_attach(message: PicturedMail, notice: Notice, host: str) -> str:
    """Attach the pictures of a mail. Return its page with each where it belongs."""
    return faces_attach(message, board_attach(message, notice, host), host)


def board_attach(message: PicturedMail, notice: Notice, host: str) -> str:
    """Attach the board to a turn mail. Return its page, with the board in its place.

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
    message.show(FILE, picture.png, name)
    shown = (
        f'<p><img src="cid:{name}" alt="{escape(words)}" width="{picture.width}" '
        f'height="{picture.height}" style="max-width: 100%; height: auto; border-radius: 8px"></p>'
    )
    return notice.page.replace(PLACE, shown)


def faces_attach(message: PicturedMail, page: str, host: str) -> str:
    """Attach the faces of a page. Return it with each in its place."""

    def shown(mark: re.Match[str]) -> str:
        file = f"{'-'.join(filter(None, mark.groups()))}.png"
        name = f"face-{file}@{host}"
        if file not in message.shown:
            if len(message.shown) > MOST_FACES:
                return ""
            try:
                message.show(file, face_as_png(Face(*mark.groups())), name)
            except Exception:  # a mail without its picture is better than none
                logger.exception("The face %s could not be drawn for a mail", file)
                return ""
        return (
            f'<img src="cid:{name}" alt="" width="{SIDE}" height="{SIDE}" '
            'style="vertical-align: middle; margin-right: 6px">'
        )

    return FACE.sub(shown, page)
