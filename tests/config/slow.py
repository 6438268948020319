"""A small application for `config.serving`: requests that wait, for another one or for ever."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import config.asgi  # noqa: F401 - sets Django up
from config.web import draining

told, begun = asyncio.Event(), asyncio.Event()
ours, theirs = socket.socketpair()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """`/wait` is answered once somebody has asked for `/go`, and `/begun` once it has come.

    All say what is known then.

    `/never` waits in a thread for an answer, as for a database behind a pooler that hangs.
    """
    if scope["path"] == "/never":
        await asyncio.get_running_loop().run_in_executor(None, ours.recv, 1)
    if scope["path"] == "/wait":
        begun.set()
        await told.wait()
    elif scope["path"] == "/begun":
        await begun.wait()
    elif scope["path"] == "/go":
        told.set()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    word = b"draining" if draining.draining else b"ready"
    await send({"type": "http.response.body", "body": word})
