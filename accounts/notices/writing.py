"""What a notice says, in the language and time zone of its reader. Call within `reading_as`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.mail.picture import in_words
from accounts.models import Notice, User
from accounts.notices import wishes
from games.judging.agreements import owing
from games.models import LogEntry, Seat
from games.rules.registry import GAMES
from games.storing.rows import SeatRow, TableRow, table_load
from games.telling.plans import why_dropped
from games.telling.selectors import absent_seats
from games.telling.times import wish_in_words
from games.telling.updates import table_update
from games.telling.wording import SiteWording, introduced, title_of, why_closed, wording_for

MOST_EVENTS = 40  # sentences about what happened; of more, only the number is told


@dataclass(frozen=True)
class Words:
    """What a notice says: on every channel the subject, and more of it where there is room."""

    subject: str
    url: str  # of the page where the reader can do something about it
    template: str  # of a mail
    facts: dict[str, Any] = field(default_factory=dict)  # that it is drawn from
    body: str = ""  # a line or two


def words_of(notice: Notice, others: Sequence[Notice] = ()) -> Words | None:
    """What a notice says, together with other turns; None if there is nothing left to be said."""
    kind = Notice.Kind
    if notice.kind == kind.DIGEST:
        return digest(notice)
    if notice.kind == kind.MODERATION:
        return moderation(notice)
    if notice.table_id is None or notice.table is None:
        return None
    if notice.kind == kind.INVITATION:
        return invitation(notice)
    if notice.kind == kind.REMINDER:
        return reminder(notice)
    if notice.kind == kind.TURN:
        return turns(notice, others) if others else turn(notice)
    row = table_load(notice.table_id)
    tell = {kind.STARTED: started, kind.FINISHED: finished, kind.ABSENT: absent,
            kind.MISSED: missed, kind.WISH: wish, kind.PLAN: dropped}  # fmt: skip
    return tell[kind(notice.kind)](row, notice)


def address_of_table(table_id: int) -> str:
    """The full address of a table's page."""
    return settings.SITE_URL + reverse("table", args=[table_id])


def address_of_tables() -> str:
    """The full address of the page with all tables of its reader."""
    return settings.SITE_URL + reverse("my_games")


def others_at(seats: Sequence[SeatRow], place: int | None) -> list[str]:
    """Who is at a table, without the one at this place."""
    return [introduced(seat) for seat in seats if seat.place != place]


def with_names(names: Sequence[str]) -> str:
    """A line that says with whom one plays."""
    return _("with {names}").format(names=", ".join(names))


def turn(notice: Notice) -> Words | None:
    """It is somebody's turn, and what has happened since their last one."""
    seat = wishes.seat_asked(notice)
    if seat is None:
        return None
    row = table_load(seat.table_id)
    title, last = title_of(row.rules), last_turn(row, seat)
    events = events_since(row, seat, last)
    names = others_at(row.seats, seat.place)
    facts = {
        "title": title,
        "players": names,
        "events": events[-MOST_EVENTS:],
        "earlier": max(0, len(events) - MOST_EVENTS),
        "deadline": seat.deadline,
        "first": last is None,
        "board": in_words(row, notice.user_id),
    }
    subject = _("{game}: it is your turn").format(game=title)
    return Words(subject, address_of_table(row.id), "turn", facts, with_names(names))


def reminder(notice: Notice) -> Words | None:
    """Somebody's time runs out, and until when they may still answer."""
    seat = wishes.seat_asked(notice)
    if seat is None or seat.deadline is None:
        return None
    row = table_load(seat.table_id)
    title, names = title_of(row.rules), others_at(row.seats, seat.place)
    facts = {"title": title, "players": names, "deadline": seat.deadline}
    facts["asked"] = in_words(row, seat.user_id or 0)
    until = _("Your time ends: {until}").format(
        until=date_format(localtime(seat.deadline), "DATETIME_FORMAT")
    )
    subject = _("{game}: your time is running out").format(game=title)
    return Words(subject, address_of_table(row.id), "reminder", facts, until)


def last_turn(row: TableRow, seat: Seat) -> int | None:
    """The log entry of the seat's latest move; None if it has not moved yet."""
    own = LogEntry.objects.filter(
        table_id=row.id, place=seat.place, kind=LogEntry.Kind.MOVE, undone=False
    )
    return own.order_by("-number").values_list("number", flat=True).first()


def events_since(row: TableRow, seat: Seat, last: int | None) -> list[str]:
    """What others did after an entry, or since the beginning, as far as this seat may know it."""
    update = table_update(row, seat.user_id, last or 0)
    return [
        event["text"]
        for event in update["events"]
        if not event["undone"] and event["place"] != seat.place
    ]


def turns(notice: Notice, others: Sequence[Notice]) -> Words | None:
    """Several tables wait for somebody, who wants one notice for all of them."""
    seats = [seat for told in (notice, *others) if (seat := wishes.seat_asked(told))]
    return about_tables(sorted(seats, key=lambda seat: seat.pk)) if seats else None


def about_tables(
    seats: Sequence[Seat], over: Sequence[dict[str, Any]] = (), away: Sequence[Seat] = ()
) -> Words:
    """Which tables wait for somebody, which are over, and where a bot plays for them."""
    waiting = [waiting_line(seat) for seat in seats]
    subject = ngettext(
        "{count} table is waiting for you", "{count} tables are waiting for you", len(waiting)
    ).format(count=len(waiting))
    rest = _("A bot plays for you") if away else _("Tables that are over")
    gone = [{"title": title_of(s.table.rules), "url": address_of_table(s.table_id)} for s in away]
    facts = {"waiting": waiting, "over": over, "away": gone}
    titles = [line["title"] for line in (*waiting, *gone, *over)]
    body = ", ".join(dict.fromkeys(titles))
    return Words(subject if waiting else rest, address_of_tables(), "digest", facts, body)


def waiting_line(seat: Seat) -> dict[str, Any]:
    """A table that waits for somebody, as a line."""
    row = table_load(seat.table_id)
    return {
        "title": title_of(row.rules),
        "players": others_at(row.seats, seat.place),
        "since": seat.since,
        "deadline": seat.deadline,
        "url": address_of_table(row.id),
    }


def digest(notice: Notice) -> Words | None:
    """What waits for somebody, where a bot plays for them, and what was over in the last day."""
    user, yesterday = notice.user, notice.due_at - timedelta(days=1)
    waiting = list(wishes.waiting_for_digest(user, notice.channel))
    over = wishes.tables_over_since(user, yesterday)
    away = list(absent_seats(user).filter(absent_since__gt=yesterday))
    if wishes.pace_of(user, notice.channel, None) != User.Pace.DIGEST:
        over, away = [], []  # they have been told of these
    if not (waiting or over or away):
        return None
    return about_tables(waiting, [ending_of(table_load(table), user) for table in over], away)


def started(row: TableRow, notice: Notice) -> Words:
    """A table has begun, and somebody else moves first."""
    title = title_of(row.rules)
    facts = {"title": title, "players": others_at(row.seats, None)}
    subject = _("{game}: your game has begun").format(game=title)
    names = others_at(row.seats, row.place_of(notice.user_id))
    return Words(subject, address_of_table(row.id), "started", facts, with_names(names))


def absent(row: TableRow, notice: Notice) -> Words:
    """A bot plays on for somebody until they return: their time is over, or others agreed so."""
    title, names = title_of(row.rules), others_at(row.seats, notice.place)
    since = Seat.objects.get(table=row.id, place=notice.place or 0).absent_since
    facts = {"title": title, "players": names, "since": since,
             "offered": row.at_timeout == "offer", "timed": row.pace.is_limited}  # fmt: skip
    subject = _("{game}: a bot plays for you").format(game=title)
    return Words(subject, address_of_table(row.id), "absent", facts, with_names(names))


def missed(row: TableRow, notice: Notice) -> Words:
    """Somebody's time was over, and a bot has given one answer for them."""
    title, names = title_of(row.rules), others_at(row.seats, notice.place)
    facts = {"title": title, "players": names}
    subject = _("{game}: a bot has answered for you").format(game=title)
    return Words(subject, address_of_table(row.id), "missed", facts, with_names(names))


def wish(row: TableRow, notice: Notice) -> Words | None:
    """Somebody asks everybody at a table to agree to something."""
    if row.wish is None:
        return None
    title, names = title_of(row.rules), others_at(row.seats, row.place_of(notice.user_id))
    asked = wish_in_words(row.wish, wording_for(row).seats)
    owes = row.place_of(notice.user_id) in owing(row, timezone.now())
    facts = {"title": title, "players": names, "asked": asked, "owes": owes}
    url = settings.SITE_URL + reverse("table_clock", args=[row.id])
    return Words(_("{game}: you are asked to agree").format(game=title), url, "wish", facts, asked)


def dropped(row: TableRow, notice: Notice) -> Words | None:
    """A plan could not be kept, and why."""
    plan = wishes.plan_dropped(notice)
    if plan is None:
        return None
    title, why = title_of(row.rules), why_dropped(plan.dropped)
    names = others_at(row.seats, row.place_of(notice.user_id))
    facts = {"title": title, "players": names, "why": why}
    subject = _("{game}: your plan was dropped").format(game=title)
    return Words(subject, address_of_table(row.id), "plan", facts, why)


def finished(row: TableRow, notice: Notice) -> Words:
    """How a table ended, with the standings."""
    title, wording = title_of(row.rules), wording_for(row)
    reason = ending_words(row, wording, notice.user)
    facts = {"title": title, "reason": reason, "standings": standings_of(row, wording)}
    subject = _("{game}: your game is over").format(game=title)
    return Words(subject, address_of_table(row.id), "finished", facts, reason)


def invitation(notice: Notice) -> Words:
    """Somebody is invited to a table."""
    assert notice.table is not None
    host, title = notice.facts["host"], title_of(GAMES[notice.table.game])
    subject = _("{name} invites you to {game}").format(name=host, game=title)
    url = settings.SITE_URL + reverse("waiting_room", args=[notice.table.pk])
    return Words(subject, url, "invitation", {"title": title, "host": host})


def moderation(notice: Notice) -> Words:
    """Something waits for a moderator."""
    lines = notice.facts["lines"]
    subject = _("Something is waiting for the moderators")
    return Words(subject, lines[0]["url"], "moderation", {"lines": lines})


def ending_words(row: TableRow, wording: SiteWording, user: User) -> str:
    """Why a table is over, in a sentence addressed to one of its users."""
    if row.outcome is None:
        return why_closed(row, row.place_of(user.pk))
    return wording.ending(row.outcome["reason"])


def standings_of(row: TableRow, wording: SiteWording) -> list[dict[str, Any]]:
    """Rank, name and score of each seat, the best first; empty for a table that was closed."""
    if row.outcome is None:
        return []
    ordered = sorted(row.outcome["standings"], key=lambda standing: standing["rank"])
    return [{**standing, "name": wording.seats[standing["seat"]]} for standing in ordered]


def ending_of(row: TableRow, user: User) -> dict[str, Any]:
    """A table that is over, for the digest."""
    wording = wording_for(row)
    standings = standings_of(row, wording)
    return {
        "title": title_of(row.rules),
        "url": address_of_table(row.id),
        "reason": ending_words(row, wording, user),
        "standings": [f"{standing['rank']}. {standing['name']}" for standing in standings],
    }
