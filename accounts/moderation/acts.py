"""What moderators do. Every act is logged in the same transaction: who, what, why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.chat import talking
from accounts.models import Act, Message, Report, Rule, User
from accounts.moderation.decisions import decision_make, decisions_lift
from accounts.moderation.log import record
from accounts.people.rights import NotAllowed, may_moderate_table, may_moderate_user, shares_table
from games.changing import moderation, services
from games.changing.halting import although_halted
from games.errors import NotPossible, TableFrozen
from games.storing.rows import table_load

LONGEST_TIME = timedelta(days=365 * 10)
"""Of a mute or a suspension: as good as for ever."""


class BadTime(NotPossible):
    """The end of a mute or suspension is not in the future, or too far away."""


class NothingDone(NotPossible):
    """The act changes nothing at this table."""


def check_user(moderator: User, user: User) -> None:
    """Raise NotAllowed unless the moderator may act on the user."""
    if not may_moderate_user(moderator, user):
        raise NotAllowed


def check_far(moderator: User, user: User) -> None:
    """Raise NotAllowed as `check_user`, and also if the two play at a table now."""
    check_user(moderator, user)
    if shares_table(moderator, user):
        raise NotAllowed


def check_until(until: datetime) -> None:
    """Raise BadTime unless the time is in the future and within `LONGEST_TIME`."""
    if not timezone.now() < until < timezone.now() + LONGEST_TIME:
        raise BadTime


@transaction.atomic
def user_warn(
    *,
    moderator: User,
    user: User,
    why: str,
    rule: str = Rule.OTHER,
    report: Report | None = None,
) -> None:
    """Warn a user: the text is on every page until they have read it. Raises NotAllowed."""
    check_user(moderator, user)
    act = record(moderator, Act.Kind.WARN, why, user=user, report=report, rule=rule)
    decision_make(act, moderator, user, rule=rule, quoted=quoted_in(report))


@transaction.atomic
def user_mute(
    *,
    moderator: User,
    user: User,
    until: datetime,
    why: str,
    rule: str = Rule.OTHER,
    report: Report | None = None,
) -> None:
    """Keep a user from writing in any chat until then. Raises NotAllowed, BadTime."""
    check_user(moderator, user)
    check_until(until)
    act = record(
        moderator,
        Act.Kind.MUTE,
        why,
        user=user,
        report=report,
        until=until.isoformat(),
        rule=rule,
    )
    User.objects.filter(pk=user.pk).update(muted_until=until)
    decision_make(act, moderator, user, rule=rule, until=until, quoted=quoted_in(report))


@transaction.atomic
def user_unmute(*, moderator: User, user: User, why: str) -> None:
    """Lift a mute."""
    check_user(moderator, user)
    record(moderator, Act.Kind.UNMUTE, why, user=user)
    User.objects.filter(pk=user.pk).update(muted_until=None)
    decisions_lift(user.decisions.filter(kind=Act.Kind.MUTE), moderator)


@transaction.atomic
def user_suspend(
    *,
    moderator: User,
    user: User,
    until: datetime,
    why: str,
    rule: str = Rule.OTHER,
    report: Report | None = None,
) -> None:
    """Keep a user out until then. Their clocks run on, with what each table does at a timeout.

    Raises NotAllowed (also if the moderator plays with them), BadTime.
    """
    check_far(moderator, user)
    check_until(until)
    act = record(
        moderator,
        Act.Kind.SUSPEND,
        why,
        user=user,
        report=report,
        until=until.isoformat(),
        rule=rule,
    )
    User.objects.filter(pk=user.pk).update(suspended_until=until, suspended_because=why.strip())
    decision_make(act, moderator, user, rule=rule, until=until, quoted=quoted_in(report))


@transaction.atomic
def user_readmit(*, moderator: User, user: User, why: str) -> None:
    """Lift a suspension."""
    check_user(moderator, user)
    record(moderator, Act.Kind.READMIT, why, user=user)
    User.objects.filter(pk=user.pk).update(suspended_until=None, suspended_because="")
    decisions_lift(user.decisions.filter(kind=Act.Kind.SUSPEND), moderator)


def quoted_in(report: Report | None) -> str:
    """Return the words that a report is about."""
    return report.quoted if report else ""


@transaction.atomic
def message_hide(
    *,
    moderator: User,
    message: Message,
    why: str,
    rule: str = Rule.OTHER,
    report: Report | None = None,
) -> None:
    """Hide a message, and tell its author. Raises NotAllowed."""
    check_table(moderator, message.table_id)
    act = record(
        moderator,
        Act.Kind.HIDE,
        why,
        user=message.user,
        table_id=message.table_id,
        report=report,
        message=message.pk,
        text=message.text,
        rule=rule,
    )
    talking.message_hide(message=message)
    if message.user is not None:
        decision_make(act, moderator, message.user, rule=rule, quoted=message.text, message=message)


def check_table(moderator: User, table_id: int) -> None:
    """Raise NotAllowed unless the moderator may act on the table."""
    if not may_moderate_table(moderator, table_id):
        raise NotAllowed


def table_act(
    moderator: User,
    kind: Act.Kind,
    table_id: int,
    why: str,
    work: Callable[[], int],
    **details: Any,
) -> int:
    """Change a table and log the act, or do neither. The table's latest entry afterwards.

    Also while the site is stopped: it may be for the sake of such tables.

    Raises NotAllowed, NoReason, NothingDone.
    """
    with transaction.atomic():
        check_table(moderator, table_id)
        before = table_load(table_id).number
        try:
            with although_halted():
                number = work()
        except TableFrozen as frozen:
            raise TableFrozen(_("The table is stopped: let it go on first.")) from frozen
        if number == before:
            raise NothingDone
        record(moderator, kind, why, table_id=table_id, entry=number, **details)
        return number


def table_freeze(*, moderator: User, table_id: int, why: str) -> int:
    """Stop a table and its clocks. Raises NotAllowed, NoReason."""
    return table_act(
        moderator,
        Act.Kind.FREEZE,
        table_id,
        why,
        lambda: services.table_freeze(table_id=table_id, reason=why.strip()),
    )


def table_thaw(*, moderator: User, table_id: int, why: str) -> int:
    """Let a frozen table go on. Raises NotAllowed, NoReason, CannotGoOn."""
    return table_act(
        moderator,
        Act.Kind.THAW,
        table_id,
        why,
        lambda: services.table_thaw(table_id=table_id),
    )


def table_close(*, moderator: User, table_id: int, why: str) -> int:
    """End a table without an outcome. Raises NotAllowed, NoReason."""
    return table_act(
        moderator,
        Act.Kind.CLOSE,
        table_id,
        why,
        lambda: services.table_close(table_id=table_id, reason="moderator"),
    )


def seat_replace(*, moderator: User, table_id: int, place: int, user: User | None, why: str) -> int:
    """Give a seat to a user, or to a bot. Raises NotAllowed, NoReason and what `games` raises."""
    if user is not None and user.pk == moderator.pk:
        raise NotAllowed
    before = table_load(table_id).seats
    was = before[place].name if 0 <= place < len(before) else None
    return table_act(
        moderator,
        Act.Kind.REPLACE,
        table_id,
        why,
        lambda: moderation.seat_replace(
            table_id=table_id, place=place, user_id=user.pk if user else None
        ),
        place=place,
        before=was,
        after=user.username if user else None,
    )


def entries_take_back(*, moderator: User, table_id: int, number: int, why: str) -> int:
    """Take a table back to entry `number`. Raises NotAllowed, NoReason and what `games` raises."""
    return table_act(
        moderator,
        Act.Kind.CORRECT,
        table_id,
        why,
        lambda: moderation.entries_take_back(table_id=table_id, number=number),
        back_to=number,
    )
