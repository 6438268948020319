"""The seats of a table as its page draws them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.faces import NO_FACE, Face, face_of
from games.page.boards import Sitting, board_of
from games.storing.rows import SeatRow, TableRow, TenureRow
from games.telling.bots import bot_face, kind_of_bot
from games.telling.documents import Moment, Past, SeatDocument, SeatRatingDocument, View
from games.telling.updates import updates_now
from games.telling.wording import GONE, SiteWording, wording_for


class PageSeat(Sitting, frozen=True):
    """A seat in the line and in the list of players."""

    user: str | None
    face: Face
    kind: str  # of the bot, in words; "" for a person
    bot: str | None
    resigned: bool
    absent: bool
    offered: int  # the table at which the viewer may take it over; 0 if they may not
    deciding: bool
    since: Moment | None
    deadline: Moment | None
    rank: int | None
    rating: SeatRatingDocument | None = None
    you: bool = False  # whether the viewer had it then; it is `mine` if they have it now


class SeatChip(msgspec.Struct, frozen=True):
    """A seat in the strip of players, without its points and whether it is to move."""

    key: str
    name: str
    colour: str
    mine: bool


class ListedSeat(SeatChip, frozen=True):
    """A seat in the list of players, without its belongings and whether it is to move."""

    user: str | None
    face: Face
    resigned: bool
    absent: bool
    bot: str | None
    kind: str
    rank: int | None
    rating: SeatRatingDocument | None
    offered: int
    you: bool


def seats_of(
    row: TableRow,
    seats: Sequence[SeatDocument],
    view: View | None,
    wording: SiteWording,
    place: int | None,
    past: Past | None = None,
) -> list[PageSeat]:
    """Return the seats of an update with name and colour, for the viewer at a place."""
    colours = colours_at(row, view)
    settled = row.outcome is not None or past is not None
    holders = row.seats if past is None else row.holders_at(past.at)
    return [
        PageSeat(
            place=seat.place,
            key=str(seat.place),
            name=wording.seats[seat.place],
            colour=colours[seat.place],
            mine=seat.place == place,
            user=holders[seat.place].name,
            face=face_at(holders[seat.place]),
            kind=kind_of(holders[seat.place]),
            bot=seat.bot,
            resigned=seat.resigned,
            absent=seat.absent,
            offered=row.id if seat.offered and place is None else 0,
            deciding=seat.deciding and not settled,
            since=seat.since,
            deadline=seat.deadline,
            rank=None if past else seat.rank,
            rating=None if past else seat.rating,
            you=seat.place == place and holders[seat.place].name == row.seats[seat.place].name,
        )
        for seat in seats
    ]


def colours_at(row: TableRow, view: View | None) -> list[str]:
    """Return the colour of each seat of a table, for whatever draws or names it."""
    return board_of(row.game).colours_of(view, [seat.colour for seat in row.seats])


def kind_of(holder: SeatRow | TenureRow) -> str:
    """Return what plays for a seat, in words; "" for people, also for one who has left."""
    is_bot = holder.name is None and holder.bot != GONE
    return kind_of_bot(holder.bot) if is_bot else ""


def face_at(holder: SeatRow | TenureRow) -> Face:
    """Return the face of whoever has a seat: a user's, or a bot's by its name."""
    if holder.name is not None:
        return face_of(holder.name, holder.chosen)
    if holder.bot in ("", GONE):
        return NO_FACE
    return bot_face(holder.table_id, holder.place)


def sitting(seats: Sequence[Sitting]) -> list[Sitting]:
    """Return the seats with nothing but what a board may be drawn from."""
    return [Sitting(seat.place, seat.key, seat.name, seat.colour, seat.mine) for seat in seats]


def seen_at(row: TableRow, place: int | None) -> tuple[View | None, list[Sitting]]:
    """Return what is to be seen of a table from a place, and its seats, for whatever draws them."""
    updates = updates_now(row)
    view = updates.view(place)
    return view, sitting(seats_of(row, updates.seats, view, wording_for(row), place))
