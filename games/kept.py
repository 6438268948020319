"""Things that are dear to make and wanted again soon: a bounded dictionary for all threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Keeps the latest `most` values; an older one is made again."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: dict[Hashable, T] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made if it is not here. Two threads may both make it."""
        with self._lock:
            if key in self._values:
                return self._values[key]
        value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self.most:
                del self._values[next(iter(self._values))]
        return value
