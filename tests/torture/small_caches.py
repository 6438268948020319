"""The site with caches that are full within a minute: what grows then is none of theirs.

In production they hold what some hours of play have drawn and said, and the memory grows for as
long. Each has a hundredth of its places here, so that what is large has few, as there.
"""

from __future__ import annotations

import functools
import gc
from typing import Any

from config.asgi import application as whole
from games.page import choices
from games.telling import wording
from games.telling.cache import LRUCache

PART = 100
"""Each cache keeps one of so many values."""
MOST = 200
"""Values of a cache of `functools`, which is emptied when it has more: its size is fixed."""
LOOK_EVERY = 50  # connections
LRU: Any = type(functools.lru_cache(len))
"""What `functools.lru_cache` makes."""


def all_caches() -> tuple[list[LRUCache[Any]], list[Any]]:
    """The site's own caches and those of `functools`, as far as their modules are imported.

    Asked for their type only: `isinstance` would wake what is lazy, here in the event loop.
    """
    found = gc.get_objects()
    own = [one for one in found if issubclass(type(one), LRUCache)]
    return own, [one for one in found if type(one) is LRU]


class Small:
    """The application, whose caches are looked after whenever somebody connects."""

    def __init__(self) -> None:
        self.connections = 0
        self.own: list[LRUCache[Any]] = []
        self.caches: list[Any] = []

    async def __call__(self, scope: object, receive: object, send: object) -> None:
        if self.connections % LOOK_EVERY == 0:
            self.look()
        self.connections += 1
        for cache in self.caches:
            if cache.cache_info().currsize > MOST:
                cache.cache_clear()
        await whole(scope, receive, send)

    def look(self) -> None:
        """Find the caches that are there: some modules are imported late."""
        own, self.caches = all_caches()
        if not self.own:  # the first look, not an import, which tests make too
            wording.MOST_KEPT //= PART  # of the texts of moves, which are in a dict
            choices.MOST_GAINS //= PART
        for cache in own:
            if not any(cache is known for known in self.own):
                self.own.append(cache)
                cache.most = max(1, cache.most // PART)


application = Small()
