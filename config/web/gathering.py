"""Requests are gathered before a thread is taken: who sends slowly keeps nobody else waiting."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus

from config.web.asgi import Application, ASGIMessage, Receive, Scope, Send
from config.web.limits import BODIES_IN_ALL, BODY_SECONDS, LINGER_SECONDS, LONGEST_BODY

TOO_LARGE = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class RequestRefused(Exception):
    """The request is answered with a status, without the application."""

    def __init__(self, status: HTTPStatus) -> None:
        self.status = status


class Gathered:
    """Calls an application when the body of a request is there; it comes as one message.

    Bodies have a limit of size and of time, and all that are held a limit of memory.
    """

    def __init__(
        self, application: Application, most: int = LONGEST_BODY, seconds: float = BODY_SECONDS
    ) -> None:
        self.application, self.most, self.seconds = application, most, seconds
        self.held = 0  # bytes of all bodies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = bytearray()

        async def gathered() -> ASGIMessage:
            return {"type": "http.request", "body": bytes(body)}

        try:
            async with asyncio.timeout(self.seconds):
                is_whole = await self.gather(scope, receive, body)
            if is_whole:
                await self.application(scope, gathered, send)
        except TimeoutError:
            await refuse(send, HTTPStatus.REQUEST_TIMEOUT)
        except RequestRefused as refused:
            await refuse(send, refused.status, rest=receive)
        finally:
            self.held -= len(body)

    async def gather(self, scope: Scope, receive: Receive, body: bytearray) -> bool:
        """Add all that comes to a body; False if the client went away. Raises RequestRefused."""
        if declared_length(scope) > self.most:
            raise RequestRefused(TOO_LARGE)
        while (message := await receive())["type"] == "http.request":
            chunk = message.get("body", b"")
            if len(body) + len(chunk) > self.most:
                raise RequestRefused(TOO_LARGE)
            if self.held + len(chunk) > BODIES_IN_ALL:
                raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE)
            body += chunk
            self.held += len(chunk)
            if not message.get("more_body"):
                return True
        return False


def declared_length(scope: Scope) -> int:
    """Return the length of its body as a request declares it; 0 if it does not."""
    declared = dict(scope["headers"]).get(b"content-length", b"")
    return int(declared) if declared.isdigit() else 0


async def refuse(send: Send, status: HTTPStatus, rest: Receive | None = None) -> None:
    """Answer with a status, then hang up.

    Before that the `rest` of the body is thrown away for a moment. Whoever still sends when the
    connection is closed may never read the answer: a proxy would say 502.
    """
    body = f"{status.phrase}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    if rest is not None:
        # A server hangs up as soon as the answer is whole, so its last byte waits.
        await send({"type": "http.response.body", "body": body[:-1], "more_body": True})
        body = body[-1:]
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while (await rest()).get("more_body"):
                    pass
    await send({"type": "http.response.body", "body": body})
