"""`/healthz`: does this process answer? `/readyz`: is it able to serve a page, and meant to?

Asked by Docker, Kubernetes and proxies. A process that is not ready is left alone until it is; one
that does not answer is to be started again, which would not help it while the database is away.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from psycopg_pool import PoolTimeout

from config.web import draining

GetResponse = Callable[[HttpRequest], HttpResponse]
ALIVE, READY = "/healthz", "/readyz"

_has_migrated = False


class HealthMiddleware:
    """Answers before host names and https are checked, as the caller runs beside this process."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == ALIVE:
            return JsonResponse({"process": "ok"})
        if request.path_info == READY:
            return readiness()
        return self.get_response(request)


def readiness() -> JsonResponse:
    """200 if nothing is in the way, else 503; the reason of a failure is not for the public."""
    told = {"database": "ok", "migrations": "ok", "draining": "no"}
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
        if not has_migrated():
            told["migrations"] = "missing"
    except (DatabaseError, PoolTimeout):
        told |= {"database": "unreachable", "migrations": "unknown"}
    if draining.has_begun() or Path(settings.DRAIN_FILE).exists():
        told["draining"] = "yes"
    is_ready = told == {"database": "ok", "migrations": "ok", "draining": "no"}
    return JsonResponse(told, status=200 if is_ready else 503)


def has_migrated() -> bool:
    """Whether the database has all migrations of this code; once it has, it is not asked again."""
    global _has_migrated
    if not _has_migrated:
        with connection.cursor() as cursor:
            cursor.execute("select app, name from django_migrations")
            _has_migrated = migrations_needed() <= set(cursor.fetchall())
    return _has_migrated


def migrations_needed() -> set[tuple[str, str]]:
    """The migrations of this code, by app and name: their files, without loading them."""
    needed = set()
    for app in apps.get_app_configs():
        if (Path(app.path) / "migrations").is_dir():
            folder = import_module(f"{app.name}.migrations")
            names = (module.name for module in pkgutil.iter_modules(folder.__path__))
            needed |= {(app.label, name) for name in names if name[0] not in "_~"}
    return needed
