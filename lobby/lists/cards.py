"""Tables as shown on cards, with seats and names, read by one prepared statement."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.urls import reverse

from games.faces import LEFT_OPEN, Face, face_of
from games.storing.rows import CHOSEN_FACE, run


class Sitter(msgspec.Struct, frozen=True):
    """A user on a card."""

    pk: int
    username: str
    chosen: Face = LEFT_OPEN

    @property
    def face(self) -> Face:
        """The face beside the name."""
        return face_of(self.username, self.chosen)

    def get_username(self) -> str:
        """The name that everybody sees."""
        return self.username

    def get_absolute_url(self) -> str:
        """The page of the user."""
        return reverse("profile", args=[self.username])


class SeatCard(msgspec.Struct, frozen=True):
    """A seat on a card."""

    place: int
    user: Sitter | None
    bot: str
    deciding: bool
    since: datetime | None
    deadline: datetime | None
    absent_since: datetime | None
    rank: int | None
    table_id: int
    colour: str
    begun: bool
    """Whether places are drawn, so that a bot has its name."""

    @property
    def user_id(self) -> int | None:
        """The id of the user, if one has the seat."""
        return None if self.user is None else self.user.pk


class Card(msgspec.Struct, frozen=True):
    """A table in a list of tables."""

    pk: int
    game: str
    status: str
    number: int
    options: dict[str, Any]
    private: bool
    host: Sitter | None
    seats_min: int
    seats_max: int
    close_reason: str
    frozen_at: datetime | None
    opened_at: datetime
    moved_at: datetime | None
    finished_at: datetime | None
    invited_at: datetime | None  # when the reader was invited, if they have not answered
    seats: list[SeatCard]

    @property
    def host_id(self) -> int | None:
        """The id of the host, if there still is one."""
        return None if self.host is None else self.host.pk

    def get_absolute_url(self) -> str:
        """The page of the table."""
        return reverse("table", args=[self.pk])

    def seat_of(self, user_id: int) -> SeatCard | None:
        """The user's seat; None if they have none."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


_cards = msgspec.json.Decoder(list[Card])


@functools.cache
def statement(ids: str) -> str:
    """The statement that reads cards for the reader `%(user)s`; `ids` selects the tables' ids."""
    users = get_user_model()._meta.db_table
    return f"""
        select coalesce(json_agg(json_build_object(
            'pk', t.id, 'game', t.game, 'status', t.status, 'number', t.number,
            'options', t.options, 'private', t.private,
            'host', case when h.id is not null
                then json_build_object('pk', h.id, 'username', h.username) end,
            'seats_min', t.seats_min, 'seats_max', t.seats_max, 'close_reason', t.close_reason,
            'frozen_at', t.frozen_at, 'opened_at', t.opened_at, 'moved_at', t.moved_at,
            'finished_at', t.finished_at,
            'invited_at', (select i.sent_at from lobby_invitation i where i.table_id = t.id
                and i.user_id = %(user)s and i.status = 'sent' and t.status = 'open'),
            'seats', (
                select coalesce(json_agg(json_build_object('place', s.place, 'bot', s.bot,
                    'user', case when u.id is not null
                        then json_build_object('pk', u.id, 'username', u.username,
                            'chosen', {CHOSEN_FACE}) end,
                    'deciding', s.deciding, 'since', s.since, 'deadline', s.deadline,
                    'absent_since', s.absent_since, 'rank', s.rank, 'table_id', t.id,
                    'colour', s.colour, 'begun', t.number > 0) order by s.place), '[]')
                from games_seat s left join {users} u on u.id = s.user_id
                where s.table_id = t.id)
        )), '[]')::text
        from games_table t left join {users} h on h.id = t.host_id where t.id in ({ids})
    """  # noqa: S608 - our own statements and names


CHOSEN = "select unnest(%(ids)s::bigint[])"


def cards_of(ids: Sequence[int]) -> list[Card]:
    """The tables with these ids, in this order; those that do not exist are left out."""
    if not ids:
        return []
    found = {card.pk: card for card in cards(CHOSEN, {"user": None, "ids": list(ids)})}
    return [found[number] for number in ids if number in found]


def cards(ids: str, parameters: Mapping[str, Any]) -> list[Card]:
    """The tables whose ids the statement `ids` selects, unordered, for `parameters["user"]`."""
    ((found,),) = run(statement(ids), parameters)
    return _cards.decode(found)
