"""How slow this machine is: the one factor of every deadline in the tests.

`SLOW=3 python3 manage.py test` waits three times as long for everything. A deadline only ends a
test that would hang; no test passes or fails by how long something took.
"""

from __future__ import annotations

import os

SLOWNESS = float(os.environ.get("SLOW", "1"))
USUAL = 60  # seconds: many times what anything takes on a machine with other work


def seconds(usual: float = USUAL) -> float:
    """The deadline of something that takes at most so long on a usual machine."""
    return usual * SLOWNESS


def milliseconds(usual: float = USUAL) -> float:
    """The same, as playwright wants it."""
    return 1000 * seconds(usual)
