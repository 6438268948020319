"""Putting an announcement away: the browser remembers it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.announcing.reading import COOKIE, known_keys, put_away_by

MONTH = 31 * 24 * 3600


@require_POST
def put_away(request: HttpRequest) -> HttpResponse:
    """Show an announcement to this browser no more; one that nobody knows changes nothing."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}):
        back = "/"
    answer = HttpResponseRedirect(back)
    keys = known_keys() & {*put_away_by(request), request.POST.get("key", "")}
    # scripts add to it as well (static/news.js)
    answer.set_cookie(
        COOKIE,
        "-".join(sorted(keys)),
        MONTH,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    return answer
