"""A server that accepts every connection and says nothing."""

from __future__ import annotations

import selectors
import socket
import threading


class Silent:
    """Listens on all addresses of this machine; counts all who came, and those at once."""

    def __init__(self) -> None:
        self.server = socket.create_server(("0.0.0.0", 0), backlog=300)
        self.port: int = self.server.getsockname()[1]
        self.came = self.open = self.most_at_once = 0
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.hold, daemon=True)

    def hold(self) -> None:
        """Take what comes, and keep it until the other side hangs up."""
        with selectors.DefaultSelector() as watched:
            watched.register(self.server, selectors.EVENT_READ)
            while not self.is_over.is_set():
                for key, _ in watched.select(0.05):
                    if key.fileobj is self.server:
                        watched.register(self.server.accept()[0], selectors.EVENT_READ)
                        self.came += 1
                        self.open += 1
                        self.most_at_once = max(self.most_at_once, self.open)
                    elif isinstance(key.fileobj, socket.socket) and not self.heard(key.fileobj):
                        watched.unregister(key.fileobj)
                        key.fileobj.close()
                        self.open -= 1
            for key in list(watched.get_map().values()):
                if isinstance(key.fileobj, socket.socket):
                    key.fileobj.close()

    @staticmethod
    def heard(line: socket.socket) -> bytes:
        """What the other side says; nothing if it has gone."""
        try:
            return line.recv(4096)
        except OSError:
            return b""

    def __enter__(self) -> Silent:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self.thread.join()
