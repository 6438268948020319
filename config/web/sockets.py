"""WebSockets in daphne, with bounded buffers in both directions.

daphne buffers without limit what a client has not read yet. Here such a client is cut off; it
connects again and gets the latest update instead of everything that it missed.

It also buffers without limit what the application has not received yet. Here a client that goes on
sending is not read until the application has caught up, so that TCP holds it back.
"""

from __future__ import annotations

import logging
from typing import Any

from autobahn.websocket import protocol
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

logger = logging.getLogger(__name__)

MOST_UNSENT = 512 * 1024  # bytes that may wait for one client, beyond what the kernel takes
MOST_UNHEARD = 16  # messages of one client that the application has not received
LOOK_EVERY = 0.05  # seconds between checks whether it has caught up
LONGEST_SILENCE = 5.0  # seconds; then a little is read, or a lost connection would go unnoticed


class BoundedProtocol(WebSocketProtocol):  # type: ignore[misc]
    """Bounded, and without autobahn's work for a debug log nobody reads: 40 µs a frame."""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Bytes have come."""
        self._dataReceived(data)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803 - autobahn's
        """A message is complete."""
        super().onMessage(payload, isBinary)
        if self.held_back is None and self.unheard() >= MOST_UNHEARD:
            self.transport.pauseProducing()
            self.hold_back(LONGEST_SILENCE)

    held_back: Any = None  # the call that checks again, while the client is not read

    def unheard(self) -> int:
        """How many messages wait for the application."""
        return int(self.application_queue.qsize())

    def hold_back(self, seconds: float) -> None:
        """Read on once the application has caught up, or after so many seconds."""
        if not self.unheard() or seconds <= 0:
            self.held_back = None
            self.transport.resumeProducing()
            return
        later = self.factory.reactor.callLater
        self.held_back = later(LOOK_EVERY, self.hold_back, seconds - LOOK_EVERY)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802 - Twisted's name
        """The client is gone."""
        if self.held_back is not None:
            self.held_back.cancel()
            self.held_back = None
        super().connectionLost(reason)

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


def unprinted(_settings: object) -> str:
    """Instead of settings, printed."""
    return "…"


def bound_sockets() -> None:
    """Make daphne use it for the sockets of this process.

    For each new one autobahn prints all of its settings, again for a debug log nobody reads.
    """
    WebSocketFactory.protocol = BoundedProtocol
    vars(protocol)["pformat"] = unprinted
