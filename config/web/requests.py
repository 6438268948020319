"""Requests in daphne, with limits of time and size until they are whole.

Twisted gathers a request before it is answered, but starts its clock anew with every byte, and
takes a body of any length.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from daphne.http_protocol import HTTPFactory
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel, _GenericHTTPChannelProtocol

from config.web.limits import (
    BODIES_IN_ALL,
    BODY_SECONDS,
    HEADER_SECONDS,
    LINGER_SECONDS,
    LONGEST_BODY,
)

_held: dict[BoundedChannel, int] = {}  # bytes of bodies that are not answered yet


class BoundedChannel(HTTPChannel):  # type: ignore[misc]
    """One connection whose requests must be there in time."""

    has_begun = is_refused = False  # of the request at hand

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Begin to wait for the first request."""
        self.timeOut = HEADER_SECONDS + BODY_SECONDS
        super().connectionMade()

    def resetTimeout(self) -> None:  # noqa: N802 - Twisted's name
        """Start the clock at the first bytes of a request; later ones give it no more time."""
        if not self.has_begun:
            self.has_begun = True
            super().resetTimeout()

    def allHeadersReceived(self) -> None:  # noqa: N802 - Twisted's name
        """Refuse a body that is declared too long."""
        super().allHeadersReceived()
        if (self.length or 0) > LONGEST_BODY:
            self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Take more of a body, or of requests that wait behind this one."""
        if self.is_refused:
            return
        if not self._handlingRequest:
            size = _held.get(self, 0) + len(data)
            if size > LONGEST_BODY:
                self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
                return
            if sum(_held.values()) + len(data) > BODIES_IN_ALL:
                self.refuse(HTTPStatus.SERVICE_UNAVAILABLE)
                return
            _held[self] = size
        super().rawDataReceived(data)

    def refuse(self, status: HTTPStatus) -> None:
        """Answer at once, and hang up; before that what still comes is thrown away for a moment.

        Whoever still sends when the connection is closed may never read the answer.
        """
        self.is_refused = True
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\n"
        self.transport.write(f"{head}Content-Length: 0\r\n\r\n".encode())
        self.transport.loseWriteConnection()
        self.callLater(LINGER_SECONDS, self.loseConnection)

    def requestDone(self, request: Any) -> None:  # noqa: N802 - Twisted's name
        """Wait for the next request."""
        self.has_begun = False
        _held.pop(self, None)
        super().requestDone(request)

    def connectionLost(self, reason: Failure) -> None:  # noqa: N802 - Twisted's name
        """The client is gone."""
        _held.pop(self, None)
        super().connectionLost(reason)


def channel_of(_factory: HTTPFactory) -> _GenericHTTPChannelProtocol:
    """Return what speaks HTTP on a new connection."""
    return _GenericHTTPChannelProtocol(BoundedChannel())


def bound_requests() -> None:
    """Make daphne use it for the requests of this process."""
    HTTPFactory.protocol = channel_of
