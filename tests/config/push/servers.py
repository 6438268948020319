"""Real servers and a real second process for the tests of the channel layer."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from django.conf import settings

from tools.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
"""Seconds a test waits for what must come; a busy machine is slow, not wrong."""


async def received(layer: Any, channel: str) -> Any:
    """The next message, within `PATIENCE`."""
    return await asyncio.wait_for(layer.receive(channel), PATIENCE)


async def member(layer: Any, *groups: str) -> str:
    """A new channel in these groups."""
    channel = await layer.new_channel()
    for group in groups:
        await layer.group_add(group, channel)
    return channel


class Peer:
    """A second Python process with the same database and layer, told line by line what to do."""

    async def __aenter__(self) -> Peer:
        database = {**settings.DATABASES["default"], "OPTIONS": {}}
        known = {
            "DATABASES": {"default": database},
            "CHANNEL_LAYERS": settings.CHANNEL_LAYERS,
            "LISTENING": "default",
        }
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.config.push.peer",
            json.dumps(known, default=str),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def __call__(self, what: str, *arguments: Any) -> Any:
        """Let the process do one thing and wait for what it answers."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps([what, *arguments]).encode() + b"\n")
        line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        assert line, "the second process died"
        return json.loads(line)
