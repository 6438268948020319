"""What browsers and crawlers ask for by themselves: to install the site, to be offline, to search.

None of it says anything about a reader.
"""

from __future__ import annotations

import json
from hashlib import blake2b

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.web.addresses import address_of
from games.rules.registry import GAMES

WOOD, PAPER = "#4b2c18", "#f3e8d5"
ICONS = {"icons/192.png": "any", "icons/512.png": "any", "icons/maskable.png": "maskable"}
OFFLINE = (
    "tokens.css", "site.css", "fonts/alegreya-normal-800.woff2", "icons/mark.svg", "art/grain.svg",
    "art/spilled.svg",
)  # fmt: skip
"""The files of the page that is shown without a connection."""
CLOSED = ("/accounts/", "/admin/", "/api/", "/join/", "/moderation/", "/my-games/", "/ws/")
"""Where crawlers find nothing."""
DRAWN = ("/*?at=", "/*&at=", "/*?described=", "/*&described=", "/tables/*/what-if/", "/lobby/?")
"""What is drawn on request, hundreds of times for each table."""


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon, for what has no page that names one: feeds, the API, other programs."""
    return redirect(static("icons/192.png"))


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a browser needs to install the site."""
    icons = [
        {
            "src": static(name),
            "sizes": "192x192" if "192" in name else "512x512",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, purpose in ICONS.items()
    ]
    told = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Board games with friends, move by move, over several days."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": WOOD,
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the page for no connection; its version is that of what it keeps."""
    files = [static(name) for name in OFFLINE]
    kept = render_to_string("pages/offline.html")
    version = blake2b("".join([*files, kept]).encode(), digest_size=8).hexdigest()
    facts = json.dumps(
        {
            "version": version,
            "page": reverse("offline"),
            "files": files,
            "icon": static("icons/192.png"),
        }
    )
    script = render_to_string("pages/service-worker.js", {"facts": facts})
    headers = {"Cache-Control": "no-cache"}
    return HttpResponse(script, content_type="text/javascript", headers=headers)


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page without a connection: the same for everybody."""
    return HttpResponse(render_to_string("pages/offline.html"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Where crawlers may go."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED + DRAWN)]
    text = "\n".join([*lines, "", f"Sitemap: {address_of('sitemap')}", ""])
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The pages that are the same for everybody and stay."""
    names = ["front", "lobby", "help", "fair_play", "about"]
    names += [name for name in ("contact", "imprint", "privacy") if getattr(settings, name.upper())]
    games = [slug for slug, rules in GAMES.items() if rules.in_lobby]
    pages = [address_of(name) for name in names]
    pages += [address_of(name, game) for game in games for name in ("game", "rules")]
    return render(request, "pages/sitemap.xml", {"pages": pages}, content_type="application/xml")
