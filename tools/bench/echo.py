"""A reference for measuring: the simplest socket daphne can serve, an echo."""

from __future__ import annotations

from typing import Any


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """An ASGI application without any framework."""
    if scope["type"] != "websocket":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"echo"})
        return
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "websocket.send", "text": message["text"]})
