"""The page of one's friends."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.pages.self_service import person_named
from accounts.people import friends as services
from accounts.people.selectors import user_named, user_of
from config.web.isolates import isolated
from config.web.refusal import refusals_said


@require_safe
@login_required
def friends(request: HttpRequest) -> HttpResponse:
    """Friends, those who ask to be, and those who have been asked."""
    facts = {"friends": services.friendships_of(user_of(request))}
    return render(request, "accounts/friends.html", facts)


@require_POST
@login_required
def befriend(request: HttpRequest) -> HttpResponse:
    """Ask somebody, by name, to be a friend, or agree."""
    name = request.POST.get("name", "").strip()[:100]
    person = user_named(name)
    if person is None:
        messages.error(request, _("There is nobody with that name."))
        return redirect("friends")
    with refusals_said(request):
        agreed = services.befriend(user=user_of(request), other=person)
        said = _("You and {name} are friends.") if agreed else _("{name} has been asked.")
        messages.success(request, said.format(name=isolated(person)))
    return redirect("friends")


@require_POST
@login_required
def unfriend(request: HttpRequest, name: str) -> HttpResponse:
    """End a friendship, decline one, or take the question back."""
    services.unfriend(user=user_of(request), other=person_named(name))
    return redirect("friends")
