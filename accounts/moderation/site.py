"""The site of the administration: signed in to as everywhere, silent about what one may not see."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import unwrap
from typing import Any, TypeVar, cast

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator

from accounts.people.rights import is_operator

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class ModerationSite(admin.AdminSite):
    """Asks for a right to a kind of thing before any of its pages looks for one.

    Django's histories look first, and so tell those without a right which numbers are taken.
    """

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether somebody is an operator; moderators have a room of their own."""
        return is_operator(request.user)

    @method_decorator(secure_admin_login)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Go on to the administration. Raises PermissionDenied for all but operators."""
        if not self.has_permission(request):
            raise PermissionDenied
        return admin.AdminSite.login(self, request, extra_context)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Return a view for staff only, and if it is a model's, for those with a right to it."""
        pages = getattr(unwrap(view), "__self__", None)
        if isinstance(pages, admin.ModelAdmin):
            view = with_a_right(view, pages)
        return super().admin_view(view, cacheable)


def with_a_right(view: View, pages: admin.ModelAdmin[Any]) -> View:
    """Return a view that raises PermissionDenied for those without any right to its model."""

    @wraps(view)
    def looked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not any(pages.get_model_perms(request).values()):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return cast(View, looked)
