"""The site with caches that are full after some minutes: what grows then is none of theirs.

In production they hold what some hours of play have drawn and said, and the memory grows for as
long.
"""

from __future__ import annotations

import functools
import gc
from typing import Any

from config.asgi import application as whole
from games.telling.cache import LRUCache

MOST = 200
"""Values kept, instead of thousands."""
LOOK_EVERY = 500  # connections
LRU: Any = type(functools.lru_cache(len))
"""What `functools.lru_cache` makes; its size cannot be changed, but it can be emptied."""


class Small:
    """The application, whose caches are looked after whenever somebody connects."""

    def __init__(self) -> None:
        self.connections = 0
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
        found = gc.get_objects()
        for cache in (one for one in found if isinstance(one, LRUCache)):
            cache.most = min(cache.most, MOST)
        self.caches = [one for one in found if isinstance(one, LRU)]


application = Small()
