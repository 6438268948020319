"""Running the project's commands as a person would: in processes of their own."""

from __future__ import annotations

import os
import pwd
import queue
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools.patience import LONG_PATIENCE, PATIENCE, WaitedTooLong, until

ROOT = Path(__file__).resolve().parent.parent
SECONDS = LONG_PATIENCE


def environment(data_dir: Path, **more: str) -> dict[str, str]:
    """Nothing of the test run's own settings."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "SOBREMESA_DATA_DIR": str(data_dir), "PYTHONUNBUFFERED": "1",
            "SOBREMESA_ENV_FILE": "", **more}  # fmt: skip


def manage(data_dir: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(data_dir, **more),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Running:
    """A process whose lines can be waited for."""

    def __init__(self, command: list[str], env: dict[str, str], uid: int | None = None) -> None:
        other = {"user": uid, "group": uid, "extra_groups": []} if uid else {}
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            **other,  # type: ignore[call-overload]
        )
        self.lines: list[str] = []
        self._queue: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._queue.put(line)
        self._queue.put(None)

    def wait_for(self, text: str, seconds: float = SECONDS) -> str:
        """The first line that contains the text; without one, AssertionError with all lines."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._queue.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                line = None
            assert line is not None, f"no {text!r} in:\n{''.join(self.lines)}"
            self.lines.append(line)
            if text in line:
                return line

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait; the exit code."""
        self.process.send_signal(number)
        return int(self.process.wait(SECONDS))


@contextmanager
def playing(
    data_dir: Path,
    port: int,
    *arguments: str,
    uid: int | None = None,
    python: str = sys.executable,
    **more: str,
) -> Iterator[Running]:
    """`manage.py play`, once it says that it is ready."""
    command = [python, "manage.py", "play", "--port", str(port), *arguments]
    running = Running(command, environment(data_dir, **more), uid)
    try:
        running.wait_for("is ready")
        yield running
    finally:
        if running.process.poll() is None:
            running.end()


def processes_of(data_dir: Path) -> list[str]:
    """Command lines of all processes that know of the folder, by arguments or environment."""
    return list(_numbers_of(data_dir).values())


def _numbers_of(data_dir: Path) -> dict[int, str]:
    found = {}
    wanted = os.fsencode(data_dir)
    for folder in Path("/proc").glob("[0-9]*"):
        if int(folder.name) == os.getpid():
            continue
        try:
            command = (folder / "cmdline").read_bytes()
            if command and (wanted in command or wanted in (folder / "environ").read_bytes()):
                found[int(folder.name)] = command.replace(b"\0", b" ").decode()
        except OSError:
            continue
    return found


def seconds_of_work(data_dir: Path) -> float:
    """Processor time of all processes of the folder and of those they have waited for.

    Unlike the time on the clock it hardly depends on what else the machine is doing.
    """
    ticks = 0
    for number in _numbers_of(data_dir):
        with suppress(OSError):
            facts = (Path("/proc") / str(number) / "stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, facts[11:15]))  # utime, stime and those of children
    return ticks / os.sysconf("SC_CLK_TCK")


def gone(data_dir: Path, seconds: float = PATIENCE) -> list[str]:
    """What is still there after waiting for everything to end: empty is good."""
    with suppress(WaitedTooLong):
        until(lambda: not processes_of(data_dir), seconds)
    return processes_of(data_dir)


def ordinary_python() -> tuple[str, str] | None:
    """An interpreter that an ordinary user can run, and the packages as its PYTHONPATH."""
    name = "python{}.{}".format(*sys.version_info)
    packages = sysconfig.get_paths()["purelib"]
    for candidate in (sys.executable, f"/usr/bin/{name}", f"/usr/local/bin/{name}"):
        if not shutil.which(candidate):
            continue
        try:
            done = subprocess.run(
                [candidate, "-c", "import django"], user=nobody(), group=nobody(), extra_groups=[],
                cwd="/", env={"PYTHONPATH": packages}, capture_output=True,
            )  # fmt: skip
        except OSError:
            continue
        if done.returncode == 0:
            return candidate, packages
    return None


def nobody() -> int:
    """An account without rights."""
    return pwd.getpwnam("nobody").pw_uid
