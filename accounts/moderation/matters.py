"""Reports and what belongs to them: taken on by one moderator, settled, answered, opened again."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Act, Message, Remark, Report, StaffEntry, User
from accounts.models.moderation import LONGEST
from accounts.moderation.claims import report_claim
from accounts.moderation.log import NoReason, check_rate, record
from accounts.moderation.selectors import reports_for
from accounts.notices.kinds import Heard
from accounts.notices.selecting import owe
from accounts.people.rights import NotAllowed
from config.web.refusal import Refused

AROUND = 10
"""Messages before and after the one that was reported."""
WATCHED = timedelta(minutes=2)
"""So long after a look at its page a moderator counts as watching."""


class AlreadySettled(Refused):
    """The report was settled or dismissed already."""

    code, status, text = "settled", 409, _("This report has already been settled.")


def may_settle(moderator: User, report: Report) -> bool:
    """Return whether a moderator is not involved in a report."""
    return reports_for(moderator).filter(pk=report.pk).exists()


def check_report(moderator: User, report: Report) -> None:
    """Raise NotAllowed for a moderator involved: the reporter, the reported, or at that table."""
    if not may_settle(moderator, report):
        raise NotAllowed


@transaction.atomic
def report_settle(
    *,
    moderator: User,
    report: Report,
    why: str,
    answer: str = "",
    dismiss: bool = False,
    others: bool = False,
) -> None:
    """Close a report, and tell who made it; with `others`, all that are open about the same.

    Those that concern the moderator are left to others. Raises NotAllowed for one that does,
    ClaimedByOther, AlreadySettled.
    """
    check_report(moderator, report)
    together = uuid4().hex
    open_ones = others_about(report, moderator).filter(status=Report.Status.OPEN)
    for one in [report, *(open_ones if others else ())]:
        close(moderator, one, why, answer.strip(), dismiss=dismiss, together=together)


def close(
    moderator: User, report: Report, why: str, answer: str, *, dismiss: bool, together: str
) -> None:
    """Close one report. Raises ClaimedByOther, AlreadySettled, NoReason."""
    if len(answer) > LONGEST:
        raise NoReason
    if report_claim(moderator, report).status != Report.Status.OPEN:
        raise AlreadySettled
    kind = Act.Kind.DISMISS if dismiss else Act.Kind.SETTLE
    act = record(
        moderator,
        kind,
        why,
        user=report.about,
        table_id=report.table_id,
        report=report,
        together=together,
    )
    Report.objects.filter(pk=report.pk).update(
        status=Report.Status.DISMISSED if dismiss else Report.Status.SETTLED,
        settled_at=timezone.now(),
        settled_by=moderator,
        answer=answer,
    )
    if report.reporter_id is not None:
        owe([report.reporter_id], Heard, f"{report.pk} {act.pk}", report=report.pk)


def report_reopen(report: Report) -> None:
    """Put a report back into the queue."""
    Report.objects.filter(pk=report.pk).update(
        status=Report.Status.OPEN, settled_at=None, settled_by=None, answer=""
    )


@transaction.atomic
def remark_make(*, moderator: User, report: Report, why: str) -> None:
    """Note something beside a report. Raises NotAllowed, NoReason, TooMany."""
    check_report(moderator, report)
    text = why.strip()
    if not text or len(text) > LONGEST:
        raise NoReason
    check_rate(moderator)
    Remark.objects.create(report=report, moderator=moderator, text=text)


# --- What stands on the page of a report ---


def others_about(report: Report, moderator: User) -> QuerySet[Report]:
    """Return the other reports about the same user, or else about the same table."""
    if report.about_id is not None:
        same = Q(about=report.about_id)
    elif report.table_id is not None:
        same = Q(table=report.table_id, about=None)
    else:
        return Report.objects.none()
    return reports_for(moderator).filter(same).exclude(pk=report.pk)


def words_around(report: Report) -> list[Message]:
    """Return the message that was reported, with those before and after it, hidden ones too."""
    if report.message_id is None or report.table_id is None:
        return []
    said = Message.objects.filter(table=report.table_id).select_related("user")
    before = list(said.filter(pk__lte=report.message_id).order_by("-pk")[: AROUND + 1])[::-1]
    return [*before, *said.filter(pk__gt=report.message_id).order_by("pk")[:AROUND]]


def watching(report: Report, moderator: User) -> list[str]:
    """Return the names of others who have looked at the page of a report just now."""
    looks = StaffEntry.objects.filter(
        page="matter", object_id=str(report.pk), at__gt=timezone.now() - WATCHED
    )
    names = looks.exclude(staff_id=moderator.pk).values_list("staff_name", flat=True)
    return sorted(set(names))
