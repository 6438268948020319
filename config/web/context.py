"""The context that every template gets."""

from __future__ import annotations

import functools
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.utils.functional import SimpleLazyObject


def site(request: HttpRequest) -> dict[str, Any]:
    """`site_name`, `site_url` and whether this is the `demo` with its one-click sign-in.

    `filled` says which pages the operator has filled in, `has_doors` whether one may sign in with
    accounts of other sites. The hidden field `csrf_input` is made once for all forms of a page.
    """
    return {
        "csrf_input": SimpleLazyObject(functools.partial(csrf_input, request)),
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
