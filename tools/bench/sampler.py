"""A sampling profiler for a server, which writes its findings at the end.

Some hundred times a second it looks where each thread is, and attributes the CPU time that the
thread has used since the last look to the function it is in. So waiting does not count. It begins
at the signal `BEGIN` and pauses at `PAUSE`, so that only what is measured counts.
"""

from __future__ import annotations

import atexit
import os
import re
import signal
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from types import FrameType

PROFILE = "SOBREMESA_BENCH_PROFILE"
"""Names the folder into which a profiled daphne writes."""
BEGIN, PAUSE = signal.SIGUSR1, signal.SIGUSR2
PERIOD = 0.003  # seconds between looks
SWITCH = 0.0002  # seconds until a thread lets it look: else it would only see them wait
MOST = 25  # lines of each list
ROOT = str(Path(__file__).resolve().parents[2])


Times = dict[str, float]  # seconds by function


class Sampler(threading.Thread):
    """Looks at all other threads until it is told to stop."""

    def __init__(self, root: str = ROOT) -> None:
        super().__init__(name="sampler", daemon=True)
        self.root = root
        self.own: dict[str, Times] = {}
        self.within: dict[str, Times] = {}  # of functions of ours, with all that they call
        self.used: dict[int, float] = {}
        self.is_looking = True
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(PERIOD):
            if self.is_looking:
                self.look()

    def pause(self) -> None:
        """Pause."""
        self.is_looking = False

    def go_on(self) -> None:
        """Go on; what was used in the meantime is not counted."""
        self.used = {}
        self.is_looking = True

    def stop(self) -> None:
        """Stop for good."""
        self.ended.set()
        if self.is_alive():
            self.join()

    def look(self) -> None:
        """Count what every thread has used since the last look."""
        frames = sys._current_frames()
        for thread in threading.enumerate():
            if thread is self or thread.ident not in frames:
                continue
            try:
                used = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
            except OSError:
                continue  # it has just ended
            before = self.used.get(thread.ident, used)
            self.used[thread.ident] = used
            if used > before:
                self._count(kind_of_thread(thread.name), frames[thread.ident], used - before)

    def _count(self, group: str, frame: FrameType | None, seconds: float) -> None:
        own = self.own.setdefault(group, defaultdict(float))
        within = self.within.setdefault(group, defaultdict(float))
        assert frame is not None
        own[self._place_of(frame)] += seconds
        seen = set()
        while frame is not None:
            if self._is_ours(frame.f_code.co_filename):
                seen.add(self._place_of(frame))
            frame = frame.f_back
        for name in seen:
            within[name] += seconds

    def _is_ours(self, file: str) -> bool:
        return file.startswith(self.root) and "site-packages" not in file

    def _place_of(self, frame: FrameType) -> str:
        code = frame.f_code
        where = code.co_filename.removeprefix(self.root + os.sep)
        where = re.sub(r".*/(site-packages|python3[.\d]*)/", "", where)
        return f"{where}:{code.co_qualname}"

    def text(self) -> str:
        """Both lists of every group of threads, the busiest first."""
        total = sum(sum(own.values()) for own in self.own.values()) or 1.0
        lines = [f"{total:.2f} s of processor time"]
        for group, own in sorted(self.own.items(), key=lambda item: -sum(item[1].values())):
            lines += ["", f"## {group}: {sum(own.values()) / total:.0%}", "", "by itself:"]
            lines += [f"{used / total:6.1%}  {name}" for name, used in largest(own)]
            lines += ["", "with all that it calls, of our own:"]
            within = largest(self.within[group])
            lines += [f"{used / total:6.1%}  {name}" for name, used in within]
        return "\n".join([*lines, ""])


def largest(times: Times) -> list[tuple[str, float]]:
    """The functions with the most time."""
    return sorted(times.items(), key=lambda item: -item[1])[:MOST]


def kind_of_thread(thread: str) -> str:
    """The kind of a thread: its name without numbers."""
    return re.sub(r"[-_ ]*\d+(_\d+)?.*$", "", thread) or thread


def begin(folder: str) -> Sampler:
    """Sample this process whenever a signal says so, and write into a folder in the end."""
    sampler = Sampler()

    def write() -> None:
        sampler.stop()
        Path(folder, f"profile-{os.getpid()}.txt").write_text(sampler.text())

    atexit.register(write)
    sampler.pause()
    sys.setswitchinterval(SWITCH)
    signal.signal(BEGIN, lambda *_: sampler.go_on())
    signal.signal(PAUSE, lambda *_: sampler.pause())
    sampler.start()
    return sampler
