"""How fast push is: a program, not a test.

    python -m tests.config.measure_push [--json] [--redis] [--rounds N]

On a Postgres of its own, durable as in production, a second process tells groups in transactions
and this one hears them. Prints what `docs/push.md` quotes. Figures are of this machine, now.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

MEMBERS = 200
NOTIFICATIONS = 5000


def share(values: list[float], part: float) -> float:
    """The value below which that part of the values lies, in ms."""
    return round(sorted(values)[int(part * (len(values) - 1))] * 1000, 2)


async def latency(layer: Any, members: int, rounds: int, tell: Any) -> dict[str, float]:
    """From just before COMMIT in the other process to the last of so many local channels, ms."""
    channels = [await layer.new_channel() for _ in range(members)]
    for channel in channels:
        await layer.group_add("measured", channel)
    taken = []
    for _ in range(rounds):
        waiting = [asyncio.create_task(layer.receive(channel)) for channel in channels]
        await asyncio.sleep(0.02)
        begun = await tell()
        await asyncio.gather(*waiting)
        taken.append(time.monotonic() - begun)
    for channel in channels:
        await layer.group_discard("measured", channel)
    return {"p50 ms": share(taken, 0.5), "p99 ms": share(taken, 0.99)}


async def heard_per_second(layer: Any, send: Any) -> float:
    """Notifications that reach one local channel per second, sender and Postgres included."""
    channel = await layer.new_channel()
    await layer.group_add("measured", channel)
    sending = asyncio.create_task(send(NOTIFICATIONS))
    begun = time.perf_counter()
    for _ in range(NOTIFICATIONS):
        await layer.receive(channel)
    taken = time.perf_counter() - begun
    await sending
    await layer.group_discard("measured", channel)
    return round(NOTIFICATIONS / taken)


async def fan_out(layer: Any, members: int) -> float:
    """CPU of hearing one notification and waking so many readers, in microseconds each."""
    hub, seen = layer.hub, 0
    names = [await layer.new_channel() for _ in range(members)]
    for name in names:
        await layer.group_add("measured", name)
    rounds = 200
    begun = time.process_time()
    for number in range(rounds):
        readers = [asyncio.create_task(layer.receive(name)) for name in names]
        await asyncio.sleep(0)
        hub.hear(f'group measured {{"type":"table.moved","number":{number}}}')
        seen += len(await asyncio.gather(*readers))
    taken = time.process_time() - begun
    assert seen == rounds * members
    return round(taken / seen * 1e6, 1)


def strangers(layer: Any) -> float:
    """Microseconds for a notification that concerns nobody here."""
    begun = time.process_time()
    for _ in range(100_000):
        layer.hub.hear('group table-77 {"type":"table.moved","number":43}')
    return round((time.process_time() - begun) * 10, 2)


async def dispatch_cost(lean: bool) -> float:
    """Microseconds of CPU for a consumer to be called with one message of the layer."""
    from channels.consumer import AsyncConsumer

    from config.channel_consumer import LeanDispatch

    class Counter(*((LeanDispatch, AsyncConsumer) if lean else (AsyncConsumer,))):  # type: ignore
        async def table_moved(self, message: dict[str, Any]) -> None:
            pass

    consumer, rounds = Counter(), 2000
    begun = time.process_time()
    for number in range(rounds):
        await consumer.dispatch({"type": "table.moved", "number": number})
    return round((time.process_time() - begun) / rounds * 1e6, 1)


async def measure(rounds: int) -> dict[str, Any]:
    """Everything, over the layer that is configured."""
    from channels.layers import get_channel_layer

    from config.channel_layer import PostgresChannelLayer
    from tests.config.push_servers import Peer

    layer = get_channel_layer()
    found: dict[str, Any] = {"layer": type(layer).__name__}
    async with Peer() as peer:
        tell = lambda: peer("tell_timed", "measured", {"type": "table.moved", "number": 43})  # noqa: E731
        for members in (1, 5, MEMBERS):
            found[f"commit to {members} channels"] = await latency(layer, members, rounds, tell)
        if isinstance(layer, PostgresChannelLayer):
            layer.capacity = NOTIFICATIONS + 1
            for batch in (1, 100):
                send = lambda count, size=batch: peer("tell_many", "measured", count, size)  # noqa: E731
                found[f"heard/s, {batch} per transaction"] = await heard_per_second(layer, send)
            found["fan-out, us per channel"] = await fan_out(layer, MEMBERS)
            found["of no concern, us"] = strangers(layer)
    found["dispatch, us"] = {
        "Channels": await dispatch_cost(False),
        "lean": await dispatch_cost(True),
    }
    if isinstance(layer, PostgresChannelLayer):
        await layer.close()
    else:
        await layer.flush()
    return found


def main() -> None:
    """Start the servers, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--redis", action="store_true", help="over Redis pub/sub instead")
    parser.add_argument("--rounds", type=int, default=200)
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="sobremesa-measure-"))
    folder.chmod(0o755)
    os.environ.update(SOBREMESA_DATA_DIR=str(folder), DJANGO_SETTINGS_MODULE="config.settings")
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if chosen.redis:
            from tests.config.push_servers import RedisServer

            os.environ["REDIS_URL"] = stack.enter_context(RedisServer())
        from config import postgres

        stack.enter_context(postgres.hold(folder))
        import django

        django.setup()
        found = asyncio.run(measure(chosen.rounds))
    if chosen.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:32} {value}")


if __name__ == "__main__":
    sys.exit(main())
