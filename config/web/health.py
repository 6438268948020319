"""`/health/`: is this process able to serve a page? Asked by Docker and the proxy."""

from __future__ import annotations

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from psycopg_pool import PoolTimeout

GetResponse = Callable[[HttpRequest], HttpResponse]
PATH = "/health/"


class HealthMiddleware:
    """Answers before host names and https are checked, as the caller runs beside this process."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == PATH:
            return health(request)
        return self.get_response(request)


def health(request: HttpRequest) -> JsonResponse:
    """200 if the database answers, else 503; the reason is not for the public."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except (DatabaseError, PoolTimeout):
        return JsonResponse({"database": "unreachable"}, status=503)
    return JsonResponse({"database": "ok"})
