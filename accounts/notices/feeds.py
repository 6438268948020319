"""A user's deadlines as a calendar, and their tables as a feed, at addresses that only they know.

Neither says more than the reader's own list of tables does.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from icalendar import Calendar, Event, Timezone

from accounts.models import Feed, User
from accounts.notices.writing import (
    ending_of,
    others_at,
    ranks,
    with_names,
)
from accounts.people.tokens import USED_EVERY
from config.web.addresses import address_of
from config.web.buckets import feeds as fetches
from config.web.isolates import isolated
from games.models import Seat, Table
from games.rules.registry import GAMES
from games.storing.lives import life_mark
from games.storing.rows import TableRow, tables_load
from games.telling.selectors import tables_waiting_for
from games.telling.wording import title_of

MOST_TABLES = 50
"""How many tables a feed has at most."""
OVER_FOR = timedelta(days=30)
"""How long a table that is over stays in the feed."""
PAUSE = timedelta(minutes=30)
"""The pause after which a program should fetch a calendar again."""


def feeds_renew(user: User) -> Feed:
    """Give a user's feeds new addresses; the old ones are worthless from now on."""
    secret = {"secret": secrets.token_urlsafe(32)}
    return Feed.objects.update_or_create(user=user, defaults=secret)[0]


def feeds_end(user: User) -> None:
    """Have no feeds any more."""
    Feed.objects.filter(user=user).delete()


def feeds_of(user: User) -> dict[str, str]:
    """The addresses of a user's feeds; empty if there are none."""
    feed = Feed.objects.filter(user=user).first()
    if feed is None:
        return {}
    names = {"deadlines": "feed_deadlines", "tables": "feed_tables"}
    return {what: address_of(name, feed.secret) for what, name in names.items()}


def reader_of(secret: str) -> User | None:
    """Whose feed has this secret, which is fetched now; None if nobody's has.

    Raises TooMany.
    """
    if len(secret) > 43 or "\x00" in secret:
        return None
    feed = Feed.objects.select_related("user").filter(secret=secret).first()
    user = feed.user if feed else None
    if user is None or not user.is_active or user.is_suspended:
        return None
    fetches.admit(secret)
    now = timezone.now()
    if feed and (feed.used_at is None or feed.used_at < now - USED_EVERY):
        Feed.objects.filter(pk=feed.pk).update(used_at=now)
    return user


def deadlines_of(user: User) -> bytes:
    """The deadlines of a user's turns as a calendar (RFC 5545)."""
    host = urlsplit(settings.SITE_URL).hostname
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//{host}//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", settings.SITE_NAME)
    calendar.add("method", "PUBLISH")
    calendar.add("refresh-interval", PAUSE, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", f"PT{PAUSE.seconds // 60}M")
    calendar.add_component(Timezone.from_tzid("UTC"))  # without any component it would be none
    known = tables_waiting_for(user).filter(table__game__in=list(GAMES))
    timed = known.filter(deadline__isnull=False).defer("table__position")
    seats = list(timed[:MOST_TABLES])
    rows = tables_load([seat.table_id for seat in seats])
    for seat in seats:
        row = rows[seat.table_id]
        event = Event()
        event.add("uid", f"turn-{life_mark()}-{seat.table_id}-{seat.place}-{seat.answers}@{host}")
        event.add("dtstamp", seat.since)
        event.add("dtstart", seat.deadline)
        event.add("duration", timedelta(0))
        event.add("summary", _("{game}: your time ends").format(game=title_of(row.rules)))
        event.add("description", with_names(others_at(row.seats, seat.place)))
        event.add("url", address_of("table", row.id))
        event.add("transp", "TRANSPARENT")
        calendar.add_component(event)
    whole: bytes = calendar.to_ical()
    return whole


def tables_of(user: User) -> bytes:
    """A user's tables as an Atom feed (RFC 4287), those where something has happened first.

    Readers show each id once, so an entry has another one when it is the user's turn again.
    """
    feed = Atom1Feed(
        title=_("{site}: tables of {name}").format(site=settings.SITE_NAME, name=isolated(user)),
        link=address_of("my_games"),
        feed_url=feeds_of(user)["tables"],
        description=None,
        author_name=settings.SITE_NAME,
        feed_guid=f"{settings.SITE_URL}/users/{user.pk}/tables",
    )
    seats = list(seats_for(user))
    rows = tables_load([seat.table_id for seat in seats])
    for seat in seats:
        row, link = rows[seat.table_id], address_of("table", seat.table_id)
        line = f"{with_names(others_at(row.seats, seat.place))}: {state_of(row, seat, user)}"
        feed.add_item(
            title=f"{title_of(row.rules)} ({row.id})",
            link=link,
            description=line,
            unique_id=f"{link}#{turn_of(row, seat)}-{life_mark()}",
            updateddate=row.moved_at or seat.table.started_at,
        )
    text: str = feed.writeString("utf-8")
    return text.encode()


def seats_for(user: User) -> list[Seat]:
    """The seats of a user at the tables of the feed."""
    lately = timezone.now() - OVER_FOR
    seats = Seat.objects.filter(user=user, resigned_at=None, table__game__in=list(GAMES))
    playing = seats.filter(goes_on=True, table__status=Table.Status.PLAYING)
    over = seats.filter(ended_at__gt=lately, table__position__isnull=False)
    found = (playing | over).select_related("table").defer("table__position")
    return list(found.order_by("-table__moved_at", "-table")[:MOST_TABLES])


def waits(row: TableRow, seat: Seat) -> bool:
    """Return whether a table in play waits for the user of a seat."""
    return seat.deciding and not seat.bot and not row.frozen


def turn_of(row: TableRow, seat: Seat) -> str:
    """Return an id of the present turn of a seat, or of the end; it is kept until the next turn."""
    if row.status != Table.Status.PLAYING:
        return "over"
    return f"turn-{seat.answers + waits(row, seat)}"


def state_of(row: TableRow, seat: Seat, user: User) -> str:
    """How a table stands, in a few words."""
    if row.status == Table.Status.PLAYING:
        return _("it is your turn") if waits(row, seat) else _("others are playing")
    reason, standings = ending_of(row, user)
    return ", ".join(ranks(standings)) or reason
