"""The answer to a request that has failed: what is the database's trouble goes by."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from config.web.unreachable import UNREACHABLE


def server_error(request: HttpRequest) -> HttpResponse:
    """503 while the database is away, so that clients try again; 500 for what is our fault."""
    status = 503 if isinstance(sys.exc_info()[1], UNREACHABLE) else 500
    if request.path.startswith("/api/"):
        from config.api import answer  # not before the apps are loaded

        code, words = {
            503: ("busy", _("The database cannot be reached. Please try again.")),
            500: ("failed", _("That was our fault. Please try again.")),
        }[status]
        return answer(status, code, words)
    response = HttpResponse(render_to_string(f"{status}.html"), status=status)
    if status == 503:
        response["Retry-After"] = "1"
    return response
