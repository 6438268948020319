"""A WSGI application in threads that never wait for a client."""

from __future__ import annotations

import asyncio
import contextvars
import io
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from a2wsgi.wsgi import build_environ

from config.database.waits import altogether, hurry
from config.web.asgi import Headers, Receive, Scope, Send

TURN = 0.0005
"""Seconds for which a thread may compute while others want to.

With the 5 ms of Python a move, which takes a dozen steps in several threads, waited 5 ms at each of
them beside requests that compute. Beside guests who begin tables 99 of 100 moves took 2.0 times as
long with 1 ms, and 1.8 times with this; threads that only compute take 3 % longer.
"""


class InThreads:
    """Runs a WSGI application from the whole body of a request to the whole response.

    A server that hands on parts of either would keep a thread for as long as a client likes.
    """

    def __init__(self, application: Callable[..., Any], threads: int) -> None:
        self.application = application
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = (await receive()).get("body", b"")
        environ = environ_of(scope, body)
        run = contextvars.copy_context().run
        loop = asyncio.get_running_loop()
        status, headers, content = await loop.run_in_executor(self.pool, run, self.answer, environ)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    def answer(self, environ: dict[str, Any]) -> tuple[int, Headers, bytes]:
        """Return status, headers and content of a response, for which somebody waits."""
        hurry()
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], error: object = None) -> None:
            started.append((status, headers))

        with altogether():
            chunks: Iterable[bytes] = self.application(environ, start)
            try:
                content = b"".join(chunks)
            finally:
                if hasattr(chunks, "close"):
                    chunks.close()
        status, headers = started[-1]
        encoded = [(n.lower().encode("latin-1"), v.encode("latin-1")) for n, v in headers]
        return int(status.split(" ", 1)[0]), encoded, content


def environ_of(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return the WSGI environment of a request.

    A header with an underscore would pass for the one with a hyphen that a proxy has set.
    """
    headers = [
        (name, value)
        for name, value in scope["headers"]
        if b"_" not in name and name != b"transfer-encoding"
    ]
    environ: dict[str, Any] = dict(build_environ({**scope, "headers": headers}, io.BytesIO(body)))
    return {**environ, "CONTENT_LENGTH": str(len(body))}
