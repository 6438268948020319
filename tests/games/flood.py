"""ASGI applications that talk to a client that does not listen, and the other way round."""

from __future__ import annotations

import asyncio
from typing import Any

from config.web.sockets import bound_sockets
from tools.patience import pause_task

bound_sockets()
TEXT = "x" * 50_000
TEXTS = 2_000  # 100 MB: what a server that keeps everything would keep
DEAF = 2.0  # seconds during which nothing is received


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] != "websocket":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        return
    await receive()
    await send({"type": "websocket.accept"})
    if scope["path"] == "/deaf/":
        await pause_task(DEAF)
        for heard in range(1, TEXTS + 1):
            assert len((await receive())["text"]) == len(TEXT), heard
        await send({"type": "websocket.send", "text": f"heard {TEXTS}"})
        return
    for _ in range(TEXTS):
        await send({"type": "websocket.send", "text": TEXT})
        await asyncio.sleep(0)
    while (await receive())["type"] != "websocket.disconnect":
        pass
