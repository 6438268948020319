"""Connections to servers that are not ours: all of the time that one takes has a limit.

A limit for each step is not enough: a server may send a byte now and then, for ever. So a
connection is shut down from another thread when its time is over.
"""

from __future__ import annotations

import contextvars
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

TOO_LONG = "It took too long."


class Deadline:
    """The connections that are opened within a time."""

    def __init__(self) -> None:
        self.lines: list[socket.socket] = []
        self.is_over = False
        self.lock = threading.Lock()

    def watch(self, line: socket.socket) -> None:
        """Shut this connection down, too, when the time is over. Raises TimeoutError if it is."""
        with self.lock:
            if self.is_over:
                line.close()
                raise TimeoutError(TOO_LONG)
            self.lines.append(line.dup())  # TLS takes the socket itself away

    def cut(self) -> None:
        """Shut all connections down: whoever reads or writes there goes on at once."""
        with self.lock:
            self.is_over = True
            for line in self.lines:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)

    def end(self) -> None:
        """Watch no more."""
        with self.lock:
            self.is_over = True
            for line in self.lines:
                line.close()

    def check(self) -> None:
        """Raise TimeoutError if the time is over: what was cut off looks as if it had ended."""
        if self.is_over:
            raise TimeoutError(TOO_LONG)


_deadline: contextvars.ContextVar[Deadline | None] = contextvars.ContextVar("deadline")


@contextmanager
def at_most(seconds: float) -> Iterator[Deadline]:
    """A context within which all connections together take at most so long."""
    deadline = Deadline()
    timer = threading.Timer(seconds, deadline.cut)
    before = _deadline.set(deadline)
    timer.start()
    try:
        yield deadline
    finally:
        timer.cancel()
        _deadline.reset(before)
        deadline.end()


def watched(line: socket.socket) -> socket.socket:
    """A new connection, which is shut down at the end of the time of the context."""
    if deadline := _deadline.get(None):
        deadline.watch(line)
    return line
