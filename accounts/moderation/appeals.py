"""Appeals against decisions, and the answers: of another moderator, where there is one."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Act, Appeal, Decision, User
from accounts.models.moderation import LONGEST
from accounts.moderation.decisions import decision_tell, decisions_lift
from accounts.moderation.log import record
from accounts.people.rights import NotAllowed, is_moderator, may_moderate_user, moderators
from config.web.refusal import Refused, counted


class BadAppeal(Refused):
    """No text, or too much of it."""

    code, status, text = (
        "text",
        422,
        counted(_("An appeal has 1 to {most} characters."), most=LONGEST),
    )


class NothingToAppeal(Refused):
    """There is an appeal already, or the decision was lifted."""

    code, status = "appealed", 409
    text = _("You have already appealed against this, or it was lifted.")


class AlreadyAnswered(Refused):
    """The appeal has its answer already."""

    code, status, text = "answered", 409, _("This appeal has already been answered.")


@transaction.atomic
def appeal_make(*, decision: Decision, text: str) -> Appeal:
    """Put an appeal against a decision into the queue, once. Raises BadAppeal, NothingToAppeal."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise BadAppeal
    if locked(decision.pk).lifted_at is not None:
        raise NothingToAppeal
    try:
        with transaction.atomic():
            return Appeal.objects.create(decision=decision, text=text)
    except IntegrityError as twice:
        raise NothingToAppeal from twice


def locked(decision_id: int) -> Decision:
    """Return a decision as it is now; appeals and lifting wait for each other at it."""
    return Decision.objects.select_for_update(no_key=True).get(pk=decision_id)


def may_answer(moderator: User, appeal: Appeal) -> bool:
    """Return whether a moderator may answer an appeal.

    Whoever has decided may not, unless no other moderator may act on that user.
    """
    user, decider = appeal.decision.user, appeal.decision.moderator_id
    if not may_moderate_user(moderator, user):
        return False
    if moderator.pk != decider:
        return True
    others = moderators().exclude(Q(pk=decider) | Q(pk=user.pk))
    return not (others.filter(is_superuser=True) if is_moderator(user) else others).exists()


@transaction.atomic
def appeal_answer(*, moderator: User, appeal: Appeal, why: str, grant: bool = False) -> None:
    """Answer an appeal: lift the decision, or let it stand. Raises NotAllowed, AlreadyAnswered."""
    decision = locked(appeal.decision_id)
    appeal = Appeal.objects.get(pk=appeal.pk)
    if not may_answer(moderator, appeal):
        raise NotAllowed
    if appeal.status != Appeal.Status.OPEN:
        raise AlreadyAnswered
    kind = Act.Kind.GRANT if grant else Act.Kind.UPHOLD
    record(
        moderator,
        kind,
        why,
        user=decision.user,
        table_id=decision.table_id,
        appeal=appeal.pk,
        decision=decision.pk,
    )
    Appeal.objects.filter(pk=appeal.pk).update(answer=why.strip())
    if grant:
        decisions_lift(Decision.objects.filter(pk=decision.pk), moderator)
        return
    Appeal.objects.filter(pk=appeal.pk).update(
        status=Appeal.Status.UPHELD, answered_at=timezone.now(), answered_by=moderator
    )
    decision_tell(decision, "upheld")
