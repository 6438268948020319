"""Runs boardgame.io on this machine: in memory, and with its Postgres adapter.

Its packages are installed below the temporary folder when they are needed, by npm.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from django.db import connection

from tools.bench import site
from tools.bench.load import CPUSpent
from tools.patience import PATIENCE

PACKAGES = ("boardgame.io@0.50.2", "bgio-postgres@1.0.16")
SCRIPTS = Path(__file__).resolve().parent
INSTALL_SECONDS = 300


class BoardgameMissing(Exception):
    """Why there is no boardgame.io here: one sentence."""


class Found(msgspec.Struct):
    """What its clients have seen; times in seconds."""

    times: list[float]
    played: int
    wrong: int
    proved: int
    processor: float


def has_node() -> bool:
    """Whether node is here, with its npm."""
    return shutil.which("node") is not None and shutil.which("npm") is not None


def installed() -> Path:
    """The folder with its packages. Raises BoardgameMissing."""
    if not has_node():
        raise BoardgameMissing("There is no node here, so nothing to compare with.")
    folder = Path(tempfile.gettempdir(), f"sobremesa-peers-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise BoardgameMissing(f"{folder} belongs to somebody else.")
    mark = folder / "installed"
    if not mark.exists() or mark.read_text() != " ".join(PACKAGES):
        command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", *PACKAGES]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=INSTALL_SECONDS)
        except (OSError, subprocess.SubprocessError) as problem:
            raise BoardgameMissing(f"npm cannot install boardgame.io: {problem}") from problem
        mark.write_text(" ".join(PACKAGES))
    return folder


def database() -> str:
    """The options of the adapter for the database of this process."""
    named = connection.settings_dict
    return json.dumps({
        "dialect": "postgres", "host": str(named["HOST"]), "port": int(named["PORT"] or 5432),
        "database": str(named["NAME"]), "username": str(named["USER"]),
        "password": str(named["PASSWORD"]) or None, "pool": {"max": 8},
    })  # fmt: skip


@contextlib.contextmanager
def serving(folder: Path, state: str, *, stored: bool) -> Iterator[tuple[int, site.Process]]:
    """Its server with a game of this state: the port and the process."""
    port = site.free_port()
    file = folder / f"state-{port}.json"
    file.write_text(state)
    command = ["node", str(SCRIPTS / "server.cjs"), str(port), str(file)]
    command += [database()] if stored else []
    packages = str(folder / "node_modules")
    server = site.Process(command, NODE_PATH=packages, NODE_ENV="production")
    server.is_silent = True
    try:
        server.start()
        wait_until_listening(port)
        yield port, server
    finally:
        server.stop()
        file.unlink()


def wait_until_listening(port: int) -> None:
    """Wait for a server to take connections. TimeoutError if it does not."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5):
            return
        time.sleep(0.03)
    raise TimeoutError(f"nothing listens at port {port}")


def play(
    folder: Path, state: str, matches: int, seconds: float, *, stored: bool
) -> tuple[Found, CPUSpent]:
    """Let two players at each match play; AssertionError if they did not see what was played."""
    with serving(folder, state, stored=stored) as (port, server):
        arguments = [str(port), str(matches), str(seconds)]
        with subprocess.Popen(
            ["node", str(SCRIPTS / "client.cjs"), *arguments],
            env={**os.environ, "NODE_PATH": str(folder / "node_modules")},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        ) as client:  # fmt: skip
            assert client.stdin and client.stdout
            assert client.stdout.readline() == b"ready\n", "the client did not start"
            spent = CPUSpent([server.pid])
            client.stdin.write(b"go\n")
            client.stdin.flush()
            line = client.stdout.readline()
            spent.stop()
            assert line, "the client has failed"
            found = msgspec.json.decode(line, type=Found)
    assert found.wrong == 0, f"{found.wrong} matches show something else than was played"
    return found, spent
