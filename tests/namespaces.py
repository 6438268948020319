"""A network namespace with a line to it, which can be torn without a word.

Root may make one; a test without that right is skipped, except in CI.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NETWORK = "10.231.47"
"""Of the two ends: .1 is here, .2 is there."""
PORT = 5432
FORWARD = """
import asyncio, sys
from pathlib import Path
from tests.lines import Line
line = Line(Path(sys.argv[1]))
line.host, line.port = sys.argv[2], int(sys.argv[3])
with line:
    print("ready", flush=True)
    sys.stdin.read()
"""


class Namespace:
    """The other end, where a program leads to a socket of this machine."""

    def __init__(self) -> None:
        self.name = f"far-{os.getpid()}"
        self.here, self.there = f"h{os.getpid()}", f"t{os.getpid()}"
        self.host = f"{NETWORK}.2"
        self.forwarding: list[subprocess.Popen[str]] = []

    def begin(self) -> None:
        """Make it. CalledProcessError without the right to."""
        ip("netns", "add", self.name)
        ip("link", "add", self.here, "type", "veth", "peer", "name", self.there)
        ip("link", "set", self.there, "netns", self.name)
        ip("addr", "add", f"{NETWORK}.1/24", "dev", self.here)
        ip("link", "set", self.here, "up")
        self.inside("addr", "add", f"{self.host}/24", "dev", self.there)
        self.inside("link", "set", "lo", "up")
        self.mend()

    def end(self) -> None:
        """Remove it, with all that runs in it."""
        for program in self.forwarding:
            program.kill()
            program.wait()
        subprocess.run(["ip", "link", "del", self.here], capture_output=True)
        subprocess.run(["ip", "netns", "del", self.name], capture_output=True)

    def inside(self, *arguments: str) -> None:
        """`ip` in there."""
        ip("-n", self.name, *arguments)

    def tear(self) -> None:
        """From now on no packet arrives, and nobody is told."""
        self.inside("link", "set", self.there, "down")

    def mend(self) -> None:
        """Packets arrive again."""
        self.inside("link", "set", self.there, "up")
        deadline = time.monotonic() + 30
        while "LOWER_UP" not in shown(self.here):
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def lead_to(self, socket: Path) -> None:
        """Lead from its address to a socket of this machine."""
        command = ["ip", "netns", "exec", self.name, sys.executable, "-c", FORWARD]
        program = subprocess.Popen(
            [*command, str(socket), self.host, str(PORT)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.forwarding.append(program)
        assert program.stdout
        assert program.stdout.readline() == "ready\n"


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def shown(device: str) -> str:
    return subprocess.run(["ip", "link", "show", device], capture_output=True, text=True).stdout


@contextmanager
def namespace() -> Iterator[Namespace]:
    """One that is removed afterwards."""
    made = Namespace()
    try:
        made.begin()
        yield made
    finally:
        made.end()
