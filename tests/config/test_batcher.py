"""What is added for many sockets within a moment is worked on together, by a clock of the test."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError

from config.database.waits import HASTE_SECONDS, altogether, hurry, seconds_within
from config.database.waits import seconds_for_statement as allowed
from config.socket.batcher import AGAIN, Batcher

SETTLE = 5.0


class Clock:
    """Passes time only when told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.sleepers: list[tuple[float, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.now + seconds, future))
        await future

    async def go_on(self, seconds: float) -> None:
        """Wake whoever has slept long enough by then, and let all do what they can."""
        await self.rest()
        self.now += seconds
        for sleeper in [sleeper for sleeper in self.sleepers if sleeper[0] <= self.now]:
            self.sleepers.remove(sleeper)
            sleeper[1].set_result(None)
        await self.rest()

    async def rest(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


class Work:
    """Notes the batches that it is handed; raises what it is told to, once each."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.batches: list[list[str]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, items: list[str]) -> None:
        self.batches.append(items)
        await self.gate.wait()
        if self.errors:
            raise self.errors.pop(0)


def batcher(work: Work, **options: Any) -> tuple[Batcher[str], Clock]:
    clock = Clock()
    return Batcher(work, settle=SETTLE, sleep=clock.sleep, **options), clock


@pytest.mark.asyncio
async def test_what_comes_within_a_moment_is_one_batch() -> None:
    work = Work()
    batch, clock = batcher(work)
    batch.add("Ana", "Ben")
    await clock.go_on(SETTLE - 1)
    batch.add("Carla", "Ana")
    assert work.batches == []
    await clock.go_on(1)
    assert work.batches == [["Ana", "Ben", "Carla"]], "each once, in their order"
    await clock.go_on(100)
    assert len(work.batches) == 1, "nothing is left"
    batch.add("Ana")
    await clock.go_on(SETTLE)
    assert work.batches[1:] == [["Ana"]]


@pytest.mark.asyncio
async def test_one_batch_at_a_time() -> None:
    work = Work()
    work.gate.clear()
    batch, clock = batcher(work)
    batch.add("Ana")
    await clock.go_on(SETTLE)
    batch.add("Ana", "Ben")
    await clock.go_on(100)
    assert work.batches == [["Ana"]]
    work.gate.set()
    await clock.go_on(SETTLE)
    assert work.batches[1:] == [["Ana", "Ben"]], "what was being done may not have seen the latest"


@pytest.mark.asyncio
async def test_a_batch_has_a_limit() -> None:
    work = Work()
    batch, clock = batcher(work, at_once=2)
    batch.add(*"abcde")
    for _ in range(3):
        await clock.go_on(SETTLE)
    assert work.batches == [["a", "b"], ["c", "d"], ["e"]]


@pytest.mark.asyncio
async def test_what_failed_for_the_database_is_tried_again(caplog: Any) -> None:
    work = Work(OperationalError("away"), OperationalError("away"))
    batch, clock = batcher(work)
    batch.add("Ana")
    await clock.go_on(SETTLE)
    batch.add("Ben")
    for tries in (1, 2):
        await clock.go_on(AGAIN.longest)
        assert len(work.batches) == tries, "others may come first"
        await clock.go_on(SETTLE)
    assert work.batches == [["Ana"], ["Ana", "Ben"], ["Ana", "Ben"]]
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("error", "retried"), [(ValueError("a defect"), None), (OperationalError("away"), ())]
)
async def test_what_failed_otherwise_is_dropped_and_said(
    caplog: Any, error: Exception, retried: Any
) -> None:
    work = Work(error)
    batch, clock = batcher(work, **({} if retried is None else {"retried": retried}))
    batch.add("Ana")
    await clock.go_on(SETTLE)
    batch.add("Ben")
    await clock.go_on(SETTLE)
    await clock.go_on(100)
    assert work.batches == [["Ana"], ["Ben"]]
    assert [record.name for record in caplog.records] == ["config.socket.batcher"]


@pytest.mark.asyncio
async def test_errors_to_be_retried_can_be_chosen() -> None:
    work = Work(ValueError("a defect"))
    batch, clock = batcher(work, retried=(Exception,))
    batch.add("Ana")
    for seconds in (SETTLE, AGAIN.longest, SETTLE):
        await clock.go_on(seconds)
    assert work.batches == [["Ana"]] * 2


def test_statements_are_bounded_for_somebody_who_waits_and_for_no_one_message() -> None:
    """Whoever starts a batch may have used up their time; those behind them have not."""
    bounds: list[float] = []

    async def work(items: list[str]) -> None:
        bounds.extend((allowed(), seconds_within(60.0)))

    async def add_amid(begin: Callable[[], None]) -> None:
        begin()
        batch = Batcher(work)
        with altogether(0.2):
            batch.add("Ana")
        assert batch.task
        await batch.task

    asyncio.run(add_amid(lambda: None))
    asyncio.run(add_amid(lambda: hurry(0.3)))
    assert bounds == [HASTE_SECONDS, 60.0] * 2
