"""Whom and what the work at hand concerns: for each line of the log, each trace, each answer.

A request has an id, which the answer names in `X-Request-ID`. The proxy may give one, so that its
log and ours name the same; without a proxy nobody else may. A socket keeps that of its handshake.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.middleware import Middleware
from config.sight import figures, traces
from config.sight.hiding import route_of

HEADER = "X-Request-ID"
KEY = "sobremesa.request"
"""Where a request keeps its id."""
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{7,63}")
_TABLE = re.compile(r"^/(?:api/v1/)?tables/(\d{1,18})(?:/|$)")
_about: ContextVar[Mapping[str, object]] = ContextVar("about", default=MappingProxyType({}))


@contextlib.contextmanager
def concerning(**facts: object) -> Iterator[None]:
    """A context in which the work concerns this too."""
    before = _about.set({**_about.get(), **facts})
    try:
        yield
    finally:
        _about.reset(before)


def about() -> dict[str, Any]:
    """Whom and what the work at hand concerns, as far as known: request, user, table, job."""
    facts = dict(_about.get())
    asked = facts.pop("asked", None)
    if isinstance(asked, HttpRequest):
        facts |= about_request(asked)
    return {name: value for name, value in facts.items() if value not in (None, "")}


def about_request(request: HttpRequest) -> dict[str, object]:
    """The same of a request; also when it has been answered, which is when Django tells of 404."""
    facts = {"request": request.META.get(KEY), "user": user_of(request), "table": table_of(request)}
    return {name: value for name, value in facts.items() if value not in (None, "")}


def user_of(request: HttpRequest) -> int | None:
    """The id of the user of a request, if that was found out already: nothing is read for it."""
    user = request.__dict__.get("_cached_user") or request.__dict__.get("user")
    pk: int | None = user.__dict__.get("id") if user is not None else None
    return pk


def table_of(request: HttpRequest) -> int | None:
    """The id of the table that a request is about."""
    found = _TABLE.match(request.path_info)
    return int(found[1]) if found else None


def request_id(given: str | None) -> str:
    """The id that the proxy has given, if there is one and it makes sense; else a new one."""
    behind_proxy = settings.TRUSTED_PROXIES > 0
    if given and behind_proxy and WELL_FORMED.fullmatch(given):
        return given
    return secrets.token_hex(8)


class AboutMiddleware(Middleware):
    """Gives each request its id, counts it, and traces it."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began, name = time.perf_counter(), request_id(request.headers.get(HEADER))
        request.META[KEY] = name
        with concerning(asked=request), traces.span("request", request=name) as span:
            response = self.get_response(request)
            if span is not None:
                told = {"http.request.method": request.method, "http.route": route_of(request)}
                span.set_attributes({**told, "http.response.status_code": response.status_code})
                span.set_attributes(about())
        response[HEADER] = name
        kind = kind_of(request.path_info)
        took = time.perf_counter() - began
        figures.requests.labels(kind, f"{response.status_code // 100}xx").observe(took)
        return response


def kind_of(path: str) -> str:
    """What is asked for: a page, the API, a file, or how this process is."""
    first = path.split("/", 2)[1] if path.startswith("/") else ""
    kinds = {"api": "api", "static": "file", "metrics": "inside", "healthz": "inside"}
    return {**kinds, "readyz": "inside"}.get(first, "page")
