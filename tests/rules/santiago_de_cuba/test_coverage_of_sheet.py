"""Every edge case and every worked example of the sheet has a test named after it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from games.rules.santiago_de_cuba.state import Options
from tests.rules.santiago_de_cuba.contract import OPTIONS as OPTION_SETS

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


def choices(kind: Any) -> tuple[Any, ...]:
    """All values of an option that is a choice, or yes and no."""
    return (False, True) if kind is bool else get_args(kind)


def test_every_value_of_an_option_is_played() -> None:
    """By the contract test, with random moves, and in a golden game."""
    for field in msgspec.structs.fields(Options):
        played = {getattr(options, field.name) for options in OPTION_SETS}
        if field.name != "layout":
            assert played == set(choices(field.type)), field.name


@pytest.mark.parametrize("clause", [*EDGES, *EXAMPLES, *(f"option_{name}" for name in OPTIONS)])
def test_clause_has_a_test(clause: str) -> None:
    assert any(name.startswith(f"test_{clause}_") or name == f"test_{clause}" for name in NAMES)
