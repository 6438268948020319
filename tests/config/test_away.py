"""Postgres is away, with a word or without one: pages say so, probes wait for nothing."""

from __future__ import annotations

import json
import shutil
import tempfile
import urllib.error
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from config.running import postgres
from tests.config.production import Production, environment_of, start, wait_until_healthy
from tools.compose import services
from tools.lines import NetworkLine
from tools.patience import until

pytestmark = pytest.mark.costly
SERVICES = {"pages": "pages", "live": "live"}
BURST = 20
"""Requests at once: many more than there are threads, each of which would wait in turn."""


@pytest.fixture(scope="module")
def line() -> Iterator[NetworkLine]:
    """To a Postgres of its own."""
    folder = Path(tempfile.mkdtemp(prefix="sobremesa-away-"))
    folder.chmod(0o755)
    held = postgres.hold(folder, durable=False)
    with held, NetworkLine(Path(held.host) / ".s.PGSQL.5432") as line:
        yield line
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def site(line: NetworkLine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    """Pages and sockets as in production, which reach Postgres over that line."""
    database = f"postgres://{postgres.NAME}@127.0.0.1:{line.port}/{postgres.NAME}"
    site = Production(environment_of(tmp_path_factory.mktemp("site"), database), {}, {})
    try:
        setup = site.run(services()["setup"]["command"])
        assert setup.returncode == 0, setup.stderr
        for name, service in SERVICES.items():
            start(site, name, service)
        wait_until_healthy(site, SERVICES)
        yield site
    finally:
        for running in site.processes.values():
            running.end()


def answer(site: Production, name: str, path: str) -> tuple[int, str]:
    """Status and text of a page."""
    try:
        with site.get(name, path) as told:
            return told.status, told.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def probed(site: Production, name: str) -> tuple[int, str]:
    """The status of `/healthz`, and what `/readyz` says of the database."""
    alive, _ = answer(site, name, "/healthz")
    return alive, json.loads(answer(site, name, "/readyz")[1])["database"]


def wait_until(site: Production, name: str, database: str) -> None:
    until(lambda: probed(site, name) == (200, database))


@pytest.mark.parametrize("name", SERVICES)
@pytest.mark.parametrize("how", ["silent", "refused"])
def test_everybody_is_told_and_probes_are_answered_meanwhile(
    site: Production, line: NetworkLine, name: str, how: str
) -> None:
    """All threads wait for the database; who looks after the process does not wait with them."""
    assert answer(site, name, "/lobby/")[0] == 200
    with ThreadPoolExecutor(BURST) as people:
        if how == "silent":
            line.fall_silent(for_all=True)
        else:
            line.refuse()
        try:
            asked = [people.submit(answer, site, name, "/lobby/") for _ in range(BURST)]
            probes = [probed(site, name) for _ in range(20)]
            under_way = sum(not one.done() for one in asked)
            assert {alive for alive, _ in probes} == {200}
            assert under_way > BURST / 2, "the probes were answered before the pages"
            wait_until(site, name, "unreachable")
            told = [one.result() for one in asked]
        finally:
            line.speak()
            if how == "refused":
                line.accept()
        assert {status for status, _ in told} == {503}
        assert all("The database cannot be reached" in text for _, text in told)
        wait_until(site, name, "ok")
    assert answer(site, name, "/lobby/")[0] == 200


@pytest.mark.parametrize("name", SERVICES)
def test_dead_connections_are_left_while_new_ones_work(
    site: Production, line: NetworkLine, name: str
) -> None:
    with ThreadPoolExecutor(BURST) as people:
        wait([people.submit(answer, site, name, "/lobby/") for _ in range(BURST)])
        line.fall_silent()
        try:
            asked = [people.submit(answer, site, name, "/lobby/") for _ in range(BURST)]
            told = [one.result() for one in asked]
            assert {status for status, _ in told} <= {200, 503}
            wait_until(site, name, "ok")
            assert answer(site, name, "/lobby/")[0] == 200
        finally:
            line.speak()


def test_a_worker_outlives_an_outage(site: Production, line: NetworkLine) -> None:
    """Its supervisor would start it again after pauses that grow with each outage."""
    start(site, "worker", "worker")
    is_well = services()["worker"]["healthcheck"]["test"][1:]
    wait_until_healthy(site, {"worker": "worker"})
    line.refuse()
    assert site.run(is_well).returncode
    site.processes["worker"].wait_for("The database is lost")
    line.accept()
    while site.run(is_well).returncode:
        assert site.processes["worker"].process.poll() is None
    assert site.processes["worker"].process.poll() is None
