"""Who was told what was said in chats, what moderators decided, and what came of reports."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tools.month.chats import ChatMessage, ModerationNews, is_unread, read_at

if TYPE_CHECKING:
    from tools.month.journal import Journal
    from tools.month.post import ArrivedNotice
    from tools.month.told import NoticeLedger

MINUTE = timedelta(minutes=1)
PAGE_OPEN = timedelta(minutes=15)  # delays a notice for so long at most
PAUSE = timedelta(minutes=10)  # between two mails to a moderator
AT_ONCE = ("turn", "quiet")
CHAT = ("said", "mentioned")
PEOPLE = ("decided", "heard")


class Hearing:
    """Each message and piece of news with the notices that told it."""

    def __init__(self, journal: Journal, told: NoticeLedger) -> None:
        self.journal, self.told = journal, told
        self.problems: list[str] = []
        self.by_number = {said.number: said for said in journal.said}
        self.times: dict[tuple[int, str, int], list[datetime]] = defaultdict(list)
        for one in journal.arrived:
            if one.kind in CHAT and one.channel != "mail":
                self.book_notice(one)
            elif one.said and one.kind not in PEOPLE:  # those quote what was reported
                self.book_mail(one)

    def has_joined(self, user: int, table: int) -> bool:
        """Return whether somebody took a seat there amid the game: others' chat is theirs then."""
        return (user, table) in self.journal.joined

    def book_notice(self, one: ArrivedNotice) -> None:
        """Book a push or a hook: it tells the latest message, and how many there are before."""
        latest = self.by_number[one.said[-1]]
        owed = [
            said
            for said in self.journal.said
            if said.table == latest.table
            and said.id <= latest.id
            and (one.user in said.named) == (one.kind == "mentioned")
            and is_unread(self.journal, said, one.user, one.at)
            and not self.times[one.user, one.channel, said.number]
        ]
        again = self.times[one.user, one.channel, latest.number]
        if not owed and again and self.told.was_cut(again[-1], one.at):
            return  # sent again
        unsure = self.is_unsure(owed, one.at) or self.has_joined(one.user, latest.table)
        if len(owed) != one.before + 1 and not unsure:
            numbers = [said.number for said in owed]
            self.problems.append(f"{one}: told of {one.before + 1} messages, owed {numbers}")
        for said in owed:
            self.times[one.user, one.channel, said.number].append(one.at)

    def is_unsure(self, owed: list[ChatMessage], at: datetime) -> bool:
        """Return whether something was cut off meanwhile: it is not known what was told then."""
        since = min([said.at for said in owed], default=at)
        return self.told.was_cut(min(since, at - timedelta(minutes=20)), at)

    def book_mail(self, one: ArrivedNotice) -> None:
        """Book a mail: it quotes the messages that its reader has not read and no mail has told."""
        for number in one.said:
            said, times = self.by_number[number], self.times[one.user, "mail", number]
            if times and not self.told.was_cut(times[-1], one.at):
                self.problems.append(f"{one}: message {number} was in a mail before, {times[-1]}")
            joined = self.has_joined(one.user, said.table)
            if not joined and not is_unread(self.journal, said, one.user, one.at):
                self.problems.append(f"{one}: message {number} was read before, or is hidden")
            times.append(one.at)

    # --- What is missing ---

    def missing(self) -> Iterator[str]:
        """Say what nobody was told of, and what somebody was told against their wish."""
        yield from self.problems
        for said in self.journal.said:
            for user in said.readers:
                yield from self.unheard(said, user)
        for one in self.journal.arrived:
            if one.kind in CHAT:
                pace = self.journal.wishes[one.user].pace(one.channel, one.tables[0])
                if pace not in AT_ONCE or not self.journal.wishes[one.user].chat:
                    yield f"{one}: of a chat, and unwanted ({pace})"
        yield from self.news()
        yield from self.moderators()

    def unheard(self, said: ChatMessage, user: int) -> Iterator[str]:
        """Say on which ways somebody was not told of a message that they had not read."""
        wishes = self.journal.wishes[user]
        until = min(read_at(self.journal, said, user), self.journal.end)
        if not wishes.chat or said.id in self.journal.hidden:
            return
        for channel, pace in self.told.ways(user, said.table):
            if pace not in AT_ONCE or (channel == "mail" and user not in said.named):
                continue
            quiet = wishes.quiet if pace == "quiet" else timedelta()
            sure = self.told.sure(said.at + MINUTE + quiet + PAGE_OPEN, channel)
            if sure < until and not self.times.get((user, channel, said.number)):
                yield f"user {user} by {channel}: never told of message {said.number}, {said.at}"

    def news(self) -> Iterator[str]:
        """Say who was not told once of what moderators decided about them, or of a report."""
        owed: dict[tuple[str, int], list[ModerationNews]] = defaultdict(list)
        for news in sorted(self.journal.news.values(), key=lambda one: one.at):
            owed[news.kind, news.user].append(news)
        come: dict[tuple[str, int, str], list[datetime]] = defaultdict(list)
        for one in self.journal.arrived:
            if one.kind in PEOPLE:
                come[one.kind, one.user, one.channel].append(one.at)
        for (kind, user, channel), times in come.items():
            if len(times) > len(owed[kind, user]) and not self.told.was_cut(times[0], times[-1]):
                yield f"user {user} by {channel}: {kind} told too often, {times}"
        for (kind, user), those in owed.items():
            for channel, pace in self.told.ways(user, None):
                if pace != "off":
                    yield from self.untold(those, come[kind, user, channel], channel)

    def untold(
        self, those: list[ModerationNews], times: list[datetime], channel: str
    ) -> Iterator[str]:
        """Say which of these pieces of news of one user were not told at any of these times."""
        for news in those:
            mine = next((at for at in times if at >= news.at - MINUTE), None)
            if mine is not None:
                times.remove(mine)
            elif self.news_sure(news, channel) < self.journal.end:
                yield f"user {news.user} by {channel}: {news.kind} never told, {news.at}"

    def news_sure(self, news: ModerationNews, channel: str) -> datetime:
        """Return by when a piece of news was certainly told."""
        quiet = self.journal.wishes[news.user].quiet
        return self.told.sure(news.at + quiet + PAGE_OPEN, channel)

    def moderators(self) -> Iterator[str]:
        """Say which moderator was mailed too often, or never of anything."""
        for moderator in self.journal.moderators:
            mails = [one for one in self.journal.arrived if one.user == moderator]
            for before, after in itertools.pairwise(mails):
                if after.at - before.at < PAUSE and not self.told.was_cut(before.at, after.at):
                    yield f"moderator {moderator}: {before} and {after}"
            if self.journal.news and not mails:
                yield f"moderator {moderator}: never told that something waits"
