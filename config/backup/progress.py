"""Telling whoever waits how far a backup has come, and stopping in order."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from types import FrameType, TracebackType

from django.core.management.base import OutputWrapper

from config.backup.problem import BackupProblem

EVERY = 0.2  # seconds, on a terminal
RARELY = 10.0  # elsewhere


class ProgressLine:
    """One line that changes on a terminal; a line now and then elsewhere."""

    def __init__(self, out: OutputWrapper) -> None:
        self.out, self.terminal = out, bool(out.isatty())
        self.told = 0.0 if self.terminal else time.monotonic()

    def tell(self, what: str, part: float) -> None:
        """Say what is being done, and which part of it is done: not too often."""
        now = time.monotonic()
        if now - self.told < (EVERY if self.terminal else RARELY):
            return
        self.told = now
        line = f"{min(part, 1):4.0%} {what}"
        if self.terminal:
            self.out.write(f"\r\033[K{line}", ending="")
            self.out.flush()
        else:
            self.out.write(line)

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.terminal:
            self.out.write("\r\033[K", ending="")
            self.out.flush()


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM and Ctrl-C are a problem like any other: what was begun is cleared away."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise BackupProblem("Stopped before the end.")

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def size_of(count: int) -> str:
    """Bytes for people to read."""
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} TB"
