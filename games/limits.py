"""Calls of a game's rules: whatever goes wrong there is the trouble of one table alone.

    with judged():
        decisions = rules.pending(state)

Rules that loop for ever must not take a thread with them, so there is a time limit.

What counts is the processor time of the thread, so a busy machine or a slow database is nobody's
fault. A watchdog raises `RulesTooSlow` inside the thread, between two steps of Python: a single
call into C that never ends is not caught.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from msgspec import ValidationError

from games.errors import CannotUndo, OutdatedMove, RulesFailed
from games.rules.core.codec import UnreadablePosition
from games.rules.core.interface import IllegalMove

LOOK_EVERY = 0.05  # seconds between two looks of the watchdog

_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc


@contextmanager
def judged(seconds: float | None = None) -> Iterator[None]:
    """Around calls of the rules. Raises RulesFailed for what they must not raise or take.

    They may take `RULES_SECONDS` unless something else is said here, or further out.
    """
    try:
        with TimeLimit(seconds):
            yield
    except (IllegalMove, ValidationError, CannotUndo, OutdatedMove, RulesFailed):
        raise
    except UnreadablePosition as error:
        raise RulesFailed(str(error)) from error
    except (Exception, RulesTooSlow) as error:
        raise RulesFailed from error


class RulesTooSlow(BaseException):
    """The rules took more time than `RULES_SECONDS`.

    Not an Exception, so that rules which catch those do not catch this.
    """


class TimeLimit:
    """Raises RulesTooSlow inside of itself; of nested ones the outermost counts."""

    __slots__ = ("deadline", "now", "raised", "seconds", "thread")

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = settings.RULES_SECONDS if seconds is None else seconds

    def __enter__(self) -> None:
        self.thread = threading.get_ident()
        self.raised = False
        if self.thread not in _running:
            _wake_dog()
            self.now = _clock_of(self.thread)
            self.deadline = self.now() + self.seconds
            _running[self.thread] = self

    def __exit__(self, *_: object) -> None:
        if _running.get(self.thread) is self:
            del _running[self.thread]
            with _lock:
                if self.raised:  # what was raised and has not arrived yet is called back
                    _raise_in(ctypes.c_ulong(self.thread), None)

    def stop_if_over(self) -> None:
        """Raise in the thread if its time is over. Called by the watchdog."""
        with _lock:
            if _running.get(self.thread) is self and self.now() > self.deadline:
                self.raised = True
                _raise_in(ctypes.c_ulong(self.thread), ctypes.py_object(RulesTooSlow))


_running: dict[int, TimeLimit] = {}
_lock = threading.Lock()
_dog: threading.Thread | None = None


def _clock_of(thread: int) -> Callable[[], float]:
    """The processor time of a thread, where the system tells it; else the time of day."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def _wake_dog() -> None:
    global _dog
    if _dog is None or not _dog.is_alive():
        with _lock:
            if _dog is None or not _dog.is_alive():
                _dog = threading.Thread(target=_guard, name="rules watchdog", daemon=True)
                _dog.start()


def _guard() -> None:
    while True:
        time.sleep(LOOK_EVERY)
        for limit in list(_running.values()):
            limit.stop_if_over()
