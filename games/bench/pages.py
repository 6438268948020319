"""How many pages a second, and with how many queries, on a site with a past."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.commands import close_connections
from games.bench import crowd, site
from games.bench.server import Tell
from games.bench.sockets import Pages

PEOPLE = 1_000
CONNECTIONS = 8
REFERENCE = "/one-query/"


def measure(running: int, finished: int, seconds: float, rounds: int, tell: Tell) -> dict[str, Any]:
    """Requests a second of each page as a ratio to the reference, on the empty site of here."""
    site.migrate()
    people = site.people(PEOPLE)
    begun = time.monotonic()
    tables = crowd.fill(running, finished, people)
    tell(f"{running} tables in play, {finished} finished, in {time.monotonic() - begun:.0f} s")
    person = people[0]
    pages = {
        "table page": f"/tables/{tables[0]}/",
        "lobby": "/lobby/",
        "my games": "/my-games/",
        "table in the API": f"/api/v1/tables/{tables[0]}",
    }
    queries = {name: queries_of(path, person) for name, path in pages.items()}
    close_connections()
    with site.serving(DJANGO_SETTINGS_MODULE="games.bench.settings") as (port, _):
        figures = asyncio.run(rates(port, pages, person.cookie, seconds, rounds))
    for name, row in figures.items():
        row["queries"] = queries[name]
        tell(f"{name:18} {row}")
    return figures


def queries_of(path: str, person: site.Person) -> int:
    """How many statements a page takes, those of the session included."""
    client = Client(HTTP_HOST="localhost")
    client.cookies[settings.SESSION_COOKIE_NAME] = person.session_key or ""
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        response = client.get(path)
    assert response.status_code == 200, f"{path}: {response.status_code}"
    return len(captured)


async def rates(
    port: int, pages: dict[str, str], cookie: str, seconds: float, rounds: int
) -> dict[str, dict[str, float]]:
    """Every page by turns with the reference; medians."""
    found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in pages}
    for path in (REFERENCE, *pages.values()):
        await rate(port, path, cookie, 0.3)
    for _ in range(rounds):
        for name, path in pages.items():
            reference, _times = await rate(port, REFERENCE, "", seconds / 2)
            own, times = await rate(port, path, cookie, seconds)
            again, _times = await rate(port, REFERENCE, "", seconds / 2)
            found[name].append((own, (reference + again) / 2, statistics.median(times)))
    return {
        name: {
            "requests/s": round(statistics.median(own for own, *_ in rows)),
            "one query/s": round(statistics.median(other for _, other, _ in rows)),
            "ratio": round(statistics.median(own / other for own, other, _ in rows), 2),
            "ms": round(1000 * statistics.median(took for *_, took in rows), 1),
        }
        for name, rows in found.items()
    }


async def rate(port: int, path: str, cookie: str, seconds: float) -> tuple[float, list[float]]:
    """Requests a second over kept connections, and the time of each."""
    end, times = time.perf_counter() + seconds, []

    async def ask() -> None:
        pages = Pages(port, {"Cookie": cookie} if cookie else {})
        while (begun := time.perf_counter()) < end:
            status, _body = await pages.get(path)
            assert status == 200, f"{path}: {status}"
            times.append(time.perf_counter() - begun)
        pages.close()

    await asyncio.gather(*(ask() for _ in range(CONNECTIONS)))
    return len(times) / seconds, times
