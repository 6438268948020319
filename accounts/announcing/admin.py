"""Django's administration: the panic switch, and announcements."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.announcing import acts
from accounts.announcing.forms import AnnouncementForm, GoOnForm, StopForm
from accounts.models import Announcement, User
from accounts.moderation.admin import ReadOnly
from accounts.moderation.named import NamedFilterAdmin
from config.web.refusal import refusals_said
from games.models import Outage


@admin.register(Outage)
class OutageAdmin(ReadOnly):
    """The times in which no clock ran, and the switch that begins and ends one."""

    change_list_template = "admin/switch.html"
    list_display = ("since", "until", "kind", "read_only", "off", "text_en")
    list_filter = ("kind",)
    fields = readonly_fields = (
        "since", "until", "kind", "read_only", "off", "text_en", "text_de",
    )  # fmt: skip

    def get_urls(self) -> list[URLPattern]:
        own = path(
            "switch/",
            self.admin_site.admin_view(require_POST(self.switch)),
            name="games_outage_switch",
        )
        return [own, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with the switch above it for those who may use it."""
        stopped = Outage.objects.filter(until=None).first()
        form = None
        if request.user.has_perm(acts.MAY_STOP):
            form = StopForm() if stopped is None else GoOnForm()
        facts = {"stopped": stopped, "switch": form, **(extra_context or {})}
        return super().changelist_view(request, facts)

    def switch(self, request: HttpRequest) -> HttpResponse:
        """Stop the site or let it go on, as the button says that was pressed."""
        assert isinstance(request.user, User)
        if not request.user.has_perm(acts.MAY_STOP):
            raise PermissionDenied
        stops = "stop" in request.POST
        form = StopForm(request.POST) if stops else GoOnForm(request.POST)
        if not form.is_valid():
            messages.error(request, _("A reason is needed."))
            return redirect("admin:games_outage_changelist")
        with refusals_said(request):
            (acts.site_stop if stops else acts.site_go_on)(by=request.user, **form.cleaned_data)
            messages.success(request, _("Done and recorded."))
        return redirect("admin:games_outage_changelist")


@admin.register(Announcement)
class AnnouncementAdmin(NamedFilterAdmin):
    """What is said to everybody, and work that is planned. Deleting calls the work off."""

    form = AnnouncementForm
    list_display = ("text_en", "since", "until", "signed_in_only", "work")
    list_select_related = ("work",)
    fieldsets = (
        (None, {"fields": ("text_en", "text_de", "since", "until", "signed_in_only")}),
        (
            _("Planned work"),
            {
                "fields": ("work_since", "work_until", "read_only"),
                "description": _(
                    "No clock runs meanwhile: deadlines are put off by as much, and everybody "
                    "sees when it is, in their own time zone. Without a start there is no work."
                ),
            },
        ),
    )

    def save_model(
        self, request: HttpRequest, obj: Announcement, form: AnnouncementForm, change: bool
    ) -> None:
        """Announce it, and plan its work."""
        assert isinstance(request.user, User)
        acts.announcement_save(by=request.user, announcement=obj, **form.work())

    def delete_model(self, request: HttpRequest, obj: Announcement) -> None:
        """Withdraw it."""
        assert isinstance(request.user, User)
        acts.announcement_withdraw(by=request.user, announcement=obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Announcement]) -> None:
        """Withdraw each."""
        for announcement in queryset:
            self.delete_model(request, announcement)
