"""Gathers what is to be done for many sockets, and does it for all of them at once.

    counting = ByLoop(lambda: Batcher(count, settle=0.15))
    counting.here().add(user_id)

One batch runs at a time; what is added meanwhile is in the next one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from itertools import islice
from typing import Generic, TypeVar

from config.database.pauses import Pauses
from config.database.waits import hurry
from config.web.unreachable import UNREACHABLE

logger = logging.getLogger(__name__)

AGAIN = Pauses(0.5, 1, 0.5)
"""Until a batch is tried again that failed."""

T = TypeVar("T")


class Batcher(Generic[T]):
    """Hands `work` all items that are added within `settle` seconds, each once, in their order.

    At most `at_once` are handed over together. After one of the errors `retried` the items of the
    batch are in the next one, else they are dropped; every error is logged.
    """

    def __init__(
        self,
        work: Callable[[list[T]], Awaitable[None]],
        *,
        settle: float = 0.0,
        at_once: int | None = None,
        retried: tuple[type[Exception], ...] = UNREACHABLE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.work, self.settle, self.at_once = work, settle, at_once
        self.retried, self.sleep = retried, sleep
        self.name = getattr(work, "__qualname__", str(work))
        self.items: dict[T, None] = {}
        self.task: asyncio.Task[None] | None = None

    def add(self, *items: T) -> None:
        """Have items handed to the work soon."""
        self.items.update(dict.fromkeys(items))
        if self.items and (self.task is None or self.task.done()):
            loop, empty = asyncio.get_running_loop(), Context()  # it outlives what starts it
            self.task = loop.create_task(
                self._run(), name=f"batches for {self.name}", context=empty
            )

    async def _run(self) -> None:
        hurry()
        while self.items:
            await self.sleep(self.settle)
            batch = list(islice(self.items, self.at_once))
            for item in batch:
                del self.items[item]
            try:
                await self.work(batch)
            except Exception as error:
                is_away = isinstance(error, UNREACHABLE)
                level = logging.WARNING if is_away else logging.ERROR
                logger.log(level, "%s: %s", self.name, error, exc_info=not is_away)
                if isinstance(error, self.retried):
                    self.items = {**dict.fromkeys(batch), **self.items}
                    await self.sleep(AGAIN.after())
