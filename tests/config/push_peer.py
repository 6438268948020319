"""The second process: reads what to do from stdin, one JSON list per line, and answers each."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import django
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

from config.channel_layer import tell_after_commit

open_blocks: list[transaction.Atomic] = []
loop = asyncio.new_event_loop()
"""For what has to outlive one line: joining groups, waiting for messages."""


def begin() -> None:
    block = transaction.atomic()
    block.__enter__()
    open_blocks.append(block)


def commit() -> None:
    open_blocks.pop().__exit__(None, None, None)


def rollback() -> None:
    transaction.set_rollback(True)
    open_blocks.pop().__exit__(None, None, None)


def tell(group: str, message: dict[str, Any]) -> None:
    tell_after_commit(group, message)


def tell_timed(group: str, message: dict[str, Any]) -> float:
    """Tell in a transaction; the moment just before its COMMIT (the clock is the machine's)."""
    with transaction.atomic():
        tell_after_commit(group, message)
        return time.monotonic()


def tell_many(group: str, count: int, size: int) -> None:
    """Tell numbers, so many in each transaction."""
    for first in range(0, count, size):
        with transaction.atomic():
            for number in range(first, first + size):
                tell_after_commit(group, {"type": "table.moved", "number": number})


def group_send(group: str, message: dict[str, Any]) -> None:
    async_to_sync(get_channel_layer().group_send)(group, message)


def send(channel: str, message: dict[str, Any]) -> None:
    async_to_sync(get_channel_layer().send)(channel, message)


def group_add(group: str, channel: str) -> None:
    loop.run_until_complete(get_channel_layer().group_add(group, channel))


def receive_within(channel: str, seconds: float) -> dict[str, Any] | None:
    waiting = asyncio.wait_for(get_channel_layer().receive(channel), seconds)
    try:
        return loop.run_until_complete(waiting)
    except TimeoutError:
        return None


def main() -> None:
    settings.configure(**json.loads(sys.argv[1]))
    django.setup()
    known = [begin, commit, rollback, tell, tell_timed, tell_many]
    known += [group_send, send, group_add, receive_within]
    by_name = {function.__name__: function for function in known}
    for line in sys.stdin:
        what, *arguments = json.loads(line)
        print(json.dumps(by_name[what](*arguments)), flush=True)


if __name__ == "__main__":
    main()
