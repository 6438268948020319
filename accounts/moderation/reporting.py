"""Reporting to the moderators."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Message, Report, User
from accounts.models.moderation import LONGEST
from accounts.people.rights import need_account
from config.web.counting import check_most, within
from config.web.limits import REPORTS
from config.web.refusal import Refused, counted


class BadReport(Refused):
    """No text, or too much of it."""

    code, status, text = (
        "text",
        422,
        counted(_("A report has 1 to {most} characters."), most=LONGEST),
    )


@transaction.atomic
def report_make(
    *,
    reporter: User,
    text: str,
    about: User | None = None,
    table_id: int | None = None,
    message: Message | None = None,
) -> Report:
    """Put a report into the queue of the moderators. Raises BadReport, TooMany, AccountNeeded.

    A message is quoted as it is now; its author and table are those of the report.
    """
    need_account(reporter)
    User.objects.select_for_update().get(pk=reporter.pk)  # locked, so that the limit holds
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise BadReport
    check_most(REPORTS, Report.objects.filter(within(REPORTS), reporter=reporter).count())
    return Report.objects.create(
        reporter=reporter,
        about=message.user if message else about,
        table_id=message.table_id if message else table_id,
        message=message,
        quoted=message.text if message else "",
        text=text,
    )
