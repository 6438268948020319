"""Django's administration for moderators: tables, messages, reports, and the log of acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.models import Act, Appeal, Message, Report, StaffEntry, User
from accounts.moderation.forms import ACT_ACTS, MESSAGE_ACTS, TABLE_ACTS, ActForm
from accounts.moderation.named import Named
from accounts.moderation.undoing import can_undo, undoable
from accounts.rights import is_moderator, may_moderate_table
from config.web.refusal import refusals_said
from games.models import Table
from games.telling.bots import bot_name, with_kind

NOTHING = {"acts": (), "done": None, "involved": False}
"""The values of a page for readers who do not moderate."""


class Moderated(Named):
    """Shown to moderators, and changed only by acts."""

    change_form_template = "admin/moderated.html"
    acts: Mapping[str, ActForm[Any]] = {}
    nothing_beside: Mapping[str, Any] = {}  # the names of what `beside` returns, with nothing

    def has_add_permission(self, request: HttpRequest, *_: object) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        own = path(
            "<path:object_id>/act/<slug:name>/",
            self.admin_site.admin_view(require_POST(self.act)),
            name=f"{self.opts.app_label}_{self.opts.model_name}_act",
        )
        return [own, *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page, with the acts below it."""
        thing: Model | None = self.get_object(request, object_id)
        context: dict[str, Any] = {**NOTHING, **self.nothing_beside}
        if thing and isinstance(request.user, User) and is_moderator(request.user):
            context |= act_context(self.acts_for(thing, request.user), thing)
            context |= self.beside(thing, request.user)
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )

    def acts_for(self, thing: Any, moderator: User) -> Mapping[str, ActForm[Any]]:
        """Return the acts that are possible as things are."""
        return self.acts

    def beside(self, thing: Any, moderator: User) -> dict[str, Any]:
        """Return what else stands on the page, for moderators."""
        return {}

    def act(self, request: HttpRequest, object_id: str, name: str) -> HttpResponse:
        """Carry out an act, then show the page again with a message about it."""
        thing: Model | None = self.get_object(request, object_id)
        if thing is None or name not in self.acts:
            raise Http404
        do_act(request, self.acts[name], thing)
        return redirect(page_of(thing))


def page_of(thing: Model) -> str:
    """The address of an object's page in the administration."""
    name = f"admin:{thing._meta.app_label}_{thing._meta.model_name}_change"
    return reverse(name, args=[thing.pk])


def act_context(possible: Mapping[str, ActForm[Any]], thing: Model) -> dict[str, Any]:
    """The forms of the acts, and the acts so far."""
    address = f"admin:{thing._meta.app_label}_{thing._meta.model_name}_act"
    forms_of = [
        {
            "name": name,
            "label": act.label,
            "form": act.form(prefix=name),
            "url": reverse(address, args=[thing.pk, name]),
        }
        for name, act in possible.items()
    ]
    acts = list(acts_about(thing))
    still = undoable(acts)
    return {"acts": forms_of, "done": [(act, act.pk in still) for act in acts]}


def acts_about(thing: Model) -> QuerySet[Act]:
    """The logged acts about a user or a table; none for anything else."""
    if isinstance(thing, User):
        return Act.objects.filter(user_id=thing.pk)
    if isinstance(thing, Table):
        return Act.objects.filter(table_id=thing.pk)
    if isinstance(thing, Report):
        return Act.objects.filter(report_id=thing.pk)
    if isinstance(thing, Appeal):
        return Act.objects.filter(user_id=thing.decision.user_id)
    return Act.objects.none()


def do_act(request: HttpRequest, act: ActForm[Any], thing: Model) -> None:
    """Carry out an act as its form says, and show a message about the outcome."""
    name = request.path.rstrip("/").rpartition("/")[2]
    form = act.form(request.POST, prefix=name)
    if not form.is_valid():
        messages.error(
            request, " ".join(f"{k}: {' '.join(map(str, v))}" for k, v in form.errors.items())
        )
        return
    assert isinstance(request.user, User)
    with refusals_said(request):
        act.work(request.user, thing, form.cleaned_data)
        messages.success(request, _("Done, and written down."))


@admin.register(Table)
class TableAdmin(Moderated):
    """Tables, with public facts only: never a position, a seed or a token."""

    acts = TABLE_ACTS
    list_display = ("number_of", "game", "status", "is_frozen", "host", "names", "moved_at")
    list_filter = ("status", "game", ("frozen_at", admin.EmptyFieldListFilter), "private")
    search_fields = ("=id", "seats__user__username", "host__username")
    search_help_text = _("Number of the table, or name of a player")
    list_select_related = ("host",)
    ordering = ("-pk",)
    date_hierarchy = "opened_at"
    fields = (
        "link", "game", "status", "host", "names", "private", "options", "number",
        "pace", "pace_start", "pace_increment", "pace_cap", "most_protected", "at_timeout",
        "opened_at", "started_at", "moved_at", "finished_at",
        "close_reason", "frozen_at", "freeze_reason", "entries",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).prefetch_related("seats__user").defer("position")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Hide the failure of the rules from players at the table: it may name hidden things."""
        shown, user = list(self.fields), request.user
        if obj and not (isinstance(user, User) and may_moderate_table(user, obj.pk)):
            shown.remove("freeze_reason")
        return shown

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return self.get_readonly_fields(request, obj)

    @admin.display(description=_("table"), ordering="id")
    def number_of(self, table: Table) -> str:
        return f"#{table.pk}"

    @admin.display(description=_("frozen"), boolean=True)
    def is_frozen(self, table: Table) -> bool:
        return table.frozen_at is not None

    @admin.display(description=_("players"))
    def names(self, table: Table) -> str:
        names = (
            str(seat.user) if seat.user else with_kind(bot_name(table.pk, seat.place), seat.bot)
            for seat in table.seats.all()
        )
        return ", ".join(f"{number}. {name}" for number, name in enumerate(names, start=1))

    @admin.display(description=_("page"))
    def link(self, table: Table) -> SafeString:
        return format_html('<a href="{}">{}</a>', table.get_absolute_url(), table)

    @admin.display(description=_("latest entries"))
    def entries(self, table: Table) -> str:
        """The log: number, time, kind and seat of each entry, and nothing hidden."""
        latest = table.log.order_by("-number").defer("snapshot", "events", "move")[:40]
        return "\n".join(
            f"{entry.number} · {timezone.localtime(entry.at):%Y-%m-%d %H:%M} ·"
            f" {entry.get_kind_display()}"
            f"{'' if entry.place is None else f' · {entry.place + 1}'}"
            f"{' · ↶' if entry.undone else ''}"
            for entry in latest
        )


@admin.register(Message)
class MessageAdmin(Moderated):
    """Chat messages."""

    acts = MESSAGE_ACTS
    list_display = ("at", "user", "table", "text", "hidden")
    list_filter = ("hidden", "at")
    search_fields = ("text", "user__username", "=table__id")
    list_select_related = ("user", "table")
    fields = readonly_fields = ("table", "user", "text", "at", "hidden")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        """Where the players talk among themselves, only what was reported."""
        reported = Exists(Report.objects.filter(message=OuterRef("pk")))
        return super().get_queryset(request).filter(Q(table__players_chat=False) | Q(reported))


@admin.register(Act)
class ActAdmin(Moderated):
    """The log of acts."""

    acts = ACT_ACTS
    list_display = ("at", "moderator_name", "kind", "user_name", "table_id", "why")
    list_filter = ("kind", "at")
    search_fields = ("moderator_name", "user_name", "why", "=table_id")
    fields = readonly_fields = (
        "at", "moderator_name", "kind", "user_name", "table_id", "report_id", "why", "details",
    )  # fmt: skip

    def acts_for(self, thing: Act, moderator: User) -> Mapping[str, ActForm[Any]]:
        """Return the way to undo it, if that is possible."""
        return self.acts if can_undo(thing) else {}


@admin.register(StaffEntry)
class StaffEntryAdmin(Moderated):
    """The log of what staff look at and change, for administrators."""

    list_display = ("at", "staff_name", "kind", "page", "object_id", "details")
    list_filter = ("kind", "at")
    search_fields = ("staff_name", "page", "=object_id")
    fields = readonly_fields = list_display
