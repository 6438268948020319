"""The empty site and the crowded one: every periodic job and each kind of page on both.

Jobs and pages are found by themselves: a new one is tried without another line.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Notice
from games.models import Table
from tests.crowd import crowd_make
from tests.pages.links import THEIRS
from tests.pages.world import World, routes
from tests.people import client_of, people_make
from tools import working
from tools.samples import table_make, usual

MANY = 10_000
FEW = 200
"""Enough to fill every list."""
MORE_BYTES = 60_000
"""By how much longer a page may be where there is a crowd: it lists so many and no more."""


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals are expected."""
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("people", [0, 1])
def test_periodic_jobs_are_done_where_there_is_hardly_anybody(people: int) -> None:
    """A site that is just installed has no errors in its log."""
    people_make(*["Ana"][:people])
    done = working.periodic_work()
    working.forget_jobs()
    assert done and set(done.values()) == {"succeeded"}, done


@pytest.mark.costly
@pytest.mark.django_db(transaction=True)
def test_periodic_jobs_are_done_where_there_is_a_crowd_in_one_zone() -> None:
    """Everybody's digest is due in the same hour, and everybody is asked at a table."""
    (two,) = [sample for sample in usual("pier") if sample.players == 2][:1]
    table = Table.objects.get(pk=table_make(two, people_make("Ana", "Ben")))
    users = crowd_make(MANY, table)
    done = working.periodic_work()
    working.forget_jobs()
    assert done and set(done.values()) == {"succeeded"}, done
    digests = Notice.objects.filter(kind="digest", user__in=users)
    assert digests.count() == MANY


@pytest.mark.django_db
@pytest.mark.parametrize("people", [0, 1])
def test_each_page_is_shown_where_there_is_hardly_anybody(people: int) -> None:
    clients = [client_of(user) for user in [None, *people_make(*["Ana"][:people])]]
    addresses = [reverse(route.name) for route in routes() if not route.wants]
    assert len(addresses) > 40
    answers = {address: client.get(address).status_code
               for client in clients for address in addresses}  # fmt: skip
    assert {address: status for address, status in answers.items() if status >= 500} == {}


class Cost(NamedTuple):
    """What a page takes."""

    queries: int
    size: int


@pytest.mark.costly
@pytest.mark.django_db
def test_no_page_costs_more_where_there_is_a_crowd() -> None:
    world = World()
    costs = []
    for people in (FEW, MANY):
        for state in ("in play", "open"):
            crowd_make(people // 2, world.tables[state])
        costs.append(costs_of(world))
    few, many = costs
    assert len(few) > 100
    more = {
        page: (few[page], cost)
        for page, cost in many.items()
        if cost.queries > few[page].queries or cost.size > few[page].size + MORE_BYTES
    }
    assert more == {}


def costs_of(world: World) -> dict[str, Cost]:
    """What one page of each route costs, for those who see most there."""
    clients = world.viewers()
    return {
        f"{name} for {who}": cost_of(clients[who], address)
        for name, address in addresses_of(world)
        for who in (("admin",) if address.startswith(THEIRS) else ("nobody", "user"))
    }


def addresses_of(world: World) -> Iterator[tuple[str, str]]:
    """An address of each route; of those of tables, that of one at which two play."""
    for route in routes():
        values = list(world.values(route))
        mine = [one for one in values if one.get("table_id") == world.tables["in play"].pk]
        for one in (mine or values)[:1]:
            yield route.name, reverse(route.name, kwargs=one)


def cost_of(client: Client, address: str) -> Cost:
    """What a page takes; that of a stream is its first part."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    return Cost(len(queries), 0 if answer.streaming else len(answer.content))
