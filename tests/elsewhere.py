"""A second process that serves the test's database, beside the one of the tests.

Run as a program it serves until its input ends: the first argument names the database.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[1]


@contextmanager
def second_process() -> Iterator[str]:
    """Its address, as that of `live`."""
    from django.conf import settings
    from django.db import connection

    where = {name: connection.settings_dict[name] for name in ("HOST", "NAME")}
    program = [sys.executable, "-m", "tests.elsewhere", json.dumps(where)]
    pipe = subprocess.PIPE
    same = {**os.environ, "SECRET_KEY": settings.SECRET_KEY}  # or it could not read sessions
    serving = subprocess.Popen(program, cwd=ROOT, env=same, stdin=pipe, stdout=pipe, text=True)
    with serving:
        assert serving.stdin and serving.stdout
        try:
            address = serving.stdout.readline().strip()
            assert address, "the second process died"
            yield address
        finally:
            serving.stdin.close()
            serving.wait(PATIENCE)


def serve(where: dict[str, str]) -> None:
    """Serve until the input ends."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings

    settings.DATABASES["default"].update(where)
    from tests.live import LiveServer  # sets Django up

    with LiveServer() as server:
        print(server.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    serve(json.loads(sys.argv[1]))
