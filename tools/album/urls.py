"""The site's pages, and addresses for what has none of its own: failures and mails."""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC, datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import include, path

from accounts.announcing.reading import Item, drawn
from accounts.mail.picture import PicturedMail, pictures_attach
from accounts.models import Notice, User
from accounts.moderation.staff import second_factor_page
from accounts.sessions.middleware import suspended_page
from games.storing.halts import Stop
from games.telling.halts import halted, reason_of
from tools.mails import letter_sample

FAILURES = (400, 403, 404, 429, 500, 503)
LOOK_OF_MAILS = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def failure(request: HttpRequest, status: int) -> HttpResponse:
    """The page for a request that failed with this status."""
    if status not in FAILURES:
        raise Http404
    return HttpResponse(render_to_string(f"{status}.html", request=request), status=status)


def stopped(request: HttpRequest) -> HttpResponse:
    """What is refused while the site is stopped, below all that can be announced."""
    evening = datetime(2030, 3, 14, 19, tzinfo=UTC)
    until = evening + timedelta(hours=2)
    panic = Stop(1, "panic", evening, None, True, "A pipe has burst.", "Ein Rohr ist geplatzt.")
    work = Stop(2, "planned", evening, until, True, "", "")
    words = "We put new disks in, see https://example.org/"
    items = [
        Item("stop", reason_of(panic), "", panic),
        Item("work", words, "", work),
        Item("announcement", words, "3.1", work),
    ]
    facts = {"text": str(halted(panic)), "news": drawn(items, request)}
    return render(request, "halted.html", facts, status=503)


def suspended(request: HttpRequest, name: str) -> HttpResponse:
    """What a suspended user sees; they see it once, for it signs them out."""
    return suspended_page(request, get_object_or_404(User, username=name))


def second_factor(request: HttpRequest, has: str) -> HttpResponse:
    """Where staff are led before the administration, who have a second factor or none."""
    return second_factor_page(request, has_one=has == "one")


def mail(request: HttpRequest, language: str, kind: str) -> HttpResponse:
    """A mail as a mail program draws it."""
    notice = get_object_or_404(Notice, key=f"{language}/{kind}")
    notice.user.language = language
    message = PicturedMail()
    page = pictures_attach(message, notice, "example.org")
    for part in message.message().walk():
        if name := part["Content-ID"]:
            drawn = b64encode(part.get_payload(decode=True)).decode()
            page = page.replace(f"cid:{name.strip('<>')}", f"data:image/png;base64,{drawn}")
    return HttpResponse(page, headers={"Content-Security-Policy": LOOK_OF_MAILS})


def letter(request: HttpRequest, language: str, occasion: str) -> HttpResponse:
    """A mail about an account as a mail program draws it."""
    page = letter_sample(occasion, get_object_or_404(User, username="Ana"), language).page
    return HttpResponse(page, headers={"Content-Security-Policy": LOOK_OF_MAILS})


urlpatterns = [
    path("album/failures/<int:status>/", failure),
    path("album/stopped/", stopped),
    path("album/suspended/<str:name>/", suspended),
    path("album/second-factor/<str:has>/", second_factor),
    path("album/letters/<str:language>/<path:occasion>/", letter),
    path("album/mails/<str:language>/<str:kind>/", mail),
    path("", include("config.urls")),
]
