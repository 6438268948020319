"""The base classes of all kinds of notices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

from django.db.models import Max
from django.utils.functional import Promise

from accounts.chat.naming import is_named
from accounts.chat.unread import left_to_read
from accounts.models import Channel, Message, Notice, User
from accounts.notices import wishes
from accounts.notices.writing import Words, others_at, players_for, with_names
from config.web.addresses import address_of
from games.models import Seat, Table
from games.storing.rows import TableRow, table_load
from games.telling.wording import title_of

AT_ONCE = (User.Pace.TURN, User.Pace.QUIET)
"""The paces of users who are told of each thing when it happens."""
EVER = (*AT_ONCE, User.Pace.DIGEST)
MOST_SAID = 10  # messages of a chat in a mail, and as many before that name its reader


class Chat(NamedTuple):
    """Messages that a mail quotes, how many there are besides, and which table is meant."""

    said: list[Message]
    before: int
    title: str = ""  # empty in a mail about one table


class Kind(ABC):
    """A notice as one of its kind. Subclasses in `accounts.notices.kinds` are the kinds.

    Their docstrings say when there is such a notice, and `docs/topics/notices.md` repeats it.
    """

    name = ""  # in the database, of templates in templates/mail, and for programs of users
    label: ClassVar[str | Promise] = ""
    paces: ClassVar[Sequence[str]] = AT_ONCE  # of the users who want to hear of it
    channels: ClassVar[Sequence[str]] = Channel.values
    is_urgent = False  # waits neither for quiet minutes nor for a page that is open
    is_daily = False  # comes once a day and address, however late the one before has come
    is_gathered = False  # goes together with others of its kind, for those who want that
    is_for_halts = False  # is sent while the site is stopped, too

    def __init__(self, notice: Notice) -> None:
        self.notice, self.user = notice, notice.user

    def is_wanted(self) -> bool:
        """Return whether to send it: its reader wants to hear of it there, and it still holds."""
        return (
            self.user.is_active
            and wishes.reaches(self.notice)
            and wishes.pace_of(self.user, self.notice.channel, self.notice.table_id) in self.paces
            and self.holds()
        )

    def holds(self) -> bool:
        """Return whether there still is a reason to send it."""
        return True

    def words(self, others: Sequence[Notice] = ()) -> Words | None:
        """Return what it says, with others of its kind if it is gathered; None for nothing.

        In the language and time zone of its reader, within `reading_as`.
        """
        return self.say()

    @abstractmethod
    def say(self) -> Words | None:
        """Return what it says on its own; None if there is nothing left to be said."""

    def is_about(self, *parts: object) -> bool:
        """Return whether its key is made of these, but for the device to which it goes."""
        return self.notice.key.split(" @")[0] == " ".join(map(str, (self.name, *parts)))


class AtTable(Kind):
    """A notice about a table, found where its SQL says: of seats `s` at tables `t`."""

    subject: ClassVar[str | Promise] = ""  # with the {game}
    key = ""  # what tells an occasion from others of its kind at the table
    at = ""  # since when there is one
    where = ""  # further joins and conditions

    @classmethod
    def occasions(cls) -> str:
        """Return SQL for the seats for which there is an occasion."""
        return f"""
            select s.user_id, '{cls.name}' as kind, s.table_id, s.place::int, {cls.at} as at,
                concat_ws(' ', '{cls.name}', s.table_id, {cls.key}) as key, '{{}}'::jsonb as facts
            from games_seat s join games_table t on t.id = s.table_id {cls.where}
                and s.user_id is not null and s.resigned_at is null
        """  # noqa: S608 - all of it is in classes

    @cached_property
    def row(self) -> TableRow:
        """The table."""
        return table_load(self.notice.table_id or 0)

    @property
    def place(self) -> int | None:
        """The place of its reader."""
        return self.row.place_of(self.user.pk)

    def words(self, others: Sequence[Notice] = ()) -> Words | None:
        """Return what it says; None also if the table is gone."""
        return super().words(others) if self.notice.table else None

    def say(self) -> Words | None:
        """Return what it says: by default only with whom its reader plays."""
        return self.about_table()

    def about_table(self, body: str = "", url: str = "", **facts: object) -> Words:
        """Return words about the table; its templates also get the title and the players."""
        title, seats = title_of(self.row.rules), self.row.seats
        facts = {"chats": self.chats(), **facts}
        subject, url = str(self.subject).format(game=title), url or address_of("table", self.row.id)
        facts = {"title": title, "players": players_for(seats, self.place), **facts}
        body = body or with_names(others_at(seats, self.place))
        return Words(subject, url, self.name, facts, body)

    def chats(self, title: str = "") -> list[Chat]:
        """Return what was said at the table that no mail has told yet, and its reader not read."""
        if self.notice.channel != Channel.MAIL:
            return []
        told = Notice.objects.filter(
            user=self.user, table=self.notice.table, channel=Channel.MAIL, status=Notice.Status.SENT
        )
        messages = left_to_read(self.user, self.row.id, told.aggregate(at=Max("sent_at"))["at"])
        earlier, latest = messages[:-MOST_SAID], messages[-MOST_SAID:]
        named = [one for one in earlier if is_named(self.user.username, one.text)][-MOST_SAID:]
        said = [*named, *latest]
        return [Chat(said, len(messages) - len(said), title)] if said else []


class News(AtTable):
    """A notice of something that has happened at a table.

    Its SQL finds what came after the time `%(after)s`, so that each is found once.
    """

    def holds(self) -> bool:
        """Return whether the table is in play, and its reader has the place that it is about."""
        seats = Seat.objects.filter(table=self.notice.table_id, user=self.user)
        playing = seats.filter(table__status=Table.Status.PLAYING)
        return self.notice.place in playing.values_list("place", flat=True)
