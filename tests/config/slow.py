"""A small application for `config.serving`: a request that waits for another one."""

from __future__ import annotations

import asyncio
from typing import Any

import config.asgi  # noqa: F401 - sets Django up
from config.web import draining

told = asyncio.Event()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """`/wait` is answered once somebody has asked for `/go`; both say what is known then."""
    if scope["path"] == "/wait":
        await told.wait()
    elif scope["path"] == "/go":
        told.set()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    word = b"draining" if draining.draining else b"ready"
    await send({"type": "http.response.body", "body": word})
