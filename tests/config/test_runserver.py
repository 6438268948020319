"""Django's `runserver` serves everything, and notices what a developer changes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from config.web.closing import UNAUTHORIZED
from tests.costs import children
from tools.patience import until
from tools.processes import Running, environment, free_port

SETTINGS = "from config.settings import *\n"


@pytest.fixture
def developer_settings(tmp_path: Path) -> Path:
    """A module of settings that a test may change."""
    path = tmp_path / "developer_settings.py"
    path.write_text(SETTINGS)
    return path


@pytest.fixture
def address(developer_settings: Path) -> Iterator[tuple[Running, str]]:
    """The server and where it listens, as in "127.0.0.1:45123"."""
    where = f"127.0.0.1:{free_port()}"
    folder = Path(os.environ["SOBREMESA_DATA_DIR"])  # whose Postgres runs already
    named = {"DJANGO_SETTINGS_MODULE": "developer_settings"}
    path = {"PYTHONPATH": str(developer_settings.parent)}
    command = [sys.executable, "manage.py", "runserver", where]
    server = Running(command, environment(folder, **named, **path))
    yield server, where
    os.killpg(server.process.pid, signal.SIGTERM)  # the one that watches, and the one that serves
    server.process.wait()


def code_of_socket(where: str) -> int | None:
    """Return how the site closes the socket of a visitor; None while nobody listens."""
    with suppress(OSError), connect(f"ws://{where}/ws/", origin=Origin(f"http://{where}")) as page:
        with suppress(ConnectionClosed):
            page.recv()
        return page.close_code
    return None


def test_it_serves_sockets_and_static_files(address: tuple[Running, str]) -> None:
    _, where = address
    assert until(lambda: code_of_socket(where)) == UNAUTHORIZED
    with urlopen(f"http://{where}/static/socket.js") as script:
        assert b"WebSocket" in script.read()


@pytest.mark.costly
def test_it_starts_again_after_a_change(
    address: tuple[Running, str], developer_settings: Path
) -> None:
    server, _ = address
    server.wait_for("Quit the server")
    serving = set(children(server.process.pid))

    def is_another() -> bool:
        developer_settings.touch()  # again, as it begins to watch only after a while
        return not serving & set(children(server.process.pid))

    assert until(is_another)
    server.wait_for("Quit the server")
