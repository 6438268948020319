"""The second process: reads what to do from stdin, one JSON list per line, and answers each."""

from __future__ import annotations

import json
import sys
from typing import Any

import django
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

from config.push.telling import tell_after_commit

open_blocks: list[transaction.Atomic] = []


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


def group_send(group: str, message: dict[str, Any]) -> None:
    async_to_sync(get_channel_layer().group_send)(group, message)


def main() -> None:
    settings.configure(**json.loads(sys.argv[1]))
    django.setup()
    known = [begin, commit, rollback, tell, group_send]
    by_name = {function.__name__: function for function in known}
    for line in sys.stdin:
        what, *arguments = json.loads(line)
        print(json.dumps(by_name[what](*arguments)), flush=True)


if __name__ == "__main__":
    main()
