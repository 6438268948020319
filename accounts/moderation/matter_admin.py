"""The administration for moderators: reports, each with all that belongs to it, and appeals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import Appeal, ReadyAnswer, Report, User
from accounts.moderation.admin import Moderated, page_of
from accounts.moderation.appeals import may_answer
from accounts.moderation.claims import claimed_by_other
from accounts.moderation.forms import APPEAL_ACTS, REPORT_ACTS, ActForm
from accounts.moderation.matters import may_settle, others_about, watching, words_around
from accounts.moderation.named import Named
from accounts.moderation.waiting import weeks

ABOUT_SOMEBODY = ("warn", "mute", "suspend")
CLOSING = ("settle", "dismiss")


@admin.register(Report)
class ReportAdmin(Moderated):
    """The queue of reports: open ones first, oldest first."""

    acts = REPORT_ACTS
    nothing_beside = dict.fromkeys(
        ("words", "others", "decisions", "remarks", "watching", "claimed_by"), ()
    )
    change_form_template = "admin/matter.html"
    change_list_template = "admin/waiting.html"
    list_display = (
        "number_of",
        "status",
        "at",
        "about",
        "table",
        "short",
        "reporter",
        "claimed_by",
    )
    list_filter = ("status", "at")
    search_fields = ("text", "quoted", "about__username", "reporter__username", "=table__id")
    list_select_related = ("about", "table", "reporter", "claimed_by")
    ordering = ("-status", "at")
    fields = readonly_fields = (
        "status", "at", "reporter", "about_link", "table_link", "text", "quoted", "settled_at",
        "settled_by", "answer",
    )  # fmt: skip

    def acts_for(self, thing: Report, moderator: User) -> Mapping[str, ActForm[Any]]:
        """Leave out what a report is not about, and what was done already."""
        is_mine = thing.claimed_by == moderator
        left_out = {
            "claim" if is_mine else "release",
            *(ABOUT_SOMEBODY if thing.about_id is None else ()),
            *(("hide",) if thing.message is None or thing.message.hidden else ()),
            *(CLOSING if thing.status != Report.Status.OPEN else ()),
        }
        return {name: act for name, act in self.acts.items() if name not in left_out}

    def beside(self, thing: Report, moderator: User) -> dict[str, Any]:
        """Return the words around it, what else is known, and who else looks at it."""
        if not may_settle(moderator, thing):
            return {"acts": [], "involved": True}
        decisions = thing.about.decisions.order_by("-at") if thing.about else ()
        return {
            "words": words_around(thing),
            "others": others_about(thing)[:20],
            "decisions": decisions,
            "remarks": thing.remarks.select_related("moderator"),
            "watching": watching(thing, moderator),
            "claimed_by": claimed_by_other(thing, moderator),
        }

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The queue, with how long reports have waited."""
        return super().changelist_view(request, {**(extra_context or {}), "weeks": weeks()})

    @admin.display(description=_("report"), ordering="id")
    def number_of(self, report: Report) -> str:
        return f"#{report.pk}"

    @admin.display(description=_("what happened"))
    def short(self, report: Report) -> str:
        return report.text[:80]

    @admin.display(description=_("about"))
    def about_link(self, report: Report) -> SafeString | str:
        if report.about is None:
            return "–"
        return format_html('<a href="{}">{}</a>', page_of(report.about), report.about)

    @admin.display(description=_("table"))
    def table_link(self, report: Report) -> SafeString | str:
        if report.table is None:
            return "–"
        return format_html('<a href="{}">{}</a>', page_of(report.table), report.table)


@admin.register(Appeal)
class AppealAdmin(Moderated):
    """The queue of appeals."""

    acts = APPEAL_ACTS
    list_display = ("number_of", "status", "at", "user", "short", "answered_by")
    list_filter = ("status", "at")
    search_fields = ("text", "decision__user__username")
    list_select_related = ("decision__user", "answered_by")
    ordering = ("-status", "at")
    fields = readonly_fields = (
        "status", "at", "user", "decided", "until", "why", "quoted", "text", "answer",
        "answered_at", "answered_by",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        return super().get_queryset(request).select_related("decision__user")

    def acts_for(self, thing: Appeal, moderator: User) -> Mapping[str, ActForm[Any]]:
        """Return the answers, as long as there is none."""
        return self.acts if thing.status == Appeal.Status.OPEN else {}

    def beside(self, thing: Appeal, moderator: User) -> dict[str, Any]:
        """Leave the answer to others, where it is not for this moderator."""
        return {} if may_answer(moderator, thing) else {"acts": [], "involved": True}

    @admin.display(description=_("appeal"), ordering="id")
    def number_of(self, appeal: Appeal) -> str:
        return f"#{appeal.pk}"

    @admin.display(description=_("user"))
    def user(self, appeal: Appeal) -> SafeString:
        user = appeal.decision.user
        return format_html('<a href="{}">{}</a>', page_of(user), user)

    @admin.display(description=_("what the user says"))
    def short(self, appeal: Appeal) -> str:
        return appeal.text[:80]

    @admin.display(description=_("decision"))
    def decided(self, appeal: Appeal) -> str:
        return str(appeal.decision.get_kind_display())

    @admin.display(description=_("until"))
    def until(self, appeal: Appeal) -> Any:
        return appeal.decision.until

    @admin.display(description=_("why"))
    def why(self, appeal: Appeal) -> str:
        return appeal.decision.text

    @admin.display(description=_("the words"))
    def quoted(self, appeal: Appeal) -> str:
        return appeal.decision.quoted


@admin.register(ReadyAnswer)
class ReadyAnswerAdmin(Named):
    """Reasons and answers that moderators have ready."""

    list_display = ("title", "text")
