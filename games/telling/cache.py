"""A cache of what is dear to make, which all threads share."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from config.sight.figures import Rows, WhenAsked

T = TypeVar("T")
_counted: dict[str, Cache[Any]] = {}


class Cache(Generic[T]):
    """Keeps the `most` values that were put in last.

    Which was wanted last is not noted, as a cache of `functools` would: looking up takes no lock
    then, and what is dropped although it is wanted all the time is made again once in so many
    values. And whoever puts a value in decides whether it is kept.
    """

    def __init__(self, most: int, name: str = "") -> None:
        self.most = most
        self.kept = self.missed = 0  # how often what was asked for was there, and was not
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = threading.Lock()
        if name:
            _counted[name] = self

    def get(self, key: Hashable) -> T | None:
        """The value of a key; None if it is not cached."""
        value = self._values.get(key)  # atomic, as adding to a count is: no call is within
        if value is None:
            self.missed += 1
        else:
            self.kept += 1
        return value

    def put(self, key: Hashable, value: T) -> None:
        """Store a value; when full, drop the oldest."""
        with self._lock:
            self._values[key] = value
            while len(self._values) > self.most:
                self._values.popitem(last=False)

    def get_or_make(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made and stored if it is not cached. Two threads may both make it."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value


def lookups() -> Rows:
    """How often what was drawn was there, and was not, by the cache's name."""
    for name, cache in _counted.items():
        yield (name, "kept"), cache.kept
        yield (name, "missed"), cache.missed


WhenAsked(
    "sobremesa_drawn", "Drawings asked for, and whether they were kept.", ("what", "outcome"),
    lookups, counts=True,
)  # fmt: skip
