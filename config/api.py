"""The JSON API: each app brings its `router`; what can go wrong is answered here, once.

Every problem has the same shape: `{"error": code, "message": words, "field"?: where}`. A request
that is answered with one has changed nothing.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from accounts.api import router as people
from accounts.chat.talking import ChatRefused
from games.api import router as tables
from games.problems import PROBLEMS as GAME_PROBLEMS
from games.problems import refusal_of
from lobby import errors as lobby_errors
from lobby.api import router as lobby

api = NinjaAPI(
    title="Sobremesa",
    version="1",
    urls_namespace="api",
    docs_url=None,  # its page would load scripts from elsewhere
    description="Everything one can do at a table, for programs. See docs/api.md.",
)

PROBLEMS: list[tuple[type[Exception], int, str, str]] = [
    (lobby_errors.TableInvalid, 422, "table_invalid", ""),
    (lobby_errors.TooMany, 429, "too_many", ""),
    (lobby_errors.NotHost, 403, "not_host", ""),
    (lobby_errors.NotInvited, 403, "not_invited", ""),
    (lobby_errors.NotSeated, 403, "not_your_seat", ""),
    (lobby_errors.LobbyError, 409, "not_now", ""),
    (ChatRefused, 403, "", ""),
]
"""Of the apps above the tables. Without words an exception brings its own."""

HTTP_PROBLEMS = {
    400: ("malformed", gettext_noop("The request is not JSON that can be read.")),
    401: ("not_signed_in", gettext_noop("Sign in, or send a personal token.")),
    403: ("forgery", gettext_noop("The token against forged requests is missing or wrong.")),
    404: ("not_found", gettext_noop("There is nothing here.")),
}


def answer(status: int, code: str, message: str | Promise, field: str = "") -> HttpResponse:
    """A problem as JSON."""
    document: dict[str, Any] = {"error": code, "message": str(message)}
    if field:
        document["field"] = field
    content = msgspec.json.encode(document)
    response = HttpResponse(content, content_type="application/json", status=status)
    if status == 503:
        response["Retry-After"] = "1"
    return response


def problem(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    """The answer to a request that changed nothing."""
    for kind, status, code, words in PROBLEMS:
        if not isinstance(error, kind):
            continue
        if isinstance(error, ChatRefused):
            return answer(error.status, error.code, str(error))
        field = getattr(error, "field", "")
        return answer(status, code, _(words) if words else str(error), field)
    refusal = refusal_of(error) if isinstance(error, Exception) else None
    if refusal is None:
        raise error
    return answer(refusal.status, refusal.code, refusal.message, refusal.field)


def misfit(request: HttpRequest, error: ValidationError | type[ValidationError]) -> HttpResponse:
    """The request is JSON, but not the one asked for; `field` says where."""
    assert isinstance(error, ValidationError)
    first = error.errors[0]
    place = [str(part) for part in first["loc"][1:]]
    if place and first["loc"][0] == "body":
        place = place[1:]  # the name of our own parameter
    return answer(422, "malformed", first["msg"], ".".join(place)[:200])


def refused(request: HttpRequest, error: HttpError | type[HttpError]) -> HttpResponse:
    """What ninja refuses before any of our code runs."""
    assert isinstance(error, HttpError)
    code, words = HTTP_PROBLEMS.get(error.status_code, ("refused", ""))
    return answer(error.status_code, code, _(words) if words else error.message)


def nowhere(
    request: HttpRequest, error: Http404 | type[Http404] | None = None, rest: str = ""
) -> HttpResponse:
    """No such thing, or no such address."""
    code, words = HTTP_PROBLEMS[404]
    return answer(404, code, _(words))


def too_often(seconds: float) -> HttpResponse:
    """A client that asks too much is told when to come back."""
    response = answer(429, "too_many", _("Too many requests. Please wait a moment."))
    response["Retry-After"] = str(math.ceil(seconds))
    return response


for kind, *_rest in (*PROBLEMS, *GAME_PROBLEMS):
    api.add_exception_handler(kind, problem)
api.add_exception_handler(ValidationError, misfit)
api.add_exception_handler(HttpError, refused)
api.add_exception_handler(Http404, nowhere)

for router in (lobby, tables, people):
    api.add_router("", router)
