#!/usr/bin/env python3
"""The one door: `play`, `test`, `lint`, `texts`, `worker`, and everything Django brings."""

import os
import sys


def main() -> int:
    """Make sure of the packages, then of the database, then run the command."""
    from config.running import bootstrap

    bootstrap.prepare(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.running.commands import run

    return run(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
