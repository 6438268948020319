"""What a mail says, in the language and time zone of its recipient."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.mail.sending import mail_send, turn_key
from accounts.mail.unsubscribing import address_for
from accounts.models import User
from accounts.models.mail import Mail
from games.models import LogEntry, Seat
from games.rules.registry import GAMES
from games.storing.rows import TableRow, table_load
from games.telling.reading import reading_as
from games.telling.updates import table_update
from games.telling.wording import SiteWording, name_of, title_of, why_closed, wording_for

MOST_EVENTS = 40  # sentences about what happened; of more, only the number is told


def owe(user: User, kind: str, key: str, subject: str, table_id: int | None, **words: Any) -> None:
    """Store a mail to be sent by the worker, once for each key. Call within `reading_as(user)`.

    Does nothing for users who want no mails or have no address, or one that was refused.
    """
    reachable = user.email and user.is_active and not user.mail_problem
    if not reachable or user.mails == User.Mails.OFF:
        return
    context = {
        "table_url": "",
        **words,
        "name": user.username,
        "site": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "unsubscribe_url": address_for(user),
    }
    with transaction.atomic():
        mail, new = Mail.objects.get_or_create(
            key=key,
            defaults={
                "user": user,
                "kind": kind,
                "table_id": table_id,
                "address": user.email,
                "subject": " ".join(subject.split())[:200],
                "text": render_to_string(f"mail/{kind}.txt", context),
                "page": render_to_string(f"mail/{kind}.html", context),
            },
        )
        if new:
            mail_send.defer(mail_id=mail.pk)


def address_of_table(table_id: int) -> str:
    """The full address of a table's page."""
    return settings.SITE_URL + reverse("table", args=[table_id])


def write_turn(seat: Seat) -> None:
    """Tell somebody that it is their turn, and what has happened since their last one."""
    user, row = seat.user, table_load(seat.table_id)
    if user is None or not seat.deciding:
        return
    with reading_as(user):
        title = title_of(row.rules)
        last = last_turn(row, seat)
        events = events_since(row, seat, last)
        owe(
            user,
            Mail.Kind.TURN,
            turn_key(seat),
            _("{game}: it is your turn").format(game=title),
            row.id,
            title=title,
            table_url=address_of_table(row.id),
            players=[name_of(other) for other in row.seats if other.place != seat.place],
            events=events[-MOST_EVENTS:],
            earlier=max(0, len(events) - MOST_EVENTS),
            deadline=seat.deadline,
            first=last is None,
        )


def last_turn(row: TableRow, seat: Seat) -> int | None:
    """The log entry of the seat's latest move; None if it has not moved yet."""
    own = LogEntry.objects.filter(
        table_id=row.id, place=seat.place, kind=LogEntry.Kind.MOVE, undone=False
    )
    return own.order_by("-number").values_list("number", flat=True).first()


def events_since(row: TableRow, seat: Seat, last: int | None) -> list[str]:
    """What happened after an entry, or since the beginning, as far as this seat may know it."""
    update = table_update(row, seat.user_id, last or 0)
    return [event["text"] for event in update["events"] if not event["undone"]]


def write_started(row: TableRow, user: User) -> None:
    """Tell somebody who does not move first that a table has begun."""
    with reading_as(user):
        title = title_of(row.rules)
        owe(
            user,
            Mail.Kind.STARTED,
            f"started {row.id} {user.pk}",
            _("{game}: your game has begun").format(game=title),
            row.id,
            title=title,
            table_url=address_of_table(row.id),
            players=[name_of(seat) for seat in row.seats],
        )


def write_absent(seat: Seat) -> None:
    """Tell somebody that their time is over and a bot plays on for them until they return."""
    user, row = seat.user, table_load(seat.table_id)
    if user is None or seat.absent_since is None:
        return
    with reading_as(user):
        title = title_of(row.rules)
        owe(
            user,
            Mail.Kind.ABSENT,
            f"absent {row.id} {seat.place} {seat.absent_since.timestamp():.0f}",
            _("{game}: a bot plays for you").format(game=title),
            row.id,
            title=title,
            table_url=address_of_table(row.id),
            players=[name_of(other) for other in row.seats if other.place != seat.place],
            since=seat.absent_since,
        )


def write_finished(row: TableRow, user: User) -> None:
    """Tell somebody how a table ended, with the standings."""
    with reading_as(user):
        title, wording = title_of(row.rules), wording_for(row)
        owe(
            user,
            Mail.Kind.FINISHED,
            f"finished {row.id} {user.pk}",
            _("{game}: your game is over").format(game=title),
            row.id,
            title=title,
            table_url=address_of_table(row.id),
            reason=ending_words(row, wording, user),
            standings=standings_of(row, wording),
        )


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


def write_invitation(user: User, host: User, table_id: int, title_key: str) -> None:
    """Tell a user that they are invited to a table; `title_key` is the game's slug."""
    with reading_as(user):
        title = title_of(GAMES[title_key])
        owe(
            user,
            Mail.Kind.INVITATION,
            f"invitation {table_id} {user.pk}",
            _("{name} invites you to {game}").format(name=host.username, game=title),
            table_id,
            title=title,
            host=host.username,
            table_url=settings.SITE_URL + reverse("waiting_room", args=[table_id]),
        )


def write_digest(
    user: User, seats: Sequence[Seat], over: Sequence[int], away: Sequence[Seat], day: str
) -> None:
    """Tell somebody which tables wait for them, where a bot plays for them, and which are over."""
    with reading_as(user):
        waiting = []
        for seat in seats:
            row = table_load(seat.table_id)
            others = [name_of(other) for other in row.seats if other.place != seat.place]
            waiting.append(
                {
                    "title": title_of(row.rules),
                    "players": others,
                    "since": seat.since,
                    "deadline": seat.deadline,
                    "url": address_of_table(row.id),
                }
            )
        subject = ngettext(
            "{count} table is waiting for you", "{count} tables are waiting for you", len(waiting)
        ).format(count=len(waiting))
        rest = _("A bot plays for you") if away else _("Tables that are over")
        owe(
            user,
            Mail.Kind.DIGEST,
            f"digest {user.pk} {day}",
            subject if waiting else rest,
            None,
            waiting=waiting,
            over=[ending_of(table_load(table_id), user) for table_id in over],
            away=[
                {"title": title_of(seat.table.rules), "url": address_of_table(seat.table_id)}
                for seat in away
            ],
        )


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
