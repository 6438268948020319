"""Telling users what was decided about them, and when it is lifted."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.chat import talking
from accounts.models import Act, Appeal, Decision, Message, User
from accounts.notices.kinds import Decided
from accounts.notices.selecting import owe


def decision_make(
    act: Act,
    moderator: User,
    user: User,
    *,
    rule: str,
    quoted: str = "",
    until: datetime | None = None,
    message: Message | None = None,
) -> Decision:
    """Tell a user of an act: on every page until they have read it, and on the ways they want."""
    decision = Decision.objects.create(
        user=user,
        kind=act.kind,
        rule=rule,
        text=act.why,
        quoted=quoted,
        table_id=act.table_id,
        until=until,
        moderator=moderator,
        message=message,
        act_id=act.pk,
    )
    User.objects.filter(pk=user.pk).update(warned=True)
    decision_tell(decision, "made")
    return decision


def decision_tell(decision: Decision, news: str) -> None:
    """Owe its user the notice that a decision was made, was lifted, or stands."""
    owe([decision.user_id], Decided, f"{decision.pk} {news}", decision=decision.pk, news=news)


def decisions_lift(decisions: QuerySet[Decision], moderator: User) -> None:
    """Lift those that hold, and tell their users; appeals against them are granted by that."""
    now = timezone.now()
    for decision in decisions.select_for_update(no_key=True).filter(lifted_at=None):
        Decision.objects.filter(pk=decision.pk).update(lifted_at=now)
        effect_undo(decision)
        appeals = Appeal.objects.filter(decision=decision, status=Appeal.Status.OPEN)
        granted = appeals.update(
            status=Appeal.Status.GRANTED, answered_at=now, answered_by=moderator
        )
        decision_tell(decision, "granted" if granted else "lifted")


def effect_undo(decision: Decision) -> None:
    """Undo what a decision does, if it still does it: a later one of its kind holds on."""
    held = User.objects.filter(pk=decision.user_id)
    if decision.kind == Act.Kind.MUTE:
        held.filter(muted_until=decision.until).update(muted_until=None)
    elif decision.kind == Act.Kind.SUSPEND:
        suspended = held.filter(suspended_until=decision.until)
        suspended.update(suspended_until=None, suspended_because="")
    elif decision.message is not None:
        talking.message_show(message=decision.message)


@transaction.atomic
def decision_read(*, user: User, decision_id: int) -> None:
    """Note that its user has read a decision; of others nothing changes."""
    user.decisions.filter(pk=decision_id, read_at=None).update(read_at=timezone.now())
    unread = user.decisions.filter(read_at=None).exists()
    User.objects.filter(pk=user.pk).update(warned=unread)
