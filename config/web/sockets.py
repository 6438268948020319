"""WebSockets in daphne, with bounded buffers in both directions.

daphne buffers without limit what a client has not read yet. Here such a client is cut off; it
connects again and gets the latest update instead of everything that it missed.

It also buffers without limit what the application has not received yet. Here a client that goes on
sending is not read until the application has caught up, so that TCP holds it back.

And it takes frames without limit that never become a message, and messages that never end.
"""

from __future__ import annotations

import logging
import time

from autobahn.websocket import protocol
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.base import DelayedCall
from twisted.python.failure import Failure

from config.web.closing import TOO_MANY
from config.web.limits import LONGEST_MESSAGE, MESSAGE_SECONDS, SOCKET_FRAMES, WINDOW

logger = logging.getLogger(__name__)

FIRST_CONTROL = 8  # opcodes from which a frame is a ping, a pong or a close

MOST_UNSENT = 512 * 1024  # bytes that may wait for one client, beyond what the kernel takes
MOST_UNHEARD = 16  # messages of one client that the application has not received
LOOK_EVERY = 0.05  # seconds between checks whether it has caught up
MOST_READ = 4096  # bytes at once; between two reads it is the turn of others
MOST_BYTES = 4 * LONGEST_MESSAGE  # of a message, as its characters take up to four
LONGEST_SILENCE = 5.0  # seconds; then a little is read, or a lost connection would go unnoticed


class BoundedProtocol(WebSocketProtocol):  # type: ignore[misc]
    """Bounded, and without autobahn's work for a debug log nobody reads: 40 µs a frame."""

    inside_message = False  # while the socket is being opened; autobahn has none of its own then
    begun, size = 0.0, 0  # when the latest message was begun, and its bytes
    window, extra = 0.0, 0  # when the latest window was begun, and frames in it without a message

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """A client has come."""
        super().connectionMade()
        self.transport.bufferSize = MOST_READ
        self.failByDrop = False  # but with a code

    def onFrameBegin(self) -> None:  # noqa: N802 - autobahn's name
        """A frame has begun; it may be part of a message, or not even that."""
        frame = self.current_frame
        is_control = frame.opcode >= FIRST_CONTROL
        if not is_control and not self.inside_message:
            self.begun, self.size = time.monotonic(), 0
        self.size += 0 if is_control else frame.length
        if self.size > MOST_BYTES and not self.failedByMe:  # autobahn's limit is for both ways
            self._max_message_size_exceeded(self.size, MOST_BYTES, "The message is too long")
        if (is_control or not frame.fin or not frame.length) and self.is_too_much():
            self.turn_out()
        super().onFrameBegin()

    def is_too_much(self) -> bool:
        """Count a frame that brings no message; whether there are too many of them."""
        now = time.monotonic()
        if now - self.window > WINDOW:
            self.window, self.extra = now, 0
        self.extra += 1
        return self.extra > SOCKET_FRAMES

    def check_timeouts(self) -> None:
        """Called every other second: end a message that does not come to its end.

        Nothing is raised: that would end the checks of all connections for good.
        """
        try:
            super().check_timeouts()
            if self.inside_message and time.monotonic() - self.begun > MESSAGE_SECONDS:
                self.turn_out()
        except Exception:
            logger.exception("A socket could not be checked")

    def turn_out(self) -> None:
        """Close at once, without reading what the client still sends."""
        logger.info("A client sends what is no message and is turned out")
        self.data = b""
        self.sendCloseFrame(code=TOO_MANY)
        self.transport.loseConnection()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Bytes have come."""
        self._dataReceived(data)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803 - autobahn's
        """A message is complete."""
        super().onMessage(payload, isBinary)
        if self.held_back is None and self.unheard() >= MOST_UNHEARD:
            self.transport.pauseProducing()
            self.hold_back(LONGEST_SILENCE)

    held_back: DelayedCall | None = None  # the call that checks again, while the client is not read

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

    def connectionLost(self, reason: Failure) -> None:  # noqa: N802 - Twisted's name
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
        waiting = len(transport.dataBuffer) + transport._tempDataLen
        if waiting > MOST_UNSENT:
            logger.info("A client does not read and is cut off")
            self.muted = True
            transport.abortConnection()
            return
        if not waiting and transport.connected:  # at once, not when the reactor looks again
            sent = transport.writeSomeData(data)
            data = data[sent:] if isinstance(sent, int) else data  # it finds out what is wrong
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
