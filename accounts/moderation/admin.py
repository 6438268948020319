"""Django's administration: what moderators act on, as it is stored, for operators to read."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import Act, Appeal, Message, ReadyAnswer, Report, StaffEntry
from accounts.moderation.named import NamedFilterAdmin
from accounts.moderation.selectors import messages_open
from games.models import Table


class ReadOnly(NamedFilterAdmin):
    """Shown, and changed by nobody here."""

    def has_add_permission(self, request: HttpRequest, *_: object) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ReadOnly):
    """Tables, with public facts only: never a position, a seed or a token."""

    list_display = ("id", "game", "status", "frozen_at", "host", "moved_at")
    list_filter = ("status", "game", ("frozen_at", admin.EmptyFieldListFilter), "private")
    search_fields = ("=id", "seats__user__username", "host__username")
    list_select_related = ("host",)
    ordering = ("-pk",)
    date_hierarchy = "opened_at"
    fields = readonly_fields = (
        "game", "status", "host", "private", "options", "number",
        "pace", "pace_start", "pace_increment", "pace_cap", "most_protected", "at_timeout",
        "opened_at", "started_at", "moved_at", "finished_at", "close_reason", "frozen_at",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).defer("position")


@admin.register(Message)
class MessageAdmin(ReadOnly):
    """Chat messages that staff may read."""

    list_display = ("at", "user", "table", "text", "hidden")
    list_filter = ("hidden", "at")
    search_fields = ("text", "user__username", "=table__id")
    list_select_related = ("user", "table")
    fields = readonly_fields = ("table", "user", "text", "at", "hidden")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        return messages_open()


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """Reports."""

    list_display = ("id", "status", "at", "about", "table", "reporter", "claimed_by")
    list_filter = ("status", "at")
    search_fields = ("text", "quoted", "about__username", "reporter__username", "=table__id")
    list_select_related = ("about", "table", "reporter", "claimed_by")
    fields = readonly_fields = (
        "status", "at", "reporter", "about", "table", "text", "quoted", "settled_at",
        "settled_by", "answer",
    )  # fmt: skip


@admin.register(Appeal)
class AppealAdmin(ReadOnly):
    """Appeals."""

    list_display = ("id", "status", "at", "decision", "answered_by")
    list_filter = ("status", "at")
    search_fields = ("text", "decision__user__username")
    list_select_related = ("decision", "answered_by")
    fields = readonly_fields = (
        "status", "at", "decision", "text", "answer", "answered_at", "answered_by",
    )  # fmt: skip


@admin.register(Act)
class ActAdmin(ReadOnly):
    """The log of acts."""

    list_display = ("at", "moderator_name", "kind", "user_name", "table_id", "why")
    list_filter = ("kind", "at")
    search_fields = ("moderator_name", "user_name", "why", "=table_id")
    fields = readonly_fields = (
        "at", "moderator_name", "kind", "user_name", "table_id", "report_id", "why", "details",
    )  # fmt: skip


@admin.register(StaffEntry)
class StaffEntryAdmin(ReadOnly):
    """The log of what staff look at and change."""

    list_display = ("at", "staff_name", "kind", "page", "object_id", "details")
    list_filter = ("kind", "at")
    search_fields = ("staff_name", "page", "=object_id")
    fields = readonly_fields = list_display


@admin.register(ReadyAnswer)
class ReadyAnswerAdmin(NamedFilterAdmin):
    """Reasons and answers that moderators have ready."""

    list_display = ("title", "text")
