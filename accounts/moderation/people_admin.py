"""People in the administration."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from accounts.models import Preferences, User
from accounts.models.users import names_in
from accounts.moderation.named import NamedFilterAdmin
from accounts.people.leaving import account_delete
from accounts.people.resetting import new_password_send


@admin.register(User)
class PersonAdmin(NamedFilterAdmin, UserAdmin):  # type: ignore[type-arg]
    """A user's account, rights and preferences; who may only look sees no address."""

    list_display = ("username", "is_active", "muted_until", "suspended_until", "date_joined")
    list_filter = ("is_active", "is_staff", "is_superuser", "groups", "suspended_until")
    search_fields = ("username", "email")
    readonly_fields = ("muted_until", "suspended_until", "suspended_because", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "email", "password")}),
        (_("Preferences"), {"fields": names_in(Preferences)}),
        (_("Moderation"), {"fields": ("muted_until", "suspended_until", "suspended_because")}),
        (
            _("Rights"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    for_others = (
        (None, {"fields": ("username", "date_joined")}),
        (_("Moderation"), {"fields": ("muted_until", "suspended_until", "suspended_because")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Only administrators see email addresses."""
        if obj is not None and not self.has_change_permission(request, obj):
            return self.for_others
        return super().get_fieldsets(request, obj)

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """Only administrators search by email address, or a search would give it away."""
        return ("username", "email") if self.has_change_permission(request) else ("username",)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete the account as its user would: bots play on."""
        account_delete(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete each account in the same way."""
        for user in queryset:
            account_delete(user=user)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002 - named by Django
        form_url: str = "",
    ) -> HttpResponse:
        """Mail the user a link for a new password: nobody else sets it, or gets to know it."""
        user: User | None = self.get_object(request, id)
        if not self.has_change_permission(request, user):
            raise PermissionDenied
        if user is None:
            raise Http404
        if request.method == "POST":
            if new_password_send(request, user):
                messages.success(request, _("The email is on its way."))
            else:
                messages.error(request, _("There is no address to send an email to."))
            return redirect("admin:accounts_user_change", user.pk)
        context = {**self.admin_site.each_context(request), "person": user}
        return render(request, "admin/new_password.html", context)
