"""Undoing an act: what it did is lifted, and that is an act as well."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Act, Decision, Report, User
from accounts.moderation.acts import NothingDone, check_table, check_user
from accounts.moderation.decisions import decisions_lift
from accounts.moderation.log import record
from accounts.moderation.matters import check_report, report_reopen

OF_USERS = (Act.Kind.WARN, Act.Kind.MUTE, Act.Kind.SUSPEND, Act.Kind.HIDE)
OF_REPORTS = (Act.Kind.SETTLE, Act.Kind.DISMISS)


def can_undo(act: Act) -> bool:
    """Return whether an act of this kind can be undone by one click, and still holds."""
    if act.kind in OF_USERS:
        return Decision.objects.filter(act_id=act.pk, lifted_at=None).exists()
    if act.kind in OF_REPORTS and act.report_id is not None:
        return Report.objects.filter(pk=act.report_id).exclude(status=Report.Status.OPEN).exists()
    return False


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
