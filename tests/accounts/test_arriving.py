"""Who arrives over sockets: the same as over pages, and read for many together."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from accounts.models import User
from accounts.sessions.arriving import Arrivals, Arrived, arrived
from config.database.waits import HASTE_SECONDS, seconds_for_statement
from config.web.unreachable import UNREACHABLE
from tests.people import client_of, people_make, session_of

pytestmark = pytest.mark.django_db


def test_a_session_holds_as_long_as_it_does_for_pages() -> None:
    ana, ben, carla, dan = people_make("Ana", "Ben", "Carla", "Dan", password="pier-and-quay-7")
    keys = {user.username: session_of(user) for user in (ana, ben, carla, dan)}
    visitor = client_of(None)
    visitor.session.save()
    session = visitor.session
    session["anything"] = 1
    session.save()
    Session.objects.filter(pk=keys["Ben"]).update(expire_date=timezone.now() - timedelta(hours=1))
    User.objects.filter(pk=carla.pk).update(is_active=False)
    dan.set_password("another-one-9")
    dan.save()
    found = arrived([*keys.values(), session.session_key, "nonsense"])
    who = {key: one.user for key, one in found.items()}
    assert who.pop(keys["Ana"]) == ana
    assert keys["Ben"] not in who and "nonsense" not in who
    assert {user.pk for user in who.values()} == {None}, "inactive, of an old password, signed out"
    assert found[keys["Ana"]].session.session_key == keys["Ana"]


@pytest.mark.django_db(transaction=True)
def test_many_that_arrive_together_are_read_together() -> None:
    """One reading at a time; who comes meanwhile is in the next, and is never read too early."""
    people = people_make(*(f"Ana{number}" for number in range(6)))
    keys = [session_of(user) for user in people]
    readings: list[int] = []

    def counted(some: Collection[str]) -> dict[str, Arrived]:
        readings.append(len(some))
        return arrived(some)

    async def come() -> list[Arrived]:
        arrivals = Arrivals(counted)
        first = asyncio.ensure_future(arrivals.who(keys[0]))
        while not readings:
            await asyncio.sleep(0)
        later = [arrivals.who(keys[number % 6]) for number in range(60)]
        nobody = [arrivals.who(key) for key in ("", "\x00", "unknown")]
        return await asyncio.gather(first, *later, *nobody)

    found = asyncio.run(come())
    assert readings == [1, 7], "the first alone, then six sessions and an unknown one"
    assert [one.user for one in found[:61]] == [people[0], *people * 10]
    assert [one.user.pk for one in found[61:]] == [None] * 3


@pytest.mark.django_db(transaction=True)
def test_who_cannot_be_read_is_not_let_in_and_others_are_later() -> None:
    ana = people_make("Ana")[0]
    key = session_of(ana)
    away = [True]

    def reading(some: Collection[str]) -> dict[str, Arrived]:
        if away and away.pop():
            with connection.cursor() as cursor:
                cursor.execute("select pg_terminate_backend(pg_backend_pid())")
        return arrived(some)

    async def come() -> list[Any]:
        arrivals = Arrivals(reading)
        refused = await asyncio.gather(arrivals.who(key), return_exceptions=True)
        return [*refused, await arrivals.who(key)]

    refused, let_in = asyncio.run(come())
    assert isinstance(refused, UNREACHABLE)
    assert let_in.user == ana


def test_reading_is_bounded_as_somebody_waits() -> None:
    bounds: list[float] = []

    def reading(some: Collection[str]) -> dict[str, Arrived]:
        bounds.append(seconds_for_statement())
        return {}

    asyncio.run(Arrivals(reading).who("a session"))
    assert bounds == [HASTE_SECONDS]
