"""`python -m config.running.probe URL`: exits with 0 if the address answers 200."""

from __future__ import annotations

import sys
import urllib.request

PROBE_SECONDS = 4


def main(url: str) -> int:
    """Ask once."""
    try:
        with urllib.request.urlopen(url, timeout=PROBE_SECONDS) as answer:
            return 0 if answer.status == 200 else 1
    except OSError as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
