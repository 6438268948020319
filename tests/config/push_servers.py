"""Real servers and a real second process for the tests of the channel layer."""

from __future__ import annotations

import asyncio
import ctypes
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from config import postgres

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0
"""Seconds a test waits for what must come; a busy machine is slow, not wrong."""


async def received(layer: Any, channel: str) -> Any:
    """The next message, within ten seconds."""
    return await asyncio.wait_for(layer.receive(channel), PATIENCE)


async def member(layer: Any, *groups: str) -> str:
    """A new channel in these groups."""
    channel = await layer.new_channel()
    for group in groups:
        await layer.group_add(group, channel)
    return channel


def _end_with_parent() -> None:
    """In the child before exec: leave nothing running when the tests are killed (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(postgres.PR_SET_PDEATHSIG, signal.SIGTERM)


class RedisServer:
    """A redis-server of its own on a Unix socket, without a file on disk."""

    def __enter__(self) -> str:
        program = shutil.which("redis-server")
        if program is None:
            pytest.fail("redis-server is missing: apt-get install redis-server")
        self.folder = tempfile.mkdtemp(prefix="sobremesa-redis-")
        path = f"{self.folder}/redis.sock"
        self.process = subprocess.Popen(
            [program, *f"--port 0 --unixsocket {path} --dir {self.folder}".split(), "--save", ""],
            stdout=subprocess.DEVNULL,
            preexec_fn=_end_with_parent,
        )
        deadline = time.monotonic() + 20
        while not Path(path).exists():
            assert self.process.poll() is None and time.monotonic() < deadline, "no Redis"
            time.sleep(0.02)
        return f"unix://{path}"

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


class Peer:
    """A second Python process with the same database and layer, told line by line what to do."""

    async def __aenter__(self) -> Peer:
        database = {**settings.DATABASES["default"], "OPTIONS": {}}
        known = {"DATABASES": {"default": database}, "CHANNEL_LAYERS": settings.CHANNEL_LAYERS}
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.config.push_peer",
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
