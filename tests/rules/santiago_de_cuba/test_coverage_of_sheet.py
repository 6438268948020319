"""Every edge case and every worked example of the sheet has a test named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

EDGES = [f"edge_{number:02}" for number in range(1, 91)]
EXAMPLES = ["w1", "w2", "w3", "w3a", "w3b", "w3c", "w3d", "w4", "w5", "w5a", "w6", "w7", "w8"]
OPTIONS = [
    "owner_bonus",
    "max_steps",
    "zero_ship",
    "pablo_wood",
    "start_player",
    "layout",
    "zorro_order",
    "auto_pass",
    "screens_log",
    "info",
]
NAMES = {
    name
    for path in Path(__file__).parent.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)\(", path.read_text(), re.MULTILINE)
}


@pytest.mark.parametrize("clause", [*EDGES, *EXAMPLES, *(f"option_{name}" for name in OPTIONS)])
def test_clause_has_a_test(clause: str) -> None:
    assert any(name.startswith(f"test_{clause}_") or name == f"test_{clause}" for name in NAMES)
