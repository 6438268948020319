"""A user's own list: tables in play, open tables, invitations, and tables that are over.

One statement reads it. Tables that are over are read page by page, starting from a given table, so
it touches what it shows, however many there are.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from accounts.models import Preferences, User
from lobby.lists.cards import Card, SeatCard, cards

FINISHED_PER_PAGE = 12
LATEST = datetime.max.replace(tzinfo=UTC)
EARLIEST = datetime.min.replace(tzinfo=UTC)

ON_LIST = """
    select s.table_id from games_seat s where s.user_id = %(user)s and s.goes_on
    union all select * from (
        select s.table_id from games_seat s
        where s.user_id = %(user)s and s.ended_at is not null {beyond}
        order by s.ended_at {order}, s.table_id {order} limit %(most)s
    ) as ended
    union all select i.table_id from lobby_invitation i join games_table t on t.id = i.table_id
        where i.user_id = %(user)s and i.status = 'sent' and t.status = 'open'
"""
BEYOND = """
    and (s.ended_at, s.table_id) {than} ((
        select m.ended_at from games_seat m where m.user_id = %(user)s
            and m.table_id = %(beyond)s
    ), %(beyond)s)
"""
LATEST_ENDED = ON_LIST.format(beyond="", order="desc")
OLDER = ON_LIST.format(beyond=BEYOND.format(than="<"), order="desc")
NEWER = ON_LIST.format(beyond=BEYOND.format(than=">"), order="asc")


class Mine(NamedTuple):
    """A table and the user's own seat at it."""

    table: Card
    seat: SeatCard


class MyGames(NamedTuple):
    """A user's own list, each part in its order.

    `newer` and `older` are the tables from which the next pages of finished tables start, if any.
    """

    waiting: list[Mine]
    away: list[Mine]  # a bot plays for them
    invited: list[Card]
    playing: list[Card]  # waiting for others
    opened: list[Card]
    finished: list[Mine]
    newer: int | None
    older: int | None

    @property
    def is_newcomer(self) -> bool:
        """Return True for a user who has no table, and has had none."""
        return not (self.waiting or self.away or self.playing or self.opened or self.finished)

    def in_play(self) -> list[Card]:
        """The tables at which the game goes on."""
        return [*(table for table, _seat in (*self.waiting, *self.away)), *self.playing]

    def elsewhere(self) -> list[Card]:
        """Return the tables of which nothing is due: others think, it has not begun, it is over."""
        return [*self.playing, *self.opened, *(table for table, _seat in self.finished)]


def on_list_of(user: User, *, before: int | None = None, after: int | None = None) -> MyGames:
    """A user's own list, with the tables that ended before, or after, a given one.

    If none is given, or none ended after it, with the latest.
    """
    forward = after is not None
    wanted = {"user": user.pk, "beyond": after if forward else before}
    statement = LATEST_ENDED if (before, after) == (None, None) else NEWER if forward else OLDER
    found = cards(statement, {**wanted, "most": FINISHED_PER_PAGE + 1})
    mine = [Mine(card, seat) for card in found if (seat := card.seat_of(user.pk))]
    invited = [card for card in found if card.invited_at and not card.seat_of(user.pk)]
    waiting = [each for each in mine if is_waiting(each)]
    away = [each for each in mine if is_away(each)]
    elsewhere = {each.table.pk for each in (*waiting, *away)}
    rest = [card for card, _seat in mine if card.pk not in elsewhere]
    over = [each for each in mine if each.table.status in ("finished", "closed")]
    if not over and (before, after) != (None, None):
        return on_list_of(user)
    over.sort(key=ended, reverse=not forward)
    more, finished = len(over) > FINISHED_PER_PAGE, over[:FINISHED_PER_PAGE]
    if forward:
        finished.reverse()
    has_newer, has_older = (more, True) if forward else (before is not None, more)
    return MyGames(
        waiting=in_order(waiting, user),
        away=sorted(away, key=lambda each: (LATEST - absent_since(each), each.table.pk)),
        invited=sorted(invited, key=lambda card: (card.invited_at or LATEST, card.pk)),
        playing=latest_first([card for card in rest if card.status == "playing"]),
        opened=latest_first([card for card in rest if card.status == "open"]),
        finished=finished,
        newer=finished[0].table.pk if finished and has_newer else None,
        older=finished[-1].table.pk if finished and has_older else None,
    )


def is_waiting(mine: Mine) -> bool:
    """Whether a table waits for the user, as in `games.telling.selectors.tables_waiting_for`."""
    table, seat = mine
    in_play = table.status == "playing" and table.frozen_at is None
    return in_play and seat.deciding and not seat.bot


def is_away(mine: Mine) -> bool:
    """Whether a bot plays on for the user until they return."""
    table, seat = mine
    return table.status == "playing" and seat.absent_since is not None and bool(seat.bot)


def absent_since(mine: Mine) -> datetime:
    """Since when a bot plays for the user."""
    return mine.seat.absent_since or LATEST


def ended(mine: Mine) -> tuple[datetime, int]:
    """The sort key of tables that are over."""
    return mine.table.finished_at or mine.table.opened_at, mine.table.pk


def in_order(waiting: list[Mine], user: User) -> list[Mine]:
    """What waits, in the order the user prefers, as in `lobby.tables.selectors.waiting_seats`."""
    by_time = user.next_order == Preferences.NextOrder.LEAST_TIME

    def place(mine: Mine) -> tuple[datetime, datetime, int]:
        since, deadline = mine.seat.since or LATEST, mine.seat.deadline or LATEST
        return (deadline if by_time else since, since, mine.table.pk)

    return sorted(waiting, key=place)


def latest_first(tables: list[Card]) -> list[Card]:
    """Tables, the one with the latest move first."""
    order = {card.pk: (card.moved_at or EARLIEST, card.opened_at, card.pk) for card in tables}
    return sorted(tables, key=lambda card: order[card.pk], reverse=True)
