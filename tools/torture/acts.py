"""What happens to a whole site while people play: one act after the other.

Each act is done to the end: what died is started again by whoever supervises it, the disk has room
again, the clock is right again. What must come back by itself is left alone.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
from django.conf import settings

from config.running import postgres
from config.running.commands import close_connections
from tools.bench import site
from tools.bouncing import PORT, PROGRAM, Bouncer
from tools.patience import until
from tools.torture import disk
from tools.torture.clock import COMPILER, WallClock
from tools.torture.failover import NOTICED, production
from tools.torture.mailserver import FULL, GONE, MailServer
from tools.torture.outside import Outside
from tools.torture.processes import Processes, kill
from tools.torture.rolling import GRACE
from tools.torture.standby import Standby

SESSIONS = 12  # of Postgres, for all processes behind PgBouncer
HELD_FULL = 6.0  # seconds for which the disk stays full
SET_WRONG = 14.0  # seconds for which the clock is wrong: the worker comes by every ten
FAR = 2 * 86_400.0  # seconds: more time than anybody has for an answer

Act = Callable[[], None]


class Stage:
    """A whole site as in production: two processes for tables, a worker, PgBouncer, Postgres."""

    def __init__(self, mails: MailServer, outside: Outside, chance: random.Random) -> None:
        self.mails, self.outside, self.chance = mails, outside, chance
        self.folder = Path(settings.DATA_DIR)
        self.clock = WallClock(self.folder) if COMPILER else None
        self.skipped: dict[str, str] = {}
        self.not_in_order = 0  # how often a process that was to end in order had to be killed
        self.ended_full = 0  # how often Postgres ended because its disk was full
        if self.clock is not None:
            os.environ.update(self.clock.environment)
            self.restart_postgres()
        self.bouncer = Bouncer(self.folder, SESSIONS) if PROGRAM else None
        self.standby = Standby(self.folder / "standby")
        self.processes = Processes(
            site.leaving_daphne,
            **{
                **production(), **outside.environment, **self.databases(), "LOG_LEVEL": "ERROR",
                "EMAIL_URL": mails.address, "SITE_URL": settings.SITE_URL,
                "TURN_NOTICE_DELAY": "1", "BOT_PAUSE_MS": "20",
            },
        )  # fmt: skip

    def databases(self) -> dict[str, str]:
        """The way through PgBouncer, and the one past it to whichever Postgres takes changes."""
        name = postgres.NAME
        hosts = f"{postgres.socket_folder(self.folder)},{self.standby.socket}"
        direct = f"postgres://{name}@/{name}?host={hosts}&target_session_attrs=read-write"
        if self.bouncer is None:
            return {"DATABASE_URL": direct}
        url = f"postgres://{name}@:{PORT}/{name}?host={self.bouncer.host}"
        return {"DATABASE_URL": url, "DATABASE_DIRECT_URL": direct}

    def acts(self) -> dict[str, Act]:
        """The acts by name; those that cannot be done here are `skipped`, with the reason."""
        processes, chance = self.processes, self.chance
        acts: dict[str, Act] = {
            "server-killed": lambda: self.revived(processes.kill_server),
            "worker-killed": lambda: self.revived(processes.kill_worker),
            "backend-killed": lambda: self.revived(processes.kill_backend),
            "postgres-killed": lambda: self.revived(processes.kill_postgres),
            "mails-refused": lambda: self.refused(chance.choice([FULL, GONE])),
            "others-fail": lambda: self.outside.fail(chance),
            "server-restarted": self.server_restarted,
        }
        if self.bouncer is None:
            self.skipped |= dict.fromkeys(
                ("bouncer-killed", "bouncer-restarted"), "PgBouncer is not installed"
            )
        else:
            acts["bouncer-killed"] = lambda: self.bounced(signal.SIGKILL)
            acts["bouncer-restarted"] = lambda: self.bounced(signal.SIGTERM)
        if disk.is_small(self.folder):
            acts["disk-full"] = self.disk_full
            acts["log-disk-full"] = lambda: self.disk_full(log=True)
        else:
            why = "no small disk can be had: it takes root, or user namespaces and util-linux"
            self.skipped |= dict.fromkeys(("disk-full", "log-disk-full"), why)
        if self.clock is None:
            self.skipped |= dict.fromkeys(("clock-ahead", "clock-behind"), "there is no cc")
        else:
            acts["clock-ahead"] = lambda: self.clock_wrong(FAR)
            acts["clock-behind"] = lambda: self.clock_wrong(-FAR)
        return acts

    def start(self) -> None:
        """Start everything and wait for it."""
        self.processes.start()

    def stop(self) -> None:
        """End everything."""
        if self.clock is not None:
            self.clock.set(0)
        disk.free(self.folder)
        if self.bouncer is not None:  # without it there is nobody to wait for
            self.bouncer.process.kill()
            self.bouncer.process.wait()
        self.processes.stop()
        self.standby.stop()

    # --- Acts ---

    def revived(self, deed: Callable[[random.Random], None]) -> None:
        """Do something that kills, and let a supervisor find out after a moment."""
        deed(self.chance)
        time.sleep(self.chance.uniform(0, 0.5))
        self.processes.revive()

    def refused(self, mode: str) -> None:
        """The mail server takes nothing for a moment."""
        self.mails.mode = mode

    def server_restarted(self) -> None:
        """One of the processes is asked to end, killed if it does not, and comes again."""
        which = self.chance.randrange(len(self.processes.servers))
        site.wait_until_ready(self.processes.ports[which])  # it may have been killed just now
        server = self.processes.servers[which]
        server.stop(seconds=GRACE)
        self.not_in_order += server.process is None or server.process.returncode != 0
        server.start()
        site.wait_until_ready(self.processes.ports[which])

    def bounced(self, number: signal.Signals) -> None:
        """PgBouncer ends, and comes again after a moment."""
        assert self.bouncer is not None
        self.bouncer.process.send_signal(number)
        self.bouncer.process.wait(20)
        time.sleep(self.chance.uniform(0, 1))
        self.bouncer.start()

    def disk_full(self, *, log: bool = False) -> None:
        """Some other program fills the disk, and is then found; with `log`, Postgres's log ends.

        Whoever supervises Postgres cannot start it before there is room.
        """
        disk.fill(self.folder)
        end = time.monotonic() + HELD_FULL
        while time.monotonic() < end:
            if log:
                with contextlib.suppress(psycopg.Error), self.connected() as connection:
                    connection.execute("select pg_switch_wal()")
            time.sleep(0.2)
        disk.free(self.folder)
        self.ended_full += not postgres.is_running(self.folder)
        self.processes.revive()

    def clock_wrong(self, seconds: float) -> None:
        """Somebody sets the clock, and sets it right again."""
        assert self.clock is not None
        self.clock.set(seconds)
        time.sleep(SET_WRONG)
        self.clock.set(0)

    def failover(self) -> None:
        """The database dies for good, and its standby takes over; PgBouncer is led there."""
        self.standby.start()
        time.sleep(1)
        close_connections()
        self.processes.is_moved = True
        for pid in site.postgres_processes():
            kill(pid)
        time.sleep(NOTICED)
        self.standby.take_over()
        settings.DATABASES["default"]["HOST"] = str(self.standby.socket)
        if self.bouncer is not None:
            self.bouncer.lead_to(str(self.standby.socket))
            self.bounced(signal.SIGTERM)

    # --- Ground ---

    def connected(self) -> psycopg.Connection[tuple[object, ...]]:
        """A connection to Postgres itself."""
        name, host = postgres.NAME, str(postgres.socket_folder(self.folder))
        return psycopg.connect(host=host, user=name, dbname=name, autocommit=True)

    def restart_postgres(self) -> None:
        """Start Postgres again, by the clock that can be set, and with a log that fits the disk."""
        with self.connected() as connection:
            connection.execute("alter system set max_wal_size = '96MB'")
            connection.execute("alter system set wal_keep_size = '48MB'")
        close_connections()
        os.kill(site.postgres_processes()[0], signal.SIGINT)
        until(lambda: not postgres.is_running(self.folder))
        self.ground = postgres.hold(self.folder)
