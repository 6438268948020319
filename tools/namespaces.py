"""A network namespace with lines to it, which can be torn without a word.

Root may make one; a test without that right is skipped, except in CI.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.patience import until

ROOT = Path(__file__).resolve().parent.parent
NETWORK = "10.231.47"
"""Of the first line: .1 is here, .2 is there."""
PORT = 5432
FORWARD = """
import asyncio, sys
from pathlib import Path
from tools.lines import NetworkLine
line = NetworkLine(Path(sys.argv[1]))
line.host, line.port = sys.argv[2], int(sys.argv[3])
with line:
    print("ready", flush=True)
    sys.stdin.read()
"""


class Link:
    """A line to a namespace. One end is here, the other one there; each has an address."""

    def __init__(self, space: str, network: str = NETWORK) -> None:
        self.space, self.network = space, network
        mark = f"{os.getpid()}x{network.rpartition('.')[2]}"
        self.here, self.there = f"h{mark}", f"t{mark}"
        self.ends = {self.here: 1, self.there: 2}  # the last number of the address of each

    @property
    def near(self) -> str:
        """The address of the end that is here."""
        return f"{self.network}.{self.ends[self.here]}"

    @property
    def far(self) -> str:
        """The address of the end that is there."""
        return f"{self.network}.{self.ends[self.there]}"

    def begin(self) -> None:
        """Make it. CalledProcessError without the right to."""
        ip("link", "add", self.here, "type", "veth", "peer", "name", self.there)
        ip("link", "set", self.there, "netns", self.space)
        ip("addr", "add", f"{self.near}/24", "dev", self.here)
        ip("link", "set", self.here, "up")
        self.inside("addr", "add", f"{self.far}/24", "dev", self.there)
        self.mend()

    def introduce(self) -> None:
        """Tell each end where the other one is: it would ask but once a second after a silence."""
        here, there = shown(self.here), shown(self.there, "-n", self.space)
        self.neighbour(ip, self.here, self.far, there)
        self.neighbour(self.inside, self.there, self.near, here)

    def neighbour(self, run: Callable[..., None], device: str, address: str, other: str) -> None:
        """Tell one end the hardware address of the other one, as it is shown."""
        hardware = other.partition("link/ether ")[2].split()[0]
        run("neigh", "replace", address, "lladdr", hardware, "dev", device, "nud", "permanent")

    def end(self) -> None:
        """Remove it."""
        subprocess.run(["ip", "link", "del", self.here], capture_output=True)

    def inside(self, *arguments: str) -> None:
        """`ip` in there."""
        ip("-n", self.space, *arguments)

    def tear(self) -> None:
        """From now on no packet arrives, and nobody is told."""
        self.inside("link", "set", self.there, "down")

    def mend(self) -> None:
        """Packets arrive again."""
        self.inside("link", "set", self.there, "up")
        until(lambda: "LOWER_UP" in shown(self.here))
        self.introduce()

    def fall_silent(self) -> None:
        """From now on no packet is answered, of a new connection neither, and nobody is told."""
        ip("addr", "del", f"{self.near}/24", "dev", self.here)

    def speak(self) -> None:
        """Answer again."""
        ip("addr", "add", f"{self.near}/24", "dev", self.here)

    def move_here(self) -> None:
        """Take another address here: nothing arrives over connections of now, new ones work."""
        self._move(self.here, ip)

    def move_there(self) -> None:
        """Take another address there: nothing arrives over connections of now, new ones work."""
        self._move(self.there, self.inside)

    def _move(self, device: str, run: Callable[..., None]) -> None:
        run("addr", "del", f"{self.network}.{self.ends[device]}/24", "dev", device)
        self.ends[device] += 2
        run("addr", "add", f"{self.network}.{self.ends[device]}/24", "dev", device)
        self.introduce()


class Namespace:
    """The other end, where a program leads to a socket of this machine."""

    def __init__(self) -> None:
        self.name = f"far-{os.getpid()}"
        self.links = [Link(self.name)]
        self.host = self.links[0].far
        self.forwarding: list[subprocess.Popen[str]] = []

    def begin(self) -> None:
        """Make it. CalledProcessError without the right to."""
        ip("netns", "add", self.name)
        ip("-n", self.name, "link", "set", "lo", "up")
        self.links[0].begin()

    def end(self) -> None:
        """Remove it, with all that runs in it."""
        for program in self.forwarding:
            program.kill()
            program.wait()
        for link in self.links:
            link.end()
        subprocess.run(["ip", "netns", "del", self.name], capture_output=True)

    def link(self, network: str) -> Link:
        """A further line."""
        self.links.append(Link(self.name, network))
        self.links[-1].begin()
        return self.links[-1]

    def within(self, command: list[str]) -> list[str]:
        """The command that runs another one in there."""
        return ["ip", "netns", "exec", self.name, *command]

    def tear(self) -> None:
        """From now on no packet arrives over the first line, and nobody is told."""
        self.links[0].tear()

    def mend(self) -> None:
        """Packets arrive again."""
        self.links[0].mend()

    def lead_to(self, socket: Path) -> None:
        """Lead from its address to a socket of this machine."""
        command = [sys.executable, "-c", FORWARD, str(socket), self.host, str(PORT)]
        program = subprocess.Popen(
            self.within(command),
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


def shown(device: str, *where: str) -> str:
    command = ["ip", *where, "link", "show", device]
    return subprocess.run(command, capture_output=True, text=True).stdout


@contextmanager
def namespace() -> Iterator[Namespace]:
    """One that is removed afterwards."""
    made = Namespace()
    try:
        made.begin()
        yield made
    finally:
        made.end()


CLONE_NEWNET = 0x40000000
"""The kind of a namespace that is a network (unshare(2))."""


@contextmanager
def apart() -> Iterator[None]:
    """Give this thread a network of its own, and all threads and programs that it starts.

    Lines of the machine must not come and go: browsers give up all their requests then
    (ERR_NETWORK_CHANGED). OSError without the right to.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/thread-self/ns/net") as before:
        if libc.unshare(CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "no right to a network of its own")
        try:
            ip("link", "set", "lo", "up")
            yield
        finally:
            libc.setns(before.fileno(), CLONE_NEWNET)


PRIVATE = 'ip link set lo up && exec "$@"'


def private() -> list[str]:
    """What to put before a command so that it has a network of its own; empty without the right.

    Lines that it makes meet those of nobody else, and are gone when it ends.
    """
    command = ["unshare", "--net", "--mount", "--", "sh", "-c", PRIVATE, "sh"]
    if shutil.which("unshare") is None or os.geteuid() != 0:
        return []
    return (
        command if subprocess.run([*command, "true"], capture_output=True).returncode == 0 else []
    )
