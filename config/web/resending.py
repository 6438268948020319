"""Forms that could not be taken as they came, and may be sent once more."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.shortcuts import redirect, render
from django.urls import reverse

from config.web.marks import FIELD, TOKEN

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
SECRET = "password"  # noqa: S105 - part of the names of fields that are not written into a page


def typed(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a form that may be sent once more; none if one is secret or a file."""
    names = [name for name in request.POST if name not in (FIELD, TOKEN)]
    if request.FILES or any(SECRET in name for name in names):
        return []
    return [(name, value) for name in names for value in request.POST.getlist(name)]


def stale(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A page of this site was open since before its reader signed in or out.

    Whatever another site had sent is not offered to be sent again. `reason` is Django's.
    """
    origin = request.headers.get("Origin")
    is_ours = origin is not None and reason != REASON_BAD_ORIGIN % origin
    if is_ours and request.user.is_authenticated and request.path == reverse(settings.LOGIN_URL):
        return redirect(request.get_full_path())
    if not is_ours:
        return render(request, "403.html", status=403)
    return render(request, "stale.html", {"typed": typed(request)}, status=403)
