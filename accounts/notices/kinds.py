"""The kinds of notices. Each is one class, which nothing else declares: here, and beside here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import cached_property

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.chat.unread import FOR_READING, tables_talking
from accounts.mail.picture import in_words
from accounts.models import Notice, User
from accounts.notices import wishes
from accounts.notices.about_chat import Mentioned, Said
from accounts.notices.about_people import Decided, Heard, InvitationNotice, Moderation
from accounts.notices.kind import EVER, AtTable, Kind, News
from accounts.notices.registry import KINDS, kind_of, register
from accounts.notices.writing import Words, about_tables, ending_of
from config.web.addresses import address_of
from games.judging.agreements import owing
from games.models import LogEntry, Plan, Seat, Table
from games.telling.plan_reading import why_dropped
from games.telling.reading import zoned
from games.telling.selectors import absent_seats
from games.telling.times import wish_in_words
from games.telling.updates import table_update
from games.telling.wording import title_of, wording_for

MOST_EVENTS = 40  # sentences about what happened; of more, only the number is told


class QuestionNotice(AtTable):
    """A notice about a question that a seat is asked."""

    @cached_property
    def seat(self) -> Seat | None:
        """The seat, if it is still asked the same question."""
        seats = Seat.objects.filter(
            table=self.notice.table_id, table__frozen_at=None, user=self.user, deciding=True, bot=""
        )
        return next((seat for seat in seats if self.is_about(*self.parts(seat))), None)

    def parts(self, seat: Seat) -> list[object]:
        """Return the parts of the key of a notice about the question that a seat is asked."""
        return [seat.table_id, seat.place, seat.answers]

    def holds(self) -> bool:
        """Return whether the question is still asked."""
        return self.seat is not None


@register
class Turn(QuestionNotice):
    """A question has waited; the first one says that the table has begun."""

    name = "turn"
    label, subject = _("it is your turn"), _("{game}: it is your turn")
    is_gathered = True
    key, at = "s.place, s.answers", "s.since"
    where = """
        where s.deciding and s.bot = '' and t.status = 'playing' and t.frozen_at is null
            and s.since <= %(before)s and s.since > %(after)s and not exists (
                select from games_plan p
                where p.user_id = s.user_id and p.table_id = t.id and p.due_at is not null
            )
    """  # whoever has a plan that will answer is not told

    def words(self, others: Sequence[Notice] = ()) -> Words | None:
        """Return what it says; with others, which tables wait."""
        if not others:
            return super().words()
        turns = [turn for turn in (self, *map(Turn, others)) if turn.seat]
        seats = [turn.seat for turn in turns if turn.seat]
        chats = [chat for turn in turns for chat in turn.chats(title_of(turn.row.rules))]
        ordered = sorted(seats, key=lambda seat: seat.pk)
        return about_tables(self.user, ordered, chats=chats) if seats else None

    def say(self) -> Words | None:
        """Return what has happened since their last turn, as far as they may know it."""
        if self.seat is None:
            return None
        own = LogEntry.objects.filter(table=self.row.id, place=self.seat.place, undone=False)
        last = own.filter(kind=LogEntry.Kind.MOVE).aggregate(number=Max("number"))["number"]
        update = table_update(self.row, self.user.pk, last or 0)
        others = [event for event in update.events if event.place != self.seat.place]
        events = [event.text for event in others if not event.undone]
        return self.about_table(
            events=events[-MOST_EVENTS:],
            earlier=max(0, len(events) - MOST_EVENTS),
            deadline=self.seat.deadline,
            first=last is None,
            board=in_words(self.row, self.user.pk),
        )


@register
class Reminder(QuestionNotice):
    """The share of the time is left that its user has set (docs/topics/clocks.md). If the clock is
    put off, another one comes; none until the worker has put off by the latest outage when that is.
    """

    name = "reminder"
    label, subject = _("your time is running out"), _("{game}: your time is running out")
    paces = EVER
    is_urgent = True
    key, at = "s.place, s.answers, floor(extract(epoch from s.remind_at))", "s.remind_at"
    where = """
        where s.deciding and s.bot = '' and t.status = 'playing' and t.frozen_at is null
            and s.remind_at <= %(now)s and s.remind_at > %(after)s and s.deadline > %(now)s
            and not exists (select from games_outage o where not o.settled and o.until is not null)
    """

    def parts(self, seat: Seat) -> list[object]:
        """Return the parts of the key: with when its user was to be reminded."""
        return [*super().parts(seat), seat.remind_at and int(seat.remind_at.timestamp())]

    def say(self) -> Words | None:
        """Return until when they may still answer."""
        if self.seat is None or self.seat.deadline is None:
            return None
        deadline, asked = self.seat.deadline, in_words(self.row, self.user.pk)
        body = _("Your time ends: {until}").format(until=zoned(deadline))
        return self.about_table(body, deadline=deadline, asked=asked)


@register
class Absent(News):
    """Their time is over, or the others have agreed on a stand-in."""

    name = "absent"
    label, subject = _("a bot plays for you"), _("{game}: a bot plays for you")
    key, at = "s.place, round(extract(epoch from s.absent_since))", "s.absent_since"
    where = """
        where s.absent_since > %(after)s and s.goes_on and s.bot <> '' and t.status = 'playing'
    """

    def holds(self) -> bool:
        """Return whether a bot still plays for its reader."""
        return absent_seats(self.user).filter(table=self.notice.table_id).exists()

    def say(self) -> Words:
        """Return since when, and how it came to that."""
        row, seat = self.row, Seat.objects.get(table=self.row.id, place=self.notice.place or 0)
        offered, timed = row.at_timeout == "offer", row.pace.is_limited
        return self.about_table(since=seat.absent_since, offered=offered, timed=timed)


@register
class Missed(News):
    """Their time was over, and the table agreed on one answer, which came next in the log."""

    name = "missed"
    label, subject = _("a bot has answered for you"), _("{game}: a bot has answered for you")
    key, at = "s.place, l.number + 1", "l.at"
    where = """
        join games_logentry l on l.table_id = t.id and l.kind = 'missed' and l.at > %(after)s
        where l.place = s.place and t.status = 'playing' and not exists (
            select from games_tenure o where o.table_id = t.id and o.place = s.place
                and o.last >= l.number)
    """


@register
class Wished(News):
    """A pause, more time, a clock, a stand-in or the end is wished for (docs/topics/clocks.md).
    Also to those whose consent it does not take.
    """

    name = "wish"
    label, subject = _("you are asked to agree"), _("{game}: you are asked to agree")
    key, at = "l.number, s.user_id", "l.at"
    where = """
        join games_logentry l on l.table_id = t.id and l.kind = 'wish' and l.at > %(after)s
        where t.wish is not null and t.status = 'playing' and s.bot = ''
            and not t.wish -> 'agreed' @> to_jsonb(s.place)
    """

    def holds(self) -> bool:
        """Return whether it is still the wish at its table, and its reader has not agreed."""
        asked = LogEntry.objects.filter(table=self.notice.table_id, kind=LogEntry.Kind.WISH)
        latest = asked.aggregate(number=Max("number"))["number"]
        return (
            super().holds()
            and self.is_about(self.row.id, latest, self.user.pk)
            and self.row.wish is not None
            and self.place not in (None, *self.row.wish.agreed)
        )

    def say(self) -> Words | None:
        """Return what is asked, if anything still is."""
        row = self.row
        if row.wish is None:
            return None
        asked = wish_in_words(row.wish, wording_for(row).seats)
        url = address_of("table_clock", row.id)
        return self.about_table(
            asked, url, asked=asked, owes=self.place in owing(row, timezone.now())
        )


@register
class Dropped(News):
    """A plan could not be kept, with the reason (docs/topics/plans.md); a switch of its own
    turns it off.
    """

    name = "plan"
    label, subject = _("a plan was dropped"), _("{game}: your plan was dropped")
    key, at = "p.id", "p.dropped_at"
    where = """
        join games_plan p on p.table_id = t.id and p.user_id = s.user_id
        join accounts_user r on r.id = p.user_id and r.plan_news
        where p.dropped_at > %(after)s and t.status = 'playing'
    """

    @property
    def plan(self) -> Plan | None:
        """The plan, if its owner has not put it away yet."""
        playing = Plan.objects.filter(user=self.user, table__status=Table.Status.PLAYING)
        plans = playing.filter(table=self.notice.table_id).exclude(dropped="")
        return next((plan for plan in plans if self.is_about(plan.table_id, plan.pk)), None)

    def holds(self) -> bool:
        """Return whether the plan is still there, and its owner wants to hear of such things."""
        return self.user.plan_news and self.plan is not None

    def say(self) -> Words | None:
        """Return why, unless its owner has put it away meanwhile."""
        plan = self.plan
        if plan is None:
            return None
        why = why_dropped(plan.dropped)
        return self.about_table(why, why=why)


@register
class Started(News):
    """The table has begun. Not to those who began it or have seen it, must move first, or have
    answered already.
    """

    name = "started"
    label, subject = _("a game has begun"), _("{game}: your game has begun")
    key, at = "s.user_id", "l.at"
    where = """
        join games_logentry l on l.table_id = t.id and l.kind = 'start' and l.at > %(after)s
        where t.status = 'playing' and s.shown = 0 and not s.deciding and s.answers = 0
    """


@register
class Finished(News):
    """The table is over: with the result, or why there is none and whose time was over."""

    name = "finished"
    label, subject = _("a game is over"), _("{game}: your game is over")
    key, at = "s.user_id", "t.finished_at"
    where = "where t.finished_at > %(after)s and t.position is not null"

    holds = Kind.holds  # a table that is over stays so

    def say(self) -> Words:
        """Return how it ended, with the standings."""
        reason, standings = ending_of(self.row, self.user)
        return self.about_table(reason, reason=reason, standings=standings)


@register
class Digest(Kind):
    """Once a day from the hour they chose, for those who want that of all tables or of some: if a
    table waits or is over, a bot plays for them, or something was said that they have not read. One
    that comes a day late is that of the day.
    """

    name = "digest"
    label, paces = _("what is waiting for you"), EVER
    is_daily = True
    occasions = f"""
        with digests as materialized (
            select u.id as user_id, 'digest' as kind, null::bigint as table_id,
                null::int as place, h.since as at,
                concat_ws(' ', 'digest', u.id, h.day) as key, '{{}}'::jsonb as facts
            from accounts_user u
            join unnest(
                %(zones)s::text[], %(hours)s::int[], %(days)s::text[], %(begins)s::timestamptz[]
            ) as h(zone, hour, day, since) on h.zone = u.time_zone and h.hour = u.daily_hour
            where ('digest' in (u.mails, u.pushes, u.hooks) or exists (
                    select from accounts_tablepace d where d.user_id = u.id and d.pace = 'digest'
                ))
                and (exists (
                    select from games_seat s join games_table t on t.id = s.table_id
                    where s.user_id = u.id and s.deciding and s.bot = '' and t.status = 'playing'
                        and t.frozen_at is null
                ) or exists (
                    select from games_seat s join games_table t on t.id = s.table_id
                    where s.user_id = u.id and s.resigned_at is null and t.position is not null
                        and s.ended_at > h.since - interval '1 day'
                ) or exists (
                    select from games_seat s join games_table t on t.id = s.table_id
                    where s.user_id = u.id and s.goes_on and s.bot <> '' and t.status = 'playing'
                        and s.absent_since > h.since - interval '1 day'
                ) or exists (
                    select from games_seat s join accounts_message m on m.table_id = s.table_id
                    where s.user_id = u.id and s.resigned_at is null
                        and m.at > h.since - interval '1 day' and {FOR_READING}
                ))
        )
        select * from digests
    """  # noqa: S608 - our own condition

    def holds(self) -> bool:
        """Return whether no later digest says what this one would, which was held up for a day."""
        same = {"channel": self.notice.channel, "address": self.notice.address, "kind": self.name}
        later = Notice.objects.filter(user=self.user, owed_at__gt=self.notice.owed_at, **same)
        return not later.exists()

    def say(self) -> Words | None:
        """Return what waits, and what was over or said in the last day, unless they were told."""
        notice, yesterday = self.notice, self.notice.due_at - timedelta(days=1)
        waiting = list(wishes.waiting_for_digest(self.user, notice.channel))
        over = wishes.tables_over_since(self.user, yesterday)
        away = list(absent_seats(self.user).filter(absent_since__gt=yesterday))
        talks = tables_talking(self.user, yesterday)
        if wishes.pace_of(self.user, notice.channel, None) != User.Pace.DIGEST:
            over, away, talks = [], [], []
        if not (waiting or over or away or talks):
            return None
        return about_tables(self.user, waiting, over, away, talks)


SENT_IN_HALTS = [kind.name for kind in KINDS.values() if kind.is_for_halts]

__all__ = [  # and whatever is written here
    "KINDS",
    "Decided",
    "Heard",
    "InvitationNotice",
    "Mentioned",
    "Moderation",
    "Said",
    "kind_of",
    "register",
]
