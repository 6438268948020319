"""`manage.py worker` with small caches (`small_caches.py`)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import django


def main() -> int:
    """Do the jobs as that command does; the caches are looked after before each."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from config.running import commands, worker
    from tools.torture.small_caches import Small

    caches = Small()

    def keeping_small(call_next: Callable[[], Any], *_: object) -> Any:
        caches.keep()
        return call_next()

    worker.AROUND_JOBS.append(keeping_small)
    return commands.run(["manage.py", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
