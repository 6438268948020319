"""Mails of every kind, written and not sent: to be looked at and checked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import msgspec
from django.conf import settings
from django.utils import timezone

from accounts.mail.occasions import OCCASIONS, letter_for
from accounts.models import Act, Channel, Decision, Letter, Message, Notice, Report, Rule, User
from accounts.moderation.alerts import moderators_tell
from accounts.notices import kinds, posting, selecting
from accounts.notices.kind import Kind
from games.judging.plan_verdicts import ANSWER
from games.models import Plan, Seat, Table
from games.storing.rows import Wish
from games.telling.reading import reading_as


def every_kind_write(asked: Seat, invited: tuple[User, int], **seats: Seat) -> None:
    """Write a mail of every kind to the user of a seat that is asked.

    It is about that seat, or the one that is named as the kind; the invitation is from this host
    and to this table. A kind that needs more than a seat is written by one of `WRITERS`.
    """
    assert asked.user is not None
    for name, kind in kinds.KINDS.items():
        if kind is kinds.InvitationNotice:
            selecting.invitation_owe(asked.user, *invited)
        elif Channel.MAIL in kind.channels:
            WRITERS.get(kind, seat_owe)(seats.get(name, asked), kind)
        mails_write()


def seat_owe(seat: Seat, kind: type[Kind], *about: object) -> None:
    """Owe its user a notice about a seat."""
    assert seat.user_id is not None
    key = " ".join(map(str, (seat.table_id, seat.place, *about)))
    selecting.owe([seat.user_id], kind, key, table_id=seat.table_id, place=seat.place)


def turn_owe(seat: Seat, kind: type[Kind] = kinds.Turn) -> None:
    """Owe its user the notice that a seat is asked."""
    seat_owe(seat, kind, seat.answers)


def reminder_write(seat: Seat, kind: type[Kind]) -> None:
    """Write the mail that tells its user that time is running out, as if the seat had a clock."""
    seats, before = Seat.objects.filter(pk=seat.pk), (seat.deadline, seat.remind_at)
    at = timezone.now().replace(microsecond=0)
    seats.update(remind_at=at, deadline=at + timedelta(hours=6))
    seat_owe(seat, kind, seat.answers, f"{at.timestamp():.0f}")
    mails_write()
    seats.update(deadline=before[0], remind_at=before[1])


def consent_write(seat: Seat, kind: type[Kind]) -> None:
    """Write the mail in which its user is asked to agree; the wish is gone afterwards."""
    others = Seat.objects.filter(table=seat.table_id).exclude(pk=seat.pk)
    agreed = list(others.order_by("place").values_list("place", flat=True))
    wish = msgspec.to_builtins(Wish("end", agreed[0], agreed[0], timedelta(), agreed))
    Table.objects.filter(pk=seat.table_id).update(wish=wish)
    seat_owe(seat, kind)
    mails_write()
    Table.objects.filter(pk=seat.table_id).update(wish=None)


def dropped_write(seat: Seat, kind: type[Kind]) -> None:
    """Write the mail that tells its user that a plan was dropped; the plan is gone afterwards."""
    assert seat.user_id is not None
    facts = {"at": 1, "made": 1, "steps": [], "dropped": ANSWER}
    plan = Plan.objects.create(user_id=seat.user_id, table_id=seat.table_id, **facts)
    key = f"{seat.table_id} {plan.pk}"
    selecting.owe([seat.user_id], kind, key, table_id=seat.table_id)
    mails_write()
    plan.delete()


def mention_write(seat: Seat, kind: type[Kind]) -> None:
    """Write the mail that tells its user that they were named in the chat; it is said no more."""
    assert seat.user is not None and seat.user_id is not None
    other = User.objects.filter(seats__table=seat.table_id).exclude(pk=seat.user_id)[0]
    said = Message.objects.create(
        table_id=seat.table_id, user=other, text=f"@{seat.user.username}, are you there?"
    )
    key = f"{seat.table_id} {seat.user_id} {said.pk}"
    selecting.owe([seat.user_id], kind, key, table_id=seat.table_id, place=seat.place)
    mails_write()
    said.delete()


def digest_write(seat: Seat, kind: type[Kind]) -> None:
    """Write its user their digest, as if they wanted one."""
    assert seat.user_id is not None
    users = User.objects.filter(pk=seat.user_id)
    (before,) = users.values_list("mails", flat=True)
    users.update(mails=User.Pace.DIGEST)
    selecting.owe(users.values_list("pk", flat=True), kind, "*")
    mails_write()
    users.update(mails=before)


def decided_write(seat: Seat, kind: type[Kind]) -> None:
    """Write the mail that tells its user that they cannot write in chats."""
    assert seat.user_id is not None
    decision = Decision.objects.create(
        user_id=seat.user_id,
        kind=Act.Kind.MUTE,
        rule=Rule.WORDS,
        text="Please stay friendly.",
        quoted="You fool!",
        until=timezone.now() + timedelta(days=3),
        read_at=timezone.now(),
    )
    selecting.owe([seat.user_id], kind, str(decision.pk), decision=decision.pk, news="made")


def heard_write(seat: Seat, kind: type[Kind]) -> None:
    """Write the mail that tells its user what came of a report of theirs."""
    assert seat.user_id is not None
    facts = {"text": "Carla calls us names.", "answer": "We have spoken to her."}
    report = Report.objects.create(reporter_id=seat.user_id, status="settled", **facts)
    selecting.owe([seat.user_id], kind, str(report.pk), report=report.pk)


def moderators_owe(_seat: Seat, _kind: type[Kind]) -> None:
    """Owe the moderators what they are to be told."""
    moderators_tell(timezone.now())


WRITERS: dict[type[Kind], Callable[[Seat, type[Kind]], None]] = {
    kinds.Turn: turn_owe,
    kinds.Reminder: reminder_write,
    kinds.Wished: consent_write,
    kinds.Dropped: dropped_write,
    kinds.Digest: digest_write,
    kinds.Mentioned: mention_write,
    kinds.Decided: decided_write,
    kinds.Heard: heard_write,
    kinds.Moderation: moderators_owe,
}


def mails_write() -> None:
    """Write every mail that is owed, and send none."""
    owed = Notice.objects.filter(channel=Channel.MAIL, text="")
    for notice in owed.select_related("user", "table"):
        with reading_as(notice.user):
            words = kinds.kind_of(notice).words()
            assert words is not None, notice.key
            posting.compose(notice, words)
        notice.save()


def letter_sample(occasion: str, user: User, language: str) -> Letter:
    """Write a mail about an account to its user, with facts of every occasion, and send none."""
    link = f"{settings.SITE_URL}/accounts/somewhere/"
    facts: dict[str, object] = {
        **dict.fromkeys(("activate_url", "password_reset_url", "signup_url"), link),
        "from_email": "old@example.org",
        "to_email": "new@example.org",
        "deleted_email": "old@example.org",
        "provider": SimpleNamespace(name="GitHub"),
        "what": "A token: my laptop",
    }
    if occasion.endswith("_code"):
        facts["code"] = "K7M-2QX"
    if OCCASIONS[occasion].is_change:
        facts["timestamp"] = datetime(2026, 3, 14, 18, tzinfo=UTC)
        facts |= {"ip": "192.0.2.7", "user_agent": "Firefox on Linux"}
    user.language = language
    return letter_for(occasion, user.email, facts, user)
