"""A server that answers a byte now and then, until a test has seen enough."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from pathlib import Path
from typing import Any

EVERY = 0.02
MOST = 400
"""Bytes after which it ends in good order: whoever has no limit for the whole hears all of them."""


class Dripping:
    """Says the bytes that it is given, one by one; counts those that it got rid of."""

    def __init__(self, said: bytes, certificate: Path | None = None) -> None:
        self.said = said
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.server.getsockname()[1]
        self.context: ssl.SSLContext | None = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate)
        self.heard = 0
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.serve, daemon=True)

    def serve(self) -> None:
        """Serve whoever comes, one after the other."""
        while not self.is_over.is_set():
            with contextlib.suppress(OSError):
                line, _address = self.server.accept()
                with line:
                    self.drip(self.context.wrap_socket(line, True) if self.context else line)

    def drip(self, line: Any) -> None:
        """Say it byte by byte."""
        for byte in self.said:
            if self.is_over.wait(EVERY):
                return
            line.sendall(bytes([byte]))
            self.heard += 1

    def __enter__(self) -> Dripping:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()
        self.thread.join()
