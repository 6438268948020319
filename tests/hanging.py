"""Tells where a test hangs: Playwright waits in a greenlet, which faulthandler does not see."""

from __future__ import annotations

import gc
import os
import threading
import traceback
from collections.abc import Iterator
from types import FrameType

import greenlet
import pytest

LATEST = "faulthandler_timeout"  # ends the test's process
EARLIER = 0.9  # of that time
LAST = 20  # calls that are printed

errors = pytest.StashKey[int]()


def stacks() -> Iterator[tuple[str, FrameType]]:
    """Return where each greenlet waits, those of Playwright among them."""
    for thing in gc.get_objects():
        if isinstance(thing, greenlet.greenlet) and thing.gr_frame is not None:
            yield repr(thing), thing.gr_frame


def tell(test: pytest.Item) -> None:
    """Print a test's name, and where its greenlets wait."""
    lines = [f"\n{test.nodeid} hangs. Its greenlets, the last call at the end:\n"]
    for name, frame in stacks():
        lines += [f"\n{name}\n", *traceback.format_stack(frame)[-LAST:]]
    os.write(test.config.stash[errors], "".join(lines).encode())


def pytest_configure(config: pytest.Config) -> None:
    """Keep a way to the terminal: what tests print is captured."""
    config.stash[errors] = os.dup(2)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watch a test for as long as it runs."""
    seconds = EARLIER * float(item.config.getini(LATEST))
    watch = threading.Timer(seconds, tell, [item])
    watch.daemon = True
    watch.start()
    try:
        return (yield)
    finally:
        watch.cancel()
