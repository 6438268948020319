"""One-click sign-in, which exists only in the demo."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.mail.views import sent_mails
from accounts.models import User
from accounts.people.selectors import people

DEMO_NAMES = ("Ana", "Ben", "Carla", "Dario")
"""The users a visitor can be. `demo_world` makes them; they have no password."""

MODERATOR_NAME = "Mira"
"""The moderator, who sits at no table."""


def demo_people() -> list[User]:
    """The demo's users, in the order in which they are shown; none outside the demo."""
    if not settings.DEMO:
        return []
    names = (*DEMO_NAMES, MODERATOR_NAME)
    found = people().in_bulk(names, field_name="username")
    return [found[name] for name in names if name in found]


def be_somebody(request: HttpRequest, name: str) -> User:
    """Sign the browser in as one of the demo's users. Raises Http404 outside the demo."""
    user = next((user for user in demo_people() if user.username == name), None)
    if user is None:
        raise Http404
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return user


@require_POST
def demo_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in as one of the demo's users."""
    be_somebody(request, request.POST.get("name", ""))
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}):
        target = settings.LOGIN_REDIRECT_URL
    return HttpResponseRedirect(target)  # `redirect` would also take the name of a view


urlpatterns = [
    path("demo/", demo_sign_in, name="demo_sign_in"),
    path("demo/mails/", sent_mails, name="sent_mails"),
]
