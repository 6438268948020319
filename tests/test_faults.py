"""Every fault that was reported from outside is held by tests, or said to be open."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FAULTS: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "tests" / "faults.toml").read_text())

SENTENCES = (
    "guatemala-timing guatemala-blocking guatemala-two-players cuba-worker-later cuba-worker-wrong"
    " cuba-begin cuba-here santiago-auto-pass port-royal-cubes port-royal-takes port-royal-orders"
    " port-royal-guide port-royal-first-edition port-royal-history all-options colours"
)
REPORTED = {
    *(f"A{number}" for number in range(1, 21) if number != 17),
    *(f"A21{letter}" for letter in "abcdefghijklmnopq"),
    *(f"B-F{number}" for number in range(1, 17) if number != 10),
    *(f"C-{place}" for place in SENTENCES.split()),
    *(f"F{number}" for number in range(20, 26)),
    *(f"S{number}" for number in range(1, 26)),
    "B1",
}


def functions(path: Path) -> set[str]:
    return {node.name for node in ast.parse(path.read_text()).body if hasattr(node, "name")}


def missing(fault: dict[str, Any]) -> list[str]:
    """Those of its tests that are no function of their file."""
    named = [test.partition("::") for test in fault.get("tests", [])]
    return [
        name
        for file, _, name in named
        if not name.startswith("test_")
        or not (ROOT / file).is_file()
        or name not in functions(ROOT / file)
    ]


def test_each_report_has_a_row_and_nothing_else_has() -> None:
    assert set(FAULTS) == REPORTED


def test_each_is_held_by_tests_that_exist_or_says_what_is_open() -> None:
    for name, fault in FAULTS.items():
        assert set(fault) <= {"fault", "tests", "open"} and fault["fault"], name
        assert fault.get("tests") or fault.get("open"), name
    assert {name: gone for name, fault in FAULTS.items() if (gone := missing(fault))} == {}


def test_what_is_not_there_is_missed() -> None:
    gone = ["tests/test_faults.py::test_nothing", "tests/no.py::test_x", "tests/test_faults.py"]
    assert len(missing({"tests": gone})) == 3
