"""Stopping a backup or a restore in order."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

from config.backup.problem import BackupProblem


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
