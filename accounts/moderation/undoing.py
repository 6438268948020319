"""Undoing an act: what it did is lifted, and that is an act as well."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Act, Decision, Report, User
from accounts.moderation.acts import NothingDone, check_table, check_user
from accounts.moderation.decisions import decisions_lift
from accounts.moderation.log import record
from accounts.moderation.matters import check_report, report_reopen

OF_USERS = (Act.Kind.WARN, Act.Kind.MUTE, Act.Kind.SUSPEND, Act.Kind.HIDE)
OF_REPORTS = (Act.Kind.SETTLE, Act.Kind.DISMISS)


def undoable(acts: Sequence[Act]) -> set[int | None]:
    """Return the numbers of those acts that can be undone by one click and still hold.

    With two queries, however many acts there are.
    """
    about_users = [act.pk for act in acts if act.kind in OF_USERS]
    held = Decision.objects.filter(act_id__in=about_users, lifted_at=None)
    reports = {act.pk: act.report_id for act in acts if act.kind in OF_REPORTS}
    closed = Report.objects.filter(pk__in=[report for report in reports.values() if report])
    numbers = set(closed.exclude(status=Report.Status.OPEN).values_list("pk", flat=True))
    about_reports = {act for act, report in reports.items() if report in numbers}
    return {*held.values_list("act_id", flat=True), *about_reports}


def can_undo(act: Act) -> bool:
    """Return whether an act can be undone by one click, and still holds."""
    return act.pk in undoable([act])


@transaction.atomic
def act_undo(*, moderator: User, act: Act) -> None:
    """Undo an act, with those that were done together with it. Raises NotAllowed, NothingDone."""
    together = act.details.get("together")
    same = Act.objects.filter(details__together=together) if together else Act.objects.none()
    undone = [one for one in [act, *same.exclude(pk=act.pk)] if one_undo(moderator, one)]
    if not undone:
        raise NothingDone


def one_undo(moderator: User, act: Act) -> bool:
    """Undo one act, and return whether there was anything to undo. Raises NotAllowed."""
    if not can_undo(act):
        return False
    if act.report_id is not None and act.kind in OF_REPORTS:
        report = Report.objects.get(pk=act.report_id)
        check_report(moderator, report)
        report_reopen(report)
        user = report.about
    else:
        decisions = Decision.objects.filter(act_id=act.pk)
        user = decisions.get().user
        check_user(moderator, user)
        if act.table_id is not None:
            check_table(moderator, act.table_id)
        decisions_lift(decisions, moderator)
    why = _("Undone: {what}").format(what=act.get_kind_display())
    record(moderator, Act.Kind.UNDO, why, user=user, table_id=act.table_id, act=act.pk)
    return True
