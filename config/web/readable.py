"""Parameters that cannot be read are refused by name, if possible before a view uses them.

Postgres cannot store NUL; an address with it names nothing. The parts of dates by which the
administration filters must be numbers in range. Lone surrogates cannot occur in addresses and
forms, which are decoded; the JSON of the API is checked by `games.documents.Body`.
"""

from __future__ import annotations

from http import HTTPStatus

from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string

from config.middleware import Middleware
from config.web.limits import LONGEST_ADDRESS
from config.web.numbers import number_of
from config.web.refusal import Malformed, MethodUnknown, NotFound, answer

NUL = "\0"
DATE_PARTS = {"year": 9999, "month": 12, "day": 31}


def is_of_api(request: HttpRequest) -> bool:
    """Whether a program asks, which reads JSON."""
    return request.path.startswith("/api/")


class AddressMiddleware(Middleware):
    """Answers 404 to an address longer than any of the site, before one that fits is looked for."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if len(request.path) <= LONGEST_ADDRESS:
            return self.get_response(request)
        page = "" if is_of_api(request) else render_to_string("404_bare.html")
        return answer(NotFound(), page)


class ReadableMiddleware(Middleware):
    """Answers 404 to such an address, and 400 or 422 to such a parameter.

    What the API refuses by itself, as it knows no such method, is said in JSON as all else.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if NUL in request.path:
            if not is_of_api(request):
                raise Http404
            return answer(NotFound())
        if name := unreadable(request.GET):
            return refusal(request, name)
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and is_of_api(request):
            allowed = response["Allow"]
            response = answer(MethodUnknown())
            response["Allow"] = allowed
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Errors found late: forms may report NUL themselves, and filters are many."""
        if isinstance(error, DataError | ValueError) and (name := unreadable(request.POST)):
            return refusal(request, name)
        if isinstance(error, DataError) and request.method == "GET" and request.GET:
            return refusal(request, ", ".join(request.GET))  # nothing else can be the cause
        return None


def unreadable(fields: QueryDict) -> str:
    """The name of the first parameter that cannot be read; empty if there is none."""
    for name, values in fields.lists():
        most = DATE_PARTS.get(name.rpartition("__")[2]) if "__" in name else None
        if NUL in name or any(NUL in value or not fits(value, most) for value in values):
            return name
    return ""


def fits(value: str, most: int | None) -> bool:
    """Whether a value can be that part of a date; `most` is None for any other parameter."""
    if most is None:
        return True
    return 1 <= (number_of(value, 4) or 0) <= most


def refusal(request: HttpRequest, name: str) -> HttpResponse:
    """400, or 422 for programs as for all malformed input, with the name of the parameter."""
    name = name.replace(NUL, "")[:100]
    if is_of_api(request):
        return answer(Malformed(field=name))
    return HttpResponse(render_to_string("400_field.html", {"name": name}), status=400)
