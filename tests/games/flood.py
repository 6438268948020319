"""An ASGI application that talks and talks, for a client that does not listen."""

from __future__ import annotations

import asyncio
from typing import Any

from config.sockets import bound_sockets

bound_sockets()
TEXT = "x" * 100_000
TEXTS = 1_000  # 100 MB: what a server that keeps everything would keep


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] != "websocket":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        return
    await receive()
    await send({"type": "websocket.accept"})
    for _ in range(TEXTS):
        await send({"type": "websocket.send", "text": TEXT})
        await asyncio.sleep(0)
    while (await receive())["type"] != "websocket.disconnect":
        pass
