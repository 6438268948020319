"""Calling a game's rules, so that whatever goes wrong there affects one table alone.

    with judged():
        decisions = rules.pending(state)

Rules that loop for ever must not occupy a thread, so there is a time limit.

It is for the thread's CPU time, so a busy machine or a slow database does not count. A watchdog
raises `RulesTooSlow` inside the thread, between two bytecode instructions: a single call into C
that never ends is not caught.
"""

from __future__ import annotations

import ctypes
import functools
import threading
import time
import weakref
from collections.abc import Callable

from django.conf import settings
from msgspec import ValidationError

from config.web.refusal import Refused
from games.errors import RulesFailed
from games.rules.core.codec import UnreadablePosition
from games.rules.core.interface import IllegalMove

LOOK_EVERY = 0.05  # seconds between two checks by the watchdog
GRACE = 0.5  # seconds that interrupted rules have to end before they are interrupted again

_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc


class RulesTooSlow(BaseException):
    """The rules took longer than their limit.

    Not an Exception, so that rules which catch Exception do not catch it.
    """


class TimeLimit:
    """Raises RulesTooSlow inside its block; of nested limits the outermost counts.

    The exception may strike while `__exit__` begins, which then never unregisters the limit. So
    limits are registered by weak references only.
    """

    __slots__ = ("__weakref__", "deadline", "now", "raised", "seconds", "thread")
    now: Callable[[], float]

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = settings.RULES_SECONDS if seconds is None else seconds

    def __enter__(self) -> None:
        self.thread = threading.get_ident()
        self.raised = False
        if _running_in(self.thread) is None:
            _wake_dog()
            self.now = _clock()
            self.deadline = self.now() + self.seconds
            _running[self.thread] = weakref.ref(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> None:
        if _running_in(self.thread) is self:
            del _running[self.thread]
            with _lock:
                raised = self.raised  # from now on the watchdog leaves it alone
            if raised:
                _take_what_was_raised(self.thread)

    def stop_if_over(self) -> None:
        """Raise in the thread if its time is up. Called by the watchdog."""
        with _lock:
            if _running_in(self.thread) is self and self.now() > self.deadline:
                self.raised = True
                self.deadline = self.now() + GRACE
                _raise_in(ctypes.c_ulong(self.thread), ctypes.py_object(RulesTooSlow))


def _take_what_was_raised(thread: int) -> None:
    """Make sure that no exception raised in this thread is still pending.

    Cancelling it would leave the interpreter checking for it at every instruction, for ever: so
    it is raised once more, here, and caught.
    """
    try:
        _raise_in(ctypes.c_ulong(thread), ctypes.py_object(RulesTooSlow))
        while True:
            pass
    except RulesTooSlow:
        return


class JudgingLimit(TimeLimit):
    """A time limit that lets through what rules may raise, and raises RulesFailed for all else."""

    __slots__ = ()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        try:
            super().__exit__(kind, error, trace)
        except RulesTooSlow as late:
            error = late
        if error is None or isinstance(error, ALLOWED):
            return
        if isinstance(error, UnreadablePosition):
            raise RulesFailed(str(error)) from error
        if isinstance(error, (Exception, RulesTooSlow)):
            raise RulesFailed from error


ALLOWED = (IllegalMove, ValidationError, Refused, RulesFailed)


def judged(seconds: float | None = None) -> JudgingLimit:
    """A context for calls of the rules. Raises RulesFailed for other errors, and if time is up.

    The limit is `seconds`, by default `RULES_SECONDS`, or that of the outermost such context.
    """
    return JudgingLimit(seconds)


_own = threading.local()
_running: dict[int, weakref.ref[TimeLimit]] = {}
_lock = threading.Lock()
_dog: threading.Thread | None = None


def _running_in(thread: int) -> TimeLimit | None:
    """The limit that applies to a thread now."""
    known = _running.get(thread)
    return None if known is None else known()


def _clock() -> Callable[[], float]:
    """The CPU time of this thread where the system tells it, else the elapsed time."""
    if not hasattr(_own, "clock"):
        _own.clock = time.monotonic
        if hasattr(time, "pthread_getcpuclockid"):
            number = time.pthread_getcpuclockid(threading.get_ident())
            _own.clock = functools.partial(time.clock_gettime, number)
    clock: Callable[[], float] = _own.clock
    return clock


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
        for known in list(_running.values()):
            if (limit := known()) is not None:
                limit.stop_if_over()
            limit = None  # drop the reference
