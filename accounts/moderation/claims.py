"""Taking on a report, so that two moderators do not act on it at once."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Report, User
from config.web.isolates import isolated
from config.web.refusal import Refused


class ClaimedByOther(Refused):
    """Another moderator has taken on the report."""

    code, status = "claimed", 409
    text = _("{name} has taken this on. They can let it go, or it is free again in half an hour.")


@transaction.atomic
def report_claim(moderator: User, report: Report) -> Report:
    """Take on a report, and return it as it is now, locked. Raises ClaimedByOther."""
    now = timezone.now()
    report = Report.objects.select_for_update(no_key=True).get(pk=report.pk)
    if other := claimed_by_other(report, moderator):
        raise ClaimedByOther(str(ClaimedByOther.text).format(name=isolated(other)))
    Report.objects.filter(pk=report.pk).update(claimed_by=moderator, claimed_at=now)
    return report


def report_release(moderator: User, report: Report) -> None:
    """Let go of a report that the moderator has taken on."""
    mine = Report.objects.filter(pk=report.pk, claimed_by=moderator)
    mine.update(claimed_by=None, claimed_at=None)


def claimed_by_other(report: Report, moderator: User) -> User | None:
    """Return who else has a report now."""
    return None if report.holder == moderator else report.holder
