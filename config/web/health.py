"""`/healthz`: does this process answer? `/readyz`: is it able to serve a page, and meant to?

Asked by Docker, Kubernetes and proxies. A process that is not ready is left alone until it is; one
that does not answer is to be started again, which would not help it while the database is away. So
neither waits for anything: a thread looks at the database, and answers take no thread.
"""

from __future__ import annotations

import asyncio
import json
import logging
import pkgutil
import threading
import time
from importlib import import_module
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from config.database.waits import CHECK_SECONDS, at_most
from config.middleware import Middleware
from config.web import draining
from config.web.asgi import Application, Receive, Scope, Send
from config.web.unreachable import UNREACHABLE

logger = logging.getLogger(__name__)

ALIVE, READY = "/healthz", "/readyz"
PROBES = (ALIVE, READY)
LOOK_SECONDS = 1.0
"""Between two looks at the database."""
FIRST_SECONDS = 0.5
"""For the first look, before the first answer of a process for pages."""
STALE_SECONDS = 10.0
"""What was seen is believed for so long: a look takes 8 s at most, if all its bounds are met."""
FINE = {"database": "ok", "migrations": "ok"}
AWAY = {"database": "unreachable", "migrations": "unknown"}

_has_migrated = False


class DatabaseWatch:
    """Looks at the database again and again, in a thread of its own: so nobody waits for it."""

    def __init__(self) -> None:
        self.is_running = False
        self.seen, self.seen_at = AWAY, 0.0
        self.has_looked = threading.Event()

    def begin(self, seconds: float = 0) -> None:
        """Look from now on, as long as the process lives; wait so long for the first look."""
        if not self.is_running:
            self.is_running = True
            threading.Thread(target=self._run, name="health", daemon=True).start()
            self.has_looked.wait(seconds)

    def _run(self) -> None:
        while True:
            try:
                with at_most(CHECK_SECONDS):
                    self.look()
                self.has_looked.set()
                connection.close()
            except Exception:  # a process that nobody looks at is never ready again
                logger.exception("Whether this process is ready is not known")
            time.sleep(LOOK_SECONDS)

    def look(self) -> None:
        """Ask the database once."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("select 1")
            self.seen = FINE if has_migrated() else {**FINE, "migrations": "missing"}
        except (DatabaseError, *UNREACHABLE):
            self.seen = AWAY
        self.seen_at = time.monotonic()

    def latest(self) -> dict[str, str]:
        """What was seen; where no thread looks, what is seen now."""
        if not self.is_running:
            self.look()
        return self.seen if time.monotonic() - self.seen_at < STALE_SECONDS else AWAY


watch = DatabaseWatch()


class HealthMiddleware(Middleware):
    """Answers before host names and https are checked, as the caller runs beside this process."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info in PROBES:
            status, told = answer_to(request.path_info)
            return JsonResponse(told, status=status)
        return self.get_response(request)


class Probed:
    """Answers in the event loop, where no thread has to be free, once the database is watched.

    With `begins` that is so from the first request on.
    """

    def __init__(self, application: Application, *, begins: bool = False) -> None:
        self.application, self.begins = application, begins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.begins:
            self.begins = False
            await asyncio.to_thread(watch.begin, FIRST_SECONDS)
        if scope["path"] not in PROBES or not watch.is_running:
            await self.application(scope, receive, send)
            return
        status, told = answer_to(scope["path"])
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(told).encode()})


def answer_to(path: str) -> tuple[int, dict[str, str]]:
    """200 if nothing is in the way, else 503; the reason of a failure is not for the public."""
    if path == ALIVE:
        return 200, {"process": "ok"}
    is_leaving = draining.has_begun() or Path(settings.DRAIN_FILE).exists()
    told = {**watch.latest(), "draining": "yes" if is_leaving else "no"}
    return 200 if told == {**FINE, "draining": "no"} else 503, told


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
