"""Things that are dear to make and wanted again soon: a bounded dictionary for all threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Keeps the `most` values that were wanted last; others are made again."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> T | None:
        """The value of a key; None if it is not here."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def keep(self, key: Hashable, value: T) -> None:
        """Keep a value, and let go of the one that was not wanted for the longest time."""
        with self._lock:
            self._values[key] = value
            while len(self._values) > self.most:
                self._values.popitem(last=False)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made if it is not here. Two threads may both make it."""
        value = self.find(key)
        if value is None:
            value = make()
            self.keep(key, value)
        return value
