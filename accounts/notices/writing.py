"""Words for notices, in the language and time zone of their reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.chat.unread import unread_by_table
from accounts.models import User
from config.web.addresses import address_of
from games.faces import Face
from games.models import Seat, Table
from games.page.seats import face_at
from games.storing.rows import SeatRow, TableRow, table_load
from games.telling.wording import introduced, title_of, why_closed, wording_for


@dataclass(frozen=True)
class Words:
    """What a notice says: on every channel the subject, and more of it where there is room."""

    subject: str
    url: str  # of the page where the reader can do something about it
    template: str  # of a mail
    facts: Mapping[str, object] = field(default_factory=dict)  # that it is drawn from
    body: str = ""  # a line or two


class PlayerNamed(NamedTuple):
    """The name and the face of a player in a mail."""

    name: str
    face: Face


def others_at(seats: Sequence[SeatRow], place: int | None) -> list[str]:
    """Who is at a table, without the one at this place."""
    return [introduced(seat) for seat in seats if seat.place != place]


def players_for(seats: Sequence[SeatRow], place: int | None) -> list[PlayerNamed]:
    """Return who is at a table, for the one at this place."""
    names = [_("you") if seat.place == place else introduced(seat) for seat in seats]
    return [PlayerNamed(name, face_at(seat)) for name, seat in zip(names, seats, strict=True)]


def with_names(names: Sequence[str]) -> str:
    """A line that says with whom one plays."""
    return _("with {names}").format(names=", ".join(names))


def ending_of(row: TableRow, user: User) -> tuple[str, list[dict[str, Any]]]:
    """Return how a table ended, in a sentence for one of its users, and the standings.

    These are rank, name, face and score of each seat, the best first; none if the table was closed.
    """
    if row.outcome is None:
        return why_closed(row, row.place_of(user.pk)), []
    wording = wording_for(row)
    ordered = sorted(row.outcome["standings"], key=itemgetter("rank"))
    standings = [
        {**one, "name": wording.seats[one["seat"]], "face": face_at(row.seats[one["seat"]])}
        for one in ordered
    ]
    return wording.ending(row.outcome["reason"]), standings


def ranks(standings: Sequence[Mapping[str, object]]) -> list[str]:
    """Return standings as rank and name."""
    return [f"{standing['rank']}. {standing['name']}" for standing in standings]


def about_tables(
    user: User,
    seats: Sequence[Seat],
    over: Sequence[int] = (),
    away: Sequence[Seat] = (),
    talks: Sequence[int] = (),
    chats: Sequence[object] = (),
) -> Words:
    """Return which tables wait for somebody, which are over, and where a bot plays for them.

    With how much of their chats they have not read; `talks` are the tables where that is new, and
    `chats` what a mail quotes of it.
    """
    unread = unread_by_table(user)
    waiting = [waiting_line(seat) for seat in seats]
    subject = ngettext(
        "{count} table is waiting for you", "{count} tables are waiting for you", len(waiting)
    ).format(count=len(waiting))
    said = [line_of(table_load(table_id)) for table_id in talks]
    rest = _("A bot plays for you") if away else _("Tables that are over")
    rest = rest if away or over else _("New in the chats")
    gone = [line_of(seat.table) for seat in away]
    ended = [ended_line(table, user) for table in over]
    lines = (*waiting, *gone, *ended, *said)
    body = ", ".join(dict.fromkeys(str(line["title"]) for line in lines))
    listed = {line["id"] for line in (*waiting, *gone, *ended)}
    for line in lines:
        line["unread"] = unread.get(line["id"], 0)
    talking = [line for line in said if line["id"] not in listed]
    facts = {"waiting": waiting, "over": ended, "away": gone, "talks": talking, "chats": chats}
    return Words(subject if waiting else rest, address_of("my_games"), "digest", facts, body)


def waiting_line(seat: Seat) -> dict[str, Any]:
    """Return a table that waits for somebody, as a line."""
    row = table_load(seat.table_id)
    players = players_for([one for one in row.seats if one.place != seat.place], None)
    return line_of(row, players=players, since=seat.since, deadline=seat.deadline)


def ended_line(table_id: int, user: User) -> dict[str, Any]:
    """Return a table that is over, as a line."""
    row = table_load(table_id)
    reason, standings = ending_of(row, user)
    return line_of(row, reason=reason, standings=ranks(standings))


def line_of(table: TableRow | Table, **more: object) -> dict[str, Any]:
    """Return a table as a line in a list of them."""
    address = address_of("table", table.id)
    return {"id": table.id, "title": title_of(table.rules), "url": address, **more}
