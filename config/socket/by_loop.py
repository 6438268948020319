"""What a process has one of for each event loop: what looks after all sockets of that loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class ByLoop(dict[asyncio.AbstractEventLoop, T], Generic[T]):
    """One for each event loop, made when it is first asked for; a process that serves has one."""

    def __init__(self, make: Callable[[], T]) -> None:
        super().__init__()
        self._make = make

    def here(self) -> T:
        """That of the running event loop. Those of closed loops are let go."""
        loop = asyncio.get_running_loop()
        if loop not in self:
            for other in [other for other in self if other.is_closed()]:
                del self[other]
            self[loop] = self._make()
        return self[loop]
