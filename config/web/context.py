"""The context that every template gets."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from config.web.languages import alternates_of
from config.web.marks import HiddenFields


def site(request: HttpRequest) -> dict[str, Any]:
    """`site_name`, `site_url` and whether this is the `demo` with its one-click sign-in.

    Where files are `bundled`, a page names the bundle of its kind (`static/bundles`).

    `filled` says which pages the operator has filled in, `has_doors` whether one may sign in with
    accounts of other sites. `csrf_input` are the hidden fields of a form, `alternates` the
    addresses of a page that search engines list.
    """
    return {
        "alternates": alternates_of(request),
        "bundled": settings.BUNDLED,
        "csrf_input": HiddenFields(request),
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "demo": settings.DEMO,
        "has_doors": bool(settings.SIGN_IN_WITH),
        "filled": {
            "contact": bool(settings.CONTACT),
            "imprint": bool(settings.IMPRINT),
            "privacy": bool(settings.PRIVACY),
        },
    }
