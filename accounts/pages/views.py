"""Pages about people: profile and settings."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
)
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.notes.keeping import note_on
from accounts.pages.forms import SettingsForm
from accounts.people import selectors, services
from accounts.people.rights import may_moderate_user
from config.web.existing import existing
from config.web.refusal import Refused
from games.page.course import course_drawn
from games.telling.reliability import reliability_of

YEAR = 365 * 24 * 3600


def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A user's public profile: since when they are here, and their games."""
    with_owner = selectors.people().select_related("owner")
    person = existing(selectors.user_named(name, with_owner))
    records = selectors.game_records(person)
    facts = {
        "person": person,
        "ratings": [
            (each.rating, course_drawn(each.course) if len(each.course) > 1 else None)
            for each in selectors.ratings_shown(person, request.user)
        ],
        "records": records,
        "finished": sum(record["finished"] for record in records),
        "won": sum(record["won"] for record in records),
        "reliability": reliability_of(person.pk),
        "left": selectors.tables_left(person.pk).count(),
        "note": note_on(person, request.user) if isinstance(request.user, User) else "",
        "may_moderate": isinstance(request.user, User)
        and request.user.is_staff
        and may_moderate_user(request.user, person),
        "blocked": isinstance(request.user, User)
        and request.user.blocked.filter(pk=person.pk).exists(),
    }
    return render(request, "accounts/profile.html", facts)


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """The settings page."""
    assert isinstance(request.user, User)
    form = SettingsForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            services.preferences_store(form)
        except Refused as refused:
            form.add_error("time_zone", str(refused))
        else:
            messages.success(request, _("Your settings are saved."))
            answer = redirect("settings")
            _remember_language(answer, request.user.language)
            return answer
    return render(request, "accounts/settings.html", {"form": form})


@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    """Choose a language or a theme from the menu; a cookie keeps it, also for visitors.

    A page also sends the browser's time zone, once, for a user who has none.
    """
    user = request.user if isinstance(request.user, User) else None
    answer = HttpResponseRedirect(_way_back(request))  # `redirect` also takes names of views
    try:
        if language := request.POST.get("language"):
            services.language_choose(user=user, language=language)
            _remember_language(answer, language)
        if theme := request.POST.get("theme"):
            services.theme_choose(user=user, theme=theme)
            secure = settings.SESSION_COOKIE_SECURE
            answer.set_cookie("theme", theme, YEAR, secure=secure, samesite="Lax", httponly=True)
        if zone := request.POST.get("zone"):
            services.zone_choose(user=user, zone=zone)
    except Refused as refused:
        return HttpResponse(str(refused), status=refused.status)
    return answer


def _remember_language(answer: HttpResponse, language: str) -> None:
    """Keep the language in the cookie that `LocaleMiddleware` reads, also after signing out."""
    if language:
        secure = settings.SESSION_COOKIE_SECURE
        name = settings.LANGUAGE_COOKIE_NAME
        answer.set_cookie(name, language, YEAR, secure=secure, samesite="Lax", httponly=True)
    else:
        answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME)


def _way_back(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    allowed = url_has_allowed_host_and_scheme(
        target, {request.get_host()}, require_https=request.is_secure()
    )
    return target if allowed else "/"
