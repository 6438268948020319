"""One way to say no: every app subclasses `Refused`, and pages, API and sockets say it alike."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import number_format
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from config.web.documents import respond


def _counted(text: str | Promise, **numbers: int) -> str:
    said = {name: number_format(number, force_grouping=True) for name, number in numbers.items()}
    return str(text).format(**said)


counted = lazy(_counted, str)
"""A text with numbers in it, as the active language writes them when it is read."""


class Refused(Exception):
    """Nothing was changed. `str` of it is for people, in the active language.

    Subclasses have a `code` for programs (docs/reference/api.md has those of API and sockets),
    the HTTP `status` and a `text`. Whoever raises one may give a better text, and the `field` of
    the request that is at fault.
    """

    code: str
    status: int
    text: str | Promise
    retry_after = 0  # seconds until it is worth trying again; 0 if unknown

    def __init__(self, text: str | Promise = "", field: str = "") -> None:
        super().__init__()
        self.field = field
        if text:
            self.text = text

    def __str__(self) -> str:
        return str(self.text)


class Malformed(Refused):
    """What was sent cannot be read."""

    code, status, text = "malformed", 422, _("This parameter cannot be read.")


class NotFound(Refused):
    """There is no such thing, or no such address."""

    code, status, text = "not_found", 404, _("There is nothing here.")


class MethodUnknown(Refused):
    """There is such an address, but nothing that is done there in this way."""

    code, status, text = "method_unknown", 405, _("This cannot be done here: see the header Allow.")


class TooMany(Refused):
    """More than one client or user may do or have; what counts something else has its own text.

    `seconds` is how long it takes until it is allowed again, where that is known.
    """

    code, status, retry_after = "too_many", 429, 60
    text = _("Too many requests. Please wait a moment.")

    def __init__(
        self, text: str | Promise = "", field: str = "", *, seconds: float | None = None
    ) -> None:
        super().__init__(text, field)
        if seconds is not None:
            self.retry_after = math.ceil(seconds)


def told(refused: Refused) -> dict[str, str]:
    """A refusal as the JSON for programs, in the active language."""
    document = {"error": refused.code, "message": str(refused), "field": refused.field}
    return {name: value for name, value in document.items() if value or name != "field"}


def answer(refused: Refused, page: str = "") -> HttpResponse:
    """A refusal as a response: JSON, or the page for people if one is given."""
    status = refused.status
    response = HttpResponse(page, status=status) if page else respond(told(refused), status)
    if refused.retry_after:
        response["Retry-After"] = str(refused.retry_after)
    return response


@contextmanager
def refusals_said(request: HttpRequest) -> Iterator[None]:
    """Say on the next page why something was refused, and go on behind the block."""
    try:
        yield
    except Refused as refused:
        messages.error(request, str(refused))


def send_back(request: HttpRequest, refused: Refused, to: Any, *arguments: Any) -> HttpResponse:
    """Return a redirect to a page that says why something was refused."""
    messages.error(request, str(refused))
    return redirect(to, *arguments)
