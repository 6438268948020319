"""More requests than the threads can answer in time are refused at once instead of queued."""

from __future__ import annotations

from config.web.asgi import Application, Receive, Scope, Send

BUSY = b"Too much at once. Please try again in a moment.\n"


class Bounded:
    """Lets through `most` requests at once; the others get 503 with Retry-After."""

    def __init__(self, application: Application, most: int) -> None:
        self.application, self.most = application, most
        self.running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.running >= self.most:
            headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"1")]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": BUSY})
            return
        self.running += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self.running -= 1
