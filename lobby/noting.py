"""Notes who has a page open, for all whose pages say so within a moment: one statement."""

from __future__ import annotations

import asyncio
import contextvars
import logging

from channels.db import database_sync_to_async

from accounts.notices.wishes import are_here
from config.socket.by_loop import ByLoop
from config.web.unreachable import UNREACHABLE

logger = logging.getLogger(__name__)

SETTLE = 0.2  # seconds to wait for further pages


class Noting:
    """The users, of one event loop, of whom it is to be noted."""

    def __init__(self) -> None:
        self.users: set[int] = set()
        self.task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether somebody is being noted, or about to be."""
        return self.task is not None and not self.task.done()

    def soon(self, user_id: int) -> None:
        """Note that a user has a page open."""
        self.users.add(user_id)
        if not self.is_running:
            empty = contextvars.Context()  # it outlives the message that starts it
            self.task = asyncio.get_running_loop().create_task(self._note(), context=empty)

    async def _note(self) -> None:
        while self.users:
            await asyncio.sleep(SETTLE)
            users, self.users = self.users, set()
            try:
                await database_sync_to_async(are_here)(users)
            except UNREACHABLE as error:  # pages say so again within a minute
                logger.warning("Nobody can be noted: %s", error)
            except Exception:
                logger.exception("Who has a page open")


_noting = ByLoop(Noting)


def noting() -> Noting:
    """The `Noting` of the running event loop; a process has one."""
    return _noting.here()


def is_noting() -> bool:
    """Whether somebody is being noted in any event loop of the process. From any thread."""
    return any(one.is_running for one in list(_noting.values()))
