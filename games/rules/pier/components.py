"""The printed matter of Pier."""

from __future__ import annotations

CRATES = range(1, 13)
ROW_LENGTH = 3
COINS = 5
