"""A second Postgres that follows that of the data folder, and can take over."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import psycopg
from django.conf import settings

from config.running import postgres
from config.running.postgres_keeper import SETTINGS
from tools.patience import until

NAMED = "standby"


class Standby:
    """A copy of the running server; what is committed there is here before it is acknowledged."""

    def __init__(self, folder: Path) -> None:
        self.user = postgres.server_user()
        self.folder, self.socket = folder / "postgres", folder / "socket"
        first = Path(settings.DATA_DIR)
        self.first = str(postgres.socket_folder(first))
        self.programs = postgres.reachable_programs(postgres.programs_folder(), first, self.user)
        for path in (self.folder, self.socket):
            path.mkdir(mode=0o700, parents=True)
            if self.user.uid is not None and self.user.gid is not None:
                os.chown(path, self.user.uid, self.user.gid)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Copy the server, follow it, and let it wait for this one with every commit."""
        source = f"host={self.first} user={postgres.NAME} application_name={NAMED}"
        folder, programs = str(self.folder), self.programs
        copy = [str(programs / "pg_basebackup"), "-d", source, "-D", folder, "-R", "-X", "stream"]
        subprocess.run([*copy, "-c", "fast", "--no-sync"], check=True, cwd="/", **self.user.popen)
        command = [str(programs / "postgres"), "-D", folder, "-k", str(self.socket)]
        self.process = subprocess.Popen(
            [*command, *(part for setting in SETTINGS for part in ("-c", setting))],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            **self.user.popen,
        )
        with self.connect(self.first) as server:
            server.execute(f"alter system set synchronous_standby_names = '{NAMED}'")
            server.execute("select pg_reload_conf()")
            state = "select 1 from pg_stat_replication where sync_state = 'sync'"
            until(lambda: server.execute(state).fetchone())

    def connect(self, host: str) -> psycopg.Connection[tuple[object, ...]]:
        """A connection to one of the two."""
        name = postgres.NAME
        return psycopg.connect(host=host, user=name, dbname=name, autocommit=True)

    def take_over(self) -> None:
        """Be the one that takes changes; the other one must be dead."""
        with self.connect(str(self.socket)) as server:
            server.execute("select pg_promote()")

    def stop(self) -> None:
        """End it at once."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
