"""The processes of a site under torture: killed, and started again as their supervisor would."""

from __future__ import annotations

import contextlib
import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

from django.conf import settings

from config.running import postgres
from tools.bench import site
from tools.patience import until

Serving = Callable[..., site.Process]


class Processes:
    """Two daphnes, two workers and the Postgres of this data folder."""

    def __init__(self, serving: Serving = site.daphne, **environment: str) -> None:
        self.ports = [site.free_port() for _ in range(2)]
        self.servers = [serving(port, **environment) for port in self.ports]
        self.workers = [site.worker(**environment), site.sender(**environment)]
        self.holds: list[postgres.Hold] = []
        self.is_moved = False  # whether another Postgres has taken over

    def start(self) -> None:
        """Start everything and wait for it."""
        for process in (*self.servers, *self.workers):
            process.start()
        for port in self.ports:
            site.wait_until_ready(port)

    def stop(self) -> None:
        """End everything that was started here."""
        for process in (*self.workers, *self.servers):
            process.stop()
        for hold in self.holds:
            hold.release()

    def revive(self) -> None:
        """Start again what is dead, the database first."""
        if not self.is_moved and not postgres.is_running(settings.DATA_DIR):
            self.holds.append(postgres.hold(settings.DATA_DIR))
        for process in (*self.servers, *self.workers):
            if process.process is not None and process.process.poll() is not None:
                process.start()

    # --- What dies ---

    def kill_server(self, chance: random.Random) -> None:
        """Kill one daphne."""
        kill(chance.choice(self.servers).pid)

    def kill_worker(self, chance: random.Random) -> None:
        """Kill a worker: that of clocks and bots, or that of mails and pushes."""
        kill(chance.choice(self.workers).pid)

    def kill_backend(self, chance: random.Random) -> None:
        """Kill a Postgres backend that serves a client; Postgres then restarts all of them."""
        backends = [pid for pid in site.postgres_processes() if b"[local]" in command_of(pid)]
        if backends:
            kill(chance.choice(backends))

    def kill_postgres(self, chance: random.Random) -> None:
        """Kill all of Postgres at once."""
        for pid in site.postgres_processes():
            kill(pid)
        until(lambda: not postgres.is_running(settings.DATA_DIR))


def kill(pid: int) -> None:
    """Send SIGKILL to a process."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def command_of(pid: int) -> bytes:
    """The command line of a process; empty if it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
