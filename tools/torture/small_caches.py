"""A process whose caches are full within a minute: what grows then is none of theirs.

In production they hold what some hours of play have drawn and said, and the memory grows for as
long. Each has a hundredth of its places here, so that what is large has few, as there.
"""

from __future__ import annotations

import functools
import gc
from typing import Any

from games.telling.cache import Cache

PART = 100
"""Each cache keeps one of so many values."""
MOST = 200
"""Values of a cache of `functools`, which is emptied when it has more: its size is fixed."""
LOOK_EVERY = 50
"""Connections, or jobs, from one look for caches to the next."""
LRU: Any = type(functools.lru_cache(len))
"""What `functools.lru_cache` makes."""


def all_caches() -> tuple[list[Cache[Any]], list[Any]]:
    """The site's own caches and those of `functools`, as far as their modules are imported.

    Asked for their type only: `isinstance` would wake what is lazy, here in the event loop.
    """
    gc.unfreeze()  # what a process begins with is not listed otherwise
    found = gc.get_objects()
    own = [one for one in found if issubclass(type(one), Cache)]
    return own, [one for one in found if type(one) is LRU]


class Small:
    """The caches of this process, kept small by whoever has something done in it."""

    def __init__(self) -> None:
        self.times = 0
        self.own: list[Cache[Any]] = []
        self.caches: list[Any] = []

    def keep(self) -> None:
        """Empty those of `functools` that have too much; called for each connection or job."""
        if self.times % LOOK_EVERY == 0:
            self.look()
        self.times += 1
        for cache in self.caches:
            if cache.cache_info().currsize > MOST:
                cache.cache_clear()

    def look(self) -> None:
        """Find the caches that are there: some modules are imported late."""
        own, self.caches = all_caches()
        for cache in own:
            if not any(cache is known for known in self.own):
                self.own.append(cache)
                cache.most = max(1, cache.most // PART)
