"""What no field can hold is refused with the parameter's name, before anything has read it.

NUL is no character to Postgres; an address with it names nothing. Parts of a date, by which the
administration filters, have to be parts of a date. Lone surrogates cannot come in addresses and
forms, which are decoded; what the API reads as JSON is looked at by `games.documents.Wish`.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string

from config.web.refusal import Malformed, NotFound, answer

GetResponse = Callable[[HttpRequest], HttpResponse]

NUL = "\0"
DATE_PARTS = {"year": 9999, "month": 12, "day": 31}


class ReadableMiddleware:
    """Answers 404 to such an address, and names such a parameter."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if NUL in request.path:
            if not request.path.startswith("/api/"):
                raise Http404
            return answer(NotFound())
        if name := unreadable(request.GET):
            return refusal(request, name)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """What was found out late: forms have words of their own, and filters many kinds."""
        if isinstance(error, DataError | ValueError) and (name := unreadable(request.POST)):
            return refusal(request, name)
        if isinstance(error, DataError) and request.method == "GET" and request.GET:
            return refusal(request, ", ".join(request.GET))  # nothing else can be meant
        return None


def unreadable(fields: QueryDict) -> str:
    """The name of the first parameter that cannot be meant; empty if there is none."""
    for name, values in fields.lists():
        most = DATE_PARTS.get(name.rpartition("__")[2]) if "__" in name else None
        if NUL in name or any(NUL in value or not fits(value, most) for value in values):
            return name
    return ""


def fits(value: str, most: int | None) -> bool:
    """Whether a value can be that part of a date."""
    if most is None:
        return True
    return value.isascii() and value.isdecimal() and len(value) <= 4 and 1 <= int(value) <= most


def refusal(request: HttpRequest, name: str) -> HttpResponse:
    """400, for programs 422 as for everything misformed, with the name of the parameter."""
    name = name.replace(NUL, "")[:100]
    if request.path.startswith("/api/"):
        return answer(Malformed(field=name))
    return HttpResponse(render_to_string("400_field.html", {"name": name}), status=400)
