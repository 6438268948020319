"""A real PgBouncer in transaction mode before the Postgres of the tests, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from config.running import postgres
from tools.patience import PATIENCE, until

PROGRAM = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
PORT = "6432"  # only part of a file's name: it listens at no port
FEW = 3  # connections to Postgres, for all clients together: so they are really shared

CONFIGURATION = """
[databases]
* = host={postgres} user={user}

[pgbouncer]
pool_mode = transaction
default_pool_size = {sessions}
max_client_conn = 500
server_login_retry = 1
query_wait_timeout = 15
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
auth_type = any
logfile = {folder}/log
"""


class Bouncer:
    """One for the server of a data folder; its `host` is what to give a client."""

    def __init__(self, data_dir: Path, sessions: int = FEW) -> None:
        self.user, self.sessions = postgres.server_user(), sessions
        self.folder = data_dir / "bouncer"
        self.folder.mkdir(mode=0o700)
        self.host, self.written = str(self.folder), self.folder / "pgbouncer.ini"
        self.socket = self.folder / f".s.PGSQL.{PORT}"
        self.lead_to(str(postgres.socket_folder(data_dir)))
        if self.user.uid is not None and self.user.gid is not None:
            for path in (self.folder, self.written):
                shutil.chown(path, self.user.uid, self.user.gid)
        self.start()

    def lead_to(self, host: str) -> None:
        """Write to which server it leads; one that runs learns of it when it starts again."""
        self.written.write_text(
            CONFIGURATION.format(
                postgres=host, user=postgres.NAME, sessions=self.sessions, port=PORT,
                folder=self.folder,
            )
        )  # fmt: skip

    def start(self) -> None:
        """Start it, and wait until it can be reached."""
        assert PROGRAM, "PgBouncer is not installed"
        self.socket.unlink(missing_ok=True)  # of one that was killed
        self.process = subprocess.Popen([PROGRAM, "-q", self.written], cwd="/", **self.user.popen)
        until(lambda: self.socket.exists() or self.process.poll() is not None)
        assert self.process.poll() is None, "it did not start"

    def stop(self) -> None:
        """End it at once. AssertionError, with the end of its log, if it has died before."""
        died = self.process.poll()
        log = Path(self.host, "log").read_text(errors="replace")
        self.process.terminate()
        self.process.wait(PATIENCE)
        assert died is None, f"PgBouncer has died ({died}): {log[-2000:]}"


def put_before(settings: Any, bouncer: Bouncer) -> None:
    """Let this process use it, as `DATABASE_URL` and `DATABASE_DIRECT_URL` would."""
    from django.db import connections

    from config.running.environment import pooled

    usual = connections.settings["default"]
    connections.settings["direct"] = {**usual, "TEST": {**usual["TEST"], "MIRROR": "default"}}
    connections.settings["default"] |= pooled(usual) | {"HOST": bouncer.host, "PORT": PORT}
    settings.LISTENING = "direct"
