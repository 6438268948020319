"""The processes of docker-compose.yml, run by hand: two for sockets, one for pages, a worker."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from config.running import postgres
from tests.config.compose import ROOT, filled_in, services
from tests.config.processes import Running, free_port, gone

SITE = "https://games.example.org"
HOST = "games.example.org"
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
        return urllib.request.urlopen(asked, timeout=10)  # type: ignore[no-any-return]

    def listen(self, name: str, origin: str = SITE) -> ClientConnection:
        """A socket as the proxy would pass it on."""
        pipe = socket.create_connection(("127.0.0.1", self.ports[name]))
        return connect(f"ws://{HOST}/ws/?lobby=1", sock=pipe, origin=Origin(origin))

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Something beside the processes, to its end."""
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=60
        )


@pytest.fixture(scope="module")
def production() -> Iterator[Production]:
    """Started as the compose file says, with only addresses, ports and paths exchanged."""
    folder = Path(tempfile.mkdtemp(prefix="sobremesa-"))
    folder.chmod(0o755)
    with postgres.hold(folder, durable=False) as held:
        site = Production(_environment(folder, held.host), {}, {})
        try:
            setup = site.run(services()["setup"]["command"])
            assert setup.returncode == 0, setup.stderr
            for name, service in (("pages", "pages"), ("live1", "live"), ("live2", "live"),
                                  ("worker", "worker")):  # fmt: skip
                _start(site, name, service)
            _wait_until_healthy(site)
            yield site
        finally:
            codes = {name: running.end() for name, running in site.processes.items()}
    assert codes == dict.fromkeys(site.processes, 0), "every process ends cleanly on SIGTERM"
    assert gone(folder, seconds=2) == []
    shutil.rmtree(folder)


def _environment(folder: Path, host: str) -> dict[str, str]:
    """As .env.example, with the secrets filled in; programs come from the running environment."""
    return {
        **filled_in(),
        "SECRET_KEY": "a secret key for production, long and random enough",
        "SITE_URL": SITE,
        "DATABASE_URL": f"postgres://{postgres.NAME}@/{postgres.NAME}?host={host}",
        "STATIC_ROOT": str(folder / "static"),
        "METRICS_TOKEN": TOKEN,
        "METRICS_PORT": str(free_port()),
        "LOG_FORMAT": "json",
        "DRAIN_FILE": str(folder / "drain"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONUNBUFFERED": "1",
    }


def _start(site: Production, name: str, service: str) -> None:
    port = int(site.environment["METRICS_PORT"]) if service == "worker" else free_port()
    exchanged = {"0.0.0.0": "127.0.0.1", "8000": str(port), "8001": str(port)}
    command = [exchanged.get(word, word) for word in services()[service]["command"]]
    site.ports[name] = port
    site.processes[name] = Running(command, site.environment)


def _wait_until_healthy(site: Production) -> None:
    deadline = time.monotonic() + 60
    for name, service in (("pages", "pages"), ("live1", "live"), ("live2", "live"),
                          ("worker", "worker")):  # fmt: skip
        ports = {"8000": str(site.ports[name]), "8001": str(site.ports[name])}
        probe = services()[service]["healthcheck"]["test"][1:]
        for old, new in ports.items():
            probe = [word.replace(f":{old}/", f":{new}/") for word in probe]
        while (done := site.run(probe)).returncode:
            assert time.monotonic() < deadline, f"{name}: {done.stderr}"
            time.sleep(0.2)


def test_pages_are_served_as_production_wants_them(production: Production) -> None:
    with production.get("pages", "/accounts/login/") as answer:
        page = answer.read().decode()
        assert answer.status == 200
        assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
        assert "wss://games.example.org" in answer.headers["Content-Security-Policy"]
        cookies = answer.headers.get_all("Set-Cookie") or []
        (token,) = [cookie for cookie in cookies if "csrftoken" in cookie]
        assert token.startswith("__Host-csrftoken="), "of this very host, and no other"
        assert "Secure" in token and "Path=/;" in token and "Domain" not in token
    assert "/static/site." in page, "static files carry the fingerprint of their content"


def test_static_files_lie_where_the_proxy_looks(production: Production) -> None:
    folder = Path(production.environment["STATIC_ROOT"])
    assert list(folder.glob("site.*.css"))
    assert (folder / "staticfiles.json").exists()


def test_plain_http_is_sent_to_https(production: Production) -> None:
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    asked = urllib.request.Request(
        f"http://127.0.0.1:{production.ports['pages']}/accounts/login/", headers={"Host": HOST}
    )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.build_opener(Stay).open(asked, timeout=10)
    assert caught.value.code == 301
    assert caught.value.headers["Location"] == f"{SITE}/accounts/login/"


def test_other_host_names_are_refused(production: Production) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        production.get("pages", "/accounts/login/", Host="evil.example")
    assert caught.value.code == 400


@pytest.mark.parametrize("name", ["pages", "live1", "live2"])
def test_each_process_says_that_it_is_well(production: Production, name: str) -> None:
    with production.get(name, "/readyz") as answer:
        assert json.load(answer) == {"database": "ok", "migrations": "ok", "draining": "no"}


@pytest.mark.parametrize("name", ["pages", "live1", "live2", "worker"])
def test_each_process_tells_its_figures_to_who_may_know(production: Production, name: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        production.get(name, "/metrics")
    assert caught.value.code == 404, "a proxy on the same machine is not somebody of this machine"
    with production.get(name, "/metrics", Authorization=f"Bearer {TOKEN}") as answer:
        told = answer.read().decode()
    assert "sobremesa_database_up 1.0" in told and "process_start_time_seconds" in told
    assert 'sobremesa_jobs{queue="searches",state="waiting"} 0.0' in told
    address = f"http://127.0.0.1:{production.ports[name]}/metrics"
    with urllib.request.urlopen(address, timeout=10) as answer:
        assert answer.status == 200, "asked by the machine itself, past the proxy"


@pytest.mark.parametrize("name", ["pages", "live1"])
def test_a_process_that_is_to_be_emptied_still_answers(production: Production, name: str) -> None:
    drain = Path(production.environment["DRAIN_FILE"])
    drain.touch()
    try:
        with pytest.raises(urllib.error.HTTPError) as caught:
            production.get(name, "/readyz")
        assert caught.value.code == 503
        with production.get(name, "/accounts/login/") as answer:
            assert answer.status == 200
    finally:
        drain.unlink()


@pytest.mark.parametrize("name", ["pages", "live1"])
def test_the_log_is_json_and_names_the_request(production: Production, name: str) -> None:
    known = "0b1c9a5e-8f3d-4a6b-9c2e-1d7f5a3b8c4d"
    with pytest.raises(urllib.error.HTTPError) as caught:
        production.get(name, "/nothing/here/", **{"X-Request-ID": known})
    assert caught.value.headers["X-Request-ID"] == known
    record = json.loads(production.processes[name].wait_for(known, 10))
    assert (record["logger"], record["request"]) == ("django.request", known)
    assert record["message"] == "Not Found: /…"


def test_news_reach_the_sockets_of_both_processes(production: Production) -> None:
    with production.listen("live1") as first, production.listen("live2") as second:
        time.sleep(0.3)  # until both listen; who came too late would be told to fetch everything
        told = production.run(
            ["python", "manage.py", "shell", "--no-imports", "-c",
             "from lobby.realtime import tell_lobby; tell_lobby(4711)"]
        )  # fmt: skip
        assert told.returncode == 0, told.stderr
        for listener in (first, second):
            assert _news(listener) == {"type": "lobby", "table": 4711}


def _news(listener: ClientConnection) -> dict[str, object]:
    """The next message that names a table."""
    while True:
        message: dict[str, object] = json.loads(listener.recv(timeout=10))
        if message.get("table") is not None:
            return message


def test_sockets_of_other_sites_are_refused(production: Production) -> None:
    with pytest.raises(InvalidStatus) as caught:
        production.listen("live1", origin="https://evil.example")
    assert caught.value.response.status_code == 403


def test_attempts_to_sign_in_are_counted_for_all_processes(production: Production) -> None:
    """Which django-allauth does in the cache."""
    count = "cache.set('counted', cache.get('counted', 0) + 1); print(cache.get('counted'))"
    script = f"from django.core.cache import cache; {count}"
    for seen in ("1", "2"):
        done = production.run(["python", "manage.py", "shell", "--no-imports", "-c", script])
        assert done.stdout.strip() == seen, done.stderr


def test_the_worker_runs_what_was_deferred(production: Production) -> None:
    script = (
        "import time\n"
        "from config.tasks import clear_old_sessions\n"
        "from procrastinate.contrib.django.models import ProcrastinateJob as Job\n"
        "number = clear_old_sessions.defer(timestamp=0)\n"
        "deadline = time.monotonic() + 20\n"
        "while Job.objects.get(pk=number).status != 'succeeded':\n"
        "    assert time.monotonic() < deadline\n"
        "    time.sleep(0.1)\n"
    )
    done = production.run(["python", "manage.py", "shell", "--no-imports", "-c", script])
    assert done.returncode == 0, done.stderr
