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
from accounts.moderation.acts import check_table, check_user
from accounts.moderation.claims import report_claim
from accounts.moderation.log import NoReason, record
from accounts.notices.kinds import Heard
from accounts.notices.selecting import owe
from accounts.rights import NotAllowed
from config.web.refusal import Refused

AROUND = 10
"""Messages before and after the one that was reported."""
WATCHED = timedelta(minutes=2)
"""So long after a look at its page a moderator counts as watching."""


class AlreadySettled(Refused):
    """The report was settled or dismissed already."""

    code, status, text = "settled", 409, _("This report was settled already.")


def check_report(moderator: User, report: Report) -> None:
    """Raise NotAllowed for a moderator involved: the reporter, the reported, or at that table."""
    if report.about is not None:
        check_user(moderator, report.about)
    if report.table_id is not None:
        check_table(moderator, report.table_id)
    if report.reporter_id == moderator.pk:
        raise NotAllowed


def may_settle(moderator: User, report: Report) -> bool:
    """Return whether a moderator is not involved in a report."""
    try:
        check_report(moderator, report)
    except NotAllowed:
        return False
    return True


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

    Raises NotAllowed for one that concerns the moderator, ClaimedByOther, AlreadySettled.
    """
    together = uuid4().hex
    chosen = [report, *(others_about(report).filter(status="open") if others else ())]
    for one in chosen:
        check_report(moderator, one)
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
    """Note something beside a report. Raises NotAllowed, NoReason."""
    check_report(moderator, report)
    text = why.strip()
    if not text or len(text) > LONGEST:
        raise NoReason
    Remark.objects.create(report=report, moderator=moderator, text=text)


# --- What stands on the page of a report ---


def others_about(report: Report) -> QuerySet[Report]:
    """Return the other reports about the same user, or else about the same table."""
    if report.about_id is not None:
        same = Q(about=report.about_id)
    elif report.table_id is not None:
        same = Q(table=report.table_id, about=None)
    else:
        return Report.objects.none()
    return Report.objects.filter(same).exclude(pk=report.pk).select_related("about", "settled_by")


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
        page="accounts_report_change", object_id=str(report.pk), at__gt=timezone.now() - WATCHED
    )
    names = looks.exclude(staff_id=moderator.pk).values_list("staff_name", flat=True)
    return sorted(set(names))
