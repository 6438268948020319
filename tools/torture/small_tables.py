"""The site as a process for tables serves it, with small caches (`small_caches.py`)."""

from __future__ import annotations

from config.asgi import application as whole
from tools.torture.small_caches import Small

caches = Small()


async def application(scope: object, receive: object, send: object) -> None:
    """The application; its caches are looked after whenever somebody connects."""
    caches.keep()
    await whole(scope, receive, send)
