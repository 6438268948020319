"""WebSockets and HTTP as cheaply as a load client can have them: the standard library only.

The clients share the machine with what they measure. A complete library would cost more than the
server does.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
SHORT, MEDIUM = 126, 0x10000  # lengths from which a frame has two, or eight, more length bytes
_numbers = itertools.count()
NO_MASK = b"\0\0\0\0"  # a client must mask, but with any key


class SocketRefused(Exception):
    """The server did not open the socket; with the first line of its response."""


class Socket(asyncio.Protocol):
    """One open WebSocket. `hear(message)` is called for each text, `lost(code)` at the end."""

    def __init__(
        self, request: bytes, hear: Callable[[bytes], None], lost: Callable[[int], None]
    ) -> None:
        self.hear, self.lost = hear, lost
        self._request, self._buffer, self._parts = request, bytearray(), bytearray()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._code = 1006

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self.opened.done() and not self._open():
            return
        while (frame := self._frame()) is not None:
            kind, final, payload = frame
            if kind == CLOSE:
                self._code = int.from_bytes(payload[:2], "big") or 1005
                self.transport.close()
            elif kind == PING:
                self._send(PONG, payload)
            elif kind in (TEXT, 0):
                self._parts += payload
                if final:
                    message, self._parts = bytes(self._parts), bytearray()
                    self.hear(message)

    def _open(self) -> bool:
        head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not found:
            return False
        self._buffer[:] = rest
        first = head.split(b"\r\n", 1)[0]
        if b" 101 " not in first:
            self.opened.set_exception(SocketRefused(first.decode("latin-1")))
            self.transport.close()
            return False
        self.opened.set_result(None)
        return True

    def _frame(self) -> tuple[int, bool, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 0x7F, 2
        if size >= SHORT:
            start = 4 if size == SHORT else 10
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        kind, final = buffer[0] & 0x0F, bool(buffer[0] & 0x80)
        payload = bytes(buffer[start : start + size])
        del buffer[: start + size]
        return kind, final, payload

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self._send(TEXT, text)

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        if size < SHORT:
            head = bytes((0x80 | kind, 0x80 | size))
        elif size < MEDIUM:
            head = bytes((0x80 | kind, 0x80 | SHORT)) + size.to_bytes(2, "big")
        else:
            head = bytes((0x80 | kind, 0xFF)) + size.to_bytes(8, "big")
        if not self.transport.is_closing():
            self.transport.write(head + NO_MASK + payload)

    def close(self) -> None:
        """Close with a close frame."""
        self._send(CLOSE, (1000).to_bytes(2, "big"))

    def drop(self) -> None:
        """Hang up without a close frame."""
        self.transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(SocketRefused("the connection was closed"))
            self.opened.exception()  # so that asyncio does not complain if nobody waits for it
        self.lost(self._code)


async def open_socket(
    port: int,
    path: str,
    hear: Callable[[bytes], None],
    lost: Callable[[int], None] = lambda _: None,
    cookie: str = "",
    local_addr: tuple[str, int] | None = None,
) -> Socket:
    """Connect to a server on this machine. Raises SocketRefused and OSError."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = [
        f"GET {path} HTTP/1.1",
        f"Host: localhost:{port}",
        f"Origin: http://localhost:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    request = "\r\n".join([*head, "", ""]).encode()
    loop = asyncio.get_running_loop()
    address = (f"127.1.{next(_numbers) % 250}.1", 0)  # visitors have places by address
    _, socket = await loop.create_connection(
        lambda: Socket(request, hear, lost), "127.0.0.1", port, local_addr=local_addr or address
    )
    await socket.opened
    return socket


class Pages:
    """One keep-alive connection for HTTP requests, one after the other."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self.port = port
        named = {"Host": f"localhost:{port}", **headers}
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
        """Status and body of a page."""
        more = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        return await self._ask(f"GET {path} HTTP/1.1\r\n{self._headers}{more}\r\n".encode())

    async def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Status and body of the answer to a JSON document."""
        head = (
            f"POST {path} HTTP/1.1\r\n{self._headers}Content-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        return await self._ask(head.encode() + body)

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        lines = head.split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
        if "content-length" in fields:
            body = await reader.readexactly(int(fields["content-length"]))
        else:
            body = await self._chunks(reader)
        if fields.get("connection") == "close":
            self.close()
        return int(lines[0].split(" ")[1]), body

    async def _chunks(self, reader: asyncio.StreamReader) -> bytes:
        body = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += await reader.readexactly(size)
            await reader.readuntil(b"\r\n")
        await reader.readuntil(b"\r\n")
        return body

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
