"""The processes of docker-compose.yml, run by hand: two for sockets, one for pages, a worker."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from config.running import postgres
from tools.compose import ROOT, filled_in, services
from tools.patience import LONG_PATIENCE, PATIENCE, until
from tools.processes import Running, free_port, gone

SITE = "https://games.example.org"
HOST = "games.example.org"
SERVICES = {"pages": "pages", "live1": "live", "live2": "live", "worker": "worker"}
TOKEN = "who brings this may read figures"


@dataclass
class Production:
    """What runs, and under which environment."""

    environment: dict[str, str]
    ports: dict[str, int]
    processes: dict[str, Running]

    def get(self, name: str, path: str, **headers: str) -> urllib.request.addinfourl:
        """A request as the proxy would pass it on."""
        sent = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        address = f"http://127.0.0.1:{self.ports[name]}{path}"
        asked = urllib.request.Request(address, headers={**sent, **headers})
        return urllib.request.urlopen(asked, timeout=PATIENCE)  # type: ignore[no-any-return]

    def listen(self, name: str, origin: str = SITE) -> ClientConnection:
        """A socket as the proxy would pass it on."""
        pipe = socket.create_connection(("127.0.0.1", self.ports[name]))
        return connect(f"ws://{HOST}/ws/?lobby=1", sock=pipe, origin=Origin(origin))

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Something beside the processes, to its end."""
        return subprocess.run(
            command,
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=LONG_PATIENCE,
        )


@pytest.fixture(scope="module")
def production() -> Iterator[Production]:
    """Started as the compose file says, with only addresses, ports and paths exchanged."""
    folder = Path(tempfile.mkdtemp(prefix="sobremesa-"))
    folder.chmod(0o755)
    with postgres.hold(folder, durable=False) as held:
        database = f"postgres://{postgres.NAME}@/{postgres.NAME}?host={held.host}"
        site = Production(environment_of(folder, database), {}, {})
        try:
            setup = site.run(services()["setup"]["command"])
            assert setup.returncode == 0, setup.stderr
            for name, service in SERVICES.items():
                start(site, name, service)
            wait_until_healthy(site, SERVICES)
            yield site
        finally:
            codes = {name: running.end() for name, running in site.processes.items()}
    assert codes == dict.fromkeys(site.processes, 0), "every process ends cleanly on SIGTERM"
    assert gone(folder, seconds=2) == []
    shutil.rmtree(folder)


def environment_of(folder: Path, database: str) -> dict[str, str]:
    """As .env.example, with the secrets filled in; programs come from the running environment."""
    return {
        **filled_in(),
        "SECRET_KEY": "a secret key for production, long and random enough",
        "SITE_URL": SITE,
        "DATABASE_URL": database,
        "STATIC_ROOT": str(folder / "static"),
        "METRICS_TOKEN": TOKEN,
        "METRICS_PORT": str(free_port()),
        "LOG_FORMAT": "json",
        "DRAIN_FILE": str(folder / "drain"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONUNBUFFERED": "1",
        "SOBREMESA_ENV_FILE": "",
    }


def start(site: Production, name: str, service: str, port: int = 0) -> None:
    """Start a service of the compose file under a name of its own, and at a port if it had one."""
    if not port:
        port = int(site.environment["METRICS_PORT"]) if service == "worker" else free_port()
    exchanged = {"0.0.0.0": "127.0.0.1", "8000": str(port), "8001": str(port)}
    command = [exchanged.get(word, word) for word in services()[service]["command"]]
    site.ports[name] = port
    site.processes[name] = Running(command, site.environment)


def is_healthy(site: Production, probe: list[str]) -> bool:
    """Whether a service says that it is well."""
    return site.run(probe).returncode == 0


def is_listening(port: int) -> bool:
    """Whether a process is there already; asking for its health costs one of its own each time."""
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    except OSError:
        return False
    return True


def wait_until_healthy(site: Production, names: dict[str, str]) -> None:
    """Ask each as the compose file says until it is well."""
    for name, service in names.items():
        if service != "worker":
            until(partial(is_listening, site.ports[name]))
        ports = {"8000": str(site.ports[name]), "8001": str(site.ports[name])}
        probe = services()[service]["healthcheck"]["test"][1:]
        for old, new in ports.items():
            probe = [word.replace(f":{old}/", f":{new}/") for word in probe]
        until(partial(is_healthy, site, probe))
