"""How long a page takes, and how many a second, on a site with many tables.

Each request is for a random table and user: a page that was just drawn for the same reader would
say little.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.running.commands import close_connections
from games.models import Seat, Table
from tools.bench import crowd, site
from tools.bench.rows import Row, Tell, median, milliseconds, row
from tools.bench.sockets import Pages

PEOPLE = 1_000
CONNECTIONS = 8
DIFFERENT = 40  # of the tables in play; the others are copies with other people
SAMPLES = 12  # requests of which the statements are counted
GAME = "santiago_de_cuba"
MOST_MS = {"table page": 6.0, "my games": 10.0, "tables of a game in the API": 5.0}
MOST_STATEMENTS = {"my games": 6}


class Ask(NamedTuple):
    """A request of somebody."""

    path: str
    cookie: str


Draw = Callable[[random.Random], Ask]


def measure(running: int, finished: int, seconds: float, rounds: int, tell: Tell) -> list[Row]:
    """All pages, beside a view with one query, on the empty site of this process's data folder."""
    site.migrate()
    people = site.people(PEOPLE)
    begun = time.monotonic()
    crowd.fill(running, finished, people, min(DIFFERENT, running))
    tell(f"{running} tables in play, {finished} finished, in {time.monotonic() - begun:.0f} s")
    draws = draws_of(people)
    statements = {name: statements_of(draw) for name, draw in draws.items()}
    close_connections()
    with site.serving(DJANGO_SETTINGS_MODULE="tools.bench.settings") as (port, _):
        rows = asyncio.run(all_pages(port, draws, seconds, rounds, tell))
    return rows + [
        row(f"pages: {name}: statements", most, most=MOST_STATEMENTS.get(name))
        for name, most in statements.items()
    ]


def draws_of(people: list[site.SignedInUser]) -> dict[str, Draw]:
    """The pages, each with a function that makes a random request."""
    cookies = {person.user.pk: person.cookie for person in people}
    playing = Seat.objects.filter(table__status=Table.Status.PLAYING, table__game=GAME)
    seats = list(playing.order_by("pk").values_list("table_id", "user_id"))
    everybody = list(cookies.values())

    def at_table(address: str) -> Draw:
        def draw(chance: random.Random) -> Ask:
            table, user = chance.choice(seats)
            return Ask(address.format(table), cookies[user])

        return draw

    def anywhere(path: str) -> Draw:
        return lambda chance: Ask(path, chance.choice(everybody))

    return {
        "table page": at_table("/tables/{}/"),
        "lobby": anywhere("/lobby/"),
        "my games": anywhere("/my-games/"),
        "tables of a game in the API": anywhere(f"/api/v1/tables?game={GAME}"),
        "table in the API": at_table("/api/v1/tables/{}"),
    }


def statements_of(draw: Draw) -> int:
    """How many statements such a request takes at most, those of the session included."""
    chance, counts = random.Random("statements"), []
    for _ in range(SAMPLES):
        asked = draw(chance)
        client = Client(HTTP_HOST="localhost")
        client.cookies[settings.SESSION_COOKIE_NAME] = asked.cookie.partition("=")[2]
        with CaptureQueriesContext(connection) as captured:
            response = client.get(asked.path)
        assert response.status_code == 200, f"{asked.path}: {response.status_code}"
        counts.append(len(captured))
    return max(counts[1:])  # the first may fill caches


async def all_pages(
    port: int, draws: dict[str, Draw], seconds: float, rounds: int, tell: Tell
) -> list[Row]:
    """Every page by turns with the reference."""
    one_query: Draw = lambda _: Ask("/one-query/", "")  # noqa: E731 - as the others
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in draws}
    times: dict[str, list[float]] = {name: [] for name in draws}
    for draw in (one_query, *draws.values()):
        await asked_for(port, draw, 0.5, 2, "warm")
    for turn in range(rounds):
        for name, draw in draws.items():
            seed = f"{name} {turn}"
            before = await asked_for(port, one_query, seconds / 2, CONNECTIONS, seed)
            times[name] += await asked_for(port, draw, seconds, 1, f"{seed} alone")
            own = await asked_for(port, draw, seconds, CONNECTIONS, seed)
            after = await asked_for(port, one_query, seconds / 2, CONNECTIONS, seed)
            rates[name].append((len(own) / seconds, (len(before) + len(after)) / seconds))
            tell(f"{name:28} {rates[name][-1][0]:.0f}/s, {milliseconds(times[name], 0.5):.1f} ms")
    rows = []
    for name, found in rates.items():
        own_rate, reference = (median(pair[index] for pair in found) for index in (0, 1))
        rows += [
            row(f"pages: {name}: one at a time, p50 ms", milliseconds(times[name], 0.5),
                most=MOST_MS.get(name)),
            row(f"pages: {name}: one at a time, p95 ms", milliseconds(times[name], 0.95)),
            row(f"pages: {name}: requests/s beside those of one query", own_rate, reference),
        ]  # fmt: skip
    return rows


async def asked_for(
    port: int, draw: Draw, seconds: float, connections: int, seed: str
) -> list[float]:
    """The time of each request over kept connections."""
    end, times = time.perf_counter() + seconds, list[float]()
    chance = random.Random(seed)

    async def ask() -> None:
        pages = Pages(port, {})
        while time.perf_counter() < end:
            asked = draw(chance)
            cookie = {"Cookie": asked.cookie} if asked.cookie else {}
            begun = time.perf_counter()
            status, _body = await pages.get(asked.path, cookie)
            assert status == 200, f"{asked.path}: {status}"
            times.append(time.perf_counter() - begun)
        pages.close()

    await asyncio.gather(*(ask() for _ in range(connections)))
    return times
