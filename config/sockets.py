"""How daphne speaks to a WebSocket: never more than so much to a client that does not read.

daphne keeps what a client has not taken yet, without an end. Here such a client is cut off; it
connects again and gets the latest update instead of all that it has missed.
"""

from __future__ import annotations

import logging

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

logger = logging.getLogger(__name__)

MOST_UNSENT = 512 * 1024  # bytes that may wait for one client, beyond what the kernel takes


class BoundedProtocol(WebSocketProtocol):  # type: ignore[misc]
    """Bounded, and without autobahn's preparations for a debug log nobody reads: 40 µs a frame."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Bytes have come."""
        self._dataReceived(data)

    def sendData(  # noqa: N802 - autobahn's name
        self, data: bytes, sync: bool = False, chopsize: int | None = None
    ) -> None:
        """Write bytes, or cut the connection if too many wait already."""
        if sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
            return
        transport = self.transport
        if len(transport.dataBuffer) + transport._tempDataLen > MOST_UNSENT:
            logger.info("A client does not read and is cut off")
            self.muted = True
            transport.abortConnection()
            return
        transport.write(data)


def bound_sockets() -> None:
    """Let daphne use it for the sockets of this process."""
    WebSocketFactory.protocol = BoundedProtocol
