"""Waiting, in tests and tools: for a state, with one patience for all.

Nothing else may have a deadline or pause: `tests/test_patience.py` sees to it.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

SLOWNESS = float(os.environ.get("SLOW", "1"))
"""`SLOW=3 python3 manage.py test` waits three times as long, and allows three times the cost."""
PATIENCE = 60 * SLOWNESS
"""Seconds after which something that was to come has failed: far more than it ever takes."""
LONG_PATIENCE = 600 * SLOWNESS
"""Those for a whole program that has much to do."""
LOOK_EVERY = 0.02


class WaitedTooLong(AssertionError):
    """Something did not come, and it will not come any more."""


def until(condition: Callable[[], T], patience: float = PATIENCE) -> T:
    """Look until a condition holds and return what it comes to, or raise WaitedTooLong."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise WaitedTooLong(f"{condition} is still {value!r} after {patience:.0f} s")
        time.sleep(LOOK_EVERY)
    return value


async def until_true(condition: Callable[[], T | Awaitable[T]], patience: float = PATIENCE) -> T:
    """Look as `until` does, while other tasks go on; what a condition promises is awaited."""
    deadline = time.monotonic() + patience
    while not (value := await kept(condition())):
        if time.monotonic() > deadline:
            raise WaitedTooLong(f"{condition} is still {value!r} after {patience:.0f} s")
        await asyncio.sleep(LOOK_EVERY)
    return value


async def kept(value: T | Awaitable[T]) -> T:
    """Return a value, or what it promises."""
    return await value if isinstance(value, Awaitable) else value


def pause(seconds: float) -> None:
    """Pause as people do who read, or as a slow line does; never to wait for something."""
    time.sleep(seconds)


async def pause_task(seconds: float) -> None:
    """Pause as `pause` does, while other tasks go on."""
    await asyncio.sleep(seconds)
