"""The site with caches that are full after some minutes: what grows then is none of theirs.

In production they hold what some hours of play have drawn, and the memory grows for as long.
"""

from __future__ import annotations

import gc

from config.asgi import application as whole
from games.telling.cache import LRUCache

MOST = 200
"""Values kept, instead of thousands."""


def shrink() -> int:
    """Let all caches of this process keep few values; how many there are."""
    caches = [found for found in gc.get_objects() if isinstance(found, LRUCache)]
    for cache in caches:
        cache.most = min(cache.most, MOST)
    return len(caches)


class Small:
    """The application, once its caches are small: they are made with the first connection."""

    def __init__(self) -> None:
        self.shrunk = 0

    async def __call__(self, scope: object, receive: object, send: object) -> None:
        if not self.shrunk:
            self.shrunk = shrink()
        await whole(scope, receive, send)


application = Small()
