"""The response to a request that has failed: trouble with the database is temporary."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from config.web.refusal import Refused, answer
from config.web.unreachable import UNREACHABLE


class DatabaseAway(Refused):
    """The database cannot be reached: clients may try again."""

    code, status, text = "busy", 503, _("The database cannot be reached. Please try again.")
    retry_after = 1


class Failed(Refused):
    """Our fault."""

    code, status, text = "failed", 500, _("That was our fault. Please try again.")


def server_error(request: HttpRequest) -> HttpResponse:
    """503 while the database is away, so that clients try again; 500 for what is our fault."""
    refused = DatabaseAway() if isinstance(sys.exc_info()[1], UNREACHABLE) else Failed()
    page = "" if request.path.startswith("/api/") else render_to_string(f"{refused.status}.html")
    return answer(refused, page)
