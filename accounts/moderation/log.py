"""The log of acts: who, what and why, in the same transaction as the effect."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.models import Act, Remark, Report, User
from accounts.models.moderation import LONGEST
from accounts.moderation.claims import report_claim
from config.web.counting import check_most, within
from config.web.limits import ACTS
from games.errors import NotPossible


class NoReason(NotPossible):
    """Every act needs a reason, of at most 2000 characters."""


def check_rate(moderator: User) -> None:
    """Raise TooMany for one more act or note; whoever asks waits for the moderator's others."""
    User.objects.select_for_update(no_key=True).filter(pk=moderator.pk).first()
    mine = within(ACTS), Q(moderator_id=moderator.pk)
    check_most(ACTS, sum(kind.objects.filter(*mine).count() for kind in (Act, Remark)))


def record(
    moderator: User,
    kind: Act.Kind,
    why: str,
    *,
    user: User | None = None,
    table_id: int | None = None,
    report: Report | None = None,
    **details: Any,
) -> Act:
    """Log an act; who acts on a report has taken it on.

    Raises NoReason, TooMany, ClaimedByOther.
    """
    why = why.strip()
    if not why or len(why) > LONGEST:
        raise NoReason
    if report is not None:
        report_claim(moderator, report)
    check_rate(moderator)
    return Act.objects.create(
        kind=kind,
        moderator_id=moderator.pk,
        moderator_name=moderator.username,
        user_id=user.pk if user else None,
        user_name=user.username if user else "",
        table_id=table_id,
        report_id=report.pk if report else None,
        why=why,
        details=details,
    )
