"""Mails of every kind, written and not sent: to be looked at and checked."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from django.utils import timezone

from accounts.models import Channel, Notice, User
from accounts.moderation.alerts import moderators_tell
from accounts.notices import posting, selecting, writing
from games.judging.plans import ANSWER
from games.models import Plan, Seat, Table
from games.storing.rows import Wish
from games.telling.reading import reading_as


def seat_owe(seat: Seat, kind: str, *about: object) -> None:
    """Owe its user a notice of what has happened at a seat."""
    key = " ".join(map(str, (kind, seat.table_id, seat.place, *about)))
    assert seat.user_id is not None
    selecting.owe([seat.user_id], kind, key, table_id=seat.table_id, place=seat.place)


def turn_owe(seat: Seat) -> None:
    """Owe its user the notice that a seat is asked."""
    seat_owe(seat, "turn", seat.answers)


def started_owe(user: User, table_id: int) -> None:
    """Owe a user the notice that a table has begun."""
    selecting.owe([user.pk], "started", f"started {table_id} *", table_id=table_id)


def finished_owe(user: User, table_id: int) -> None:
    """Owe a user the notice that a table is over."""
    selecting.owe([user.pk], "finished", f"finished {table_id} *", table_id=table_id)


def answer_missed(seat: Seat) -> None:
    """Owe its user the notice that a bot has given one answer for a seat."""
    seat_owe(seat, "missed")


def absent_owe(seat: Seat) -> None:
    """Owe its user the notice that a bot plays on for a seat."""
    seat_owe(seat, "absent")


def reminder_write(seat: Seat) -> None:
    """Write the mail that tells its user that time is running out, as if the seat had a clock."""
    seats, before = Seat.objects.filter(pk=seat.pk), (seat.deadline, seat.remind_at)
    at = timezone.now().replace(microsecond=0)
    seats.update(remind_at=at, deadline=at + timedelta(hours=6))
    seat_owe(seat, "reminder", seat.answers, f"{at.timestamp():.0f}")
    mails_write()
    seats.update(deadline=before[0], remind_at=before[1])


def consent_write(seat: Seat) -> None:
    """Write the mail in which its user is asked to agree; the wish is gone afterwards."""
    others = Seat.objects.filter(table=seat.table_id).exclude(pk=seat.pk)
    agreed = list(others.order_by("place").values_list("place", flat=True))
    wish = msgspec.to_builtins(Wish("end", agreed[0], agreed[0], timedelta(), agreed))
    Table.objects.filter(pk=seat.table_id).update(wish=wish)
    seat_owe(seat, "wish")
    mails_write()
    Table.objects.filter(pk=seat.table_id).update(wish=None)


def dropped_write(seat: Seat) -> None:
    """Write the mail that tells its user that a plan was dropped; the plan is gone afterwards."""
    assert seat.user_id is not None
    facts = {"at": 1, "made": 1, "steps": [], "dropped": ANSWER}
    plan = Plan.objects.create(user_id=seat.user_id, table_id=seat.table_id, **facts)
    selecting.owe([seat.user_id], "plan", f"plan {seat.table_id} {plan.pk}", table_id=seat.table_id)
    mails_write()
    plan.delete()


def digest_owe(user: User) -> None:
    """Owe a user their digest."""
    selecting.owe([user.pk], "digest", "digest *", paces=selecting.EVER)


def moderators_owe() -> None:
    """Owe the moderators what they are to be told."""
    moderators_tell(timezone.now())


def mails_write() -> None:
    """Write every mail that is owed, and send none."""
    owed = Notice.objects.filter(channel=Channel.MAIL, text="")
    for notice in owed.select_related("user", "table"):
        with reading_as(notice.user):
            words = writing.words_of(notice)
            assert words is not None, notice.key
            posting.compose(notice, words)
        notice.save()
