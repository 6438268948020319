"""Every numbered edge case and every section of the rule sheet has a test named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EDGES = range(1, 66)
SECTIONS = (
    *("1_1", "1_2", "1_3", "1_4", "1_5", "1_6", "2", "2_2", "2_4", "2_7"),
    *("3_2", "3_3", "3_4", "3_5", "3_6", "3_7", "3_8", "4", "5", "6", "7"),
    *("9_4", "9_6", "9_8", "9_17", "9_19", "9_20"),
)
NAMES = [
    name
    for path in sorted(HERE.glob("test_*.py"))
    for name in re.findall(r"^def (test_\w+)\(", path.read_text(), re.MULTILINE)
]


@pytest.mark.parametrize("number", EDGES)
def test_each_edge_case_has_a_test(number: int) -> None:
    assert any(name.startswith(f"test_edge_{number:02}_") for name in NAMES)


@pytest.mark.parametrize("section", SECTIONS)
def test_each_section_has_a_test(section: str) -> None:
    assert any(name.startswith(f"test_{section}_") for name in NAMES)


def test_the_rule_sheet_numbers_the_same_edge_cases() -> None:
    sheet = HERE.parents[2] / "games" / "rules" / "port_royal" / "RULES.md"
    numbers = re.findall(
        r"^(\d+)\. ", sheet.read_text().split("## 8")[1].split("## 9")[0], re.MULTILINE
    )
    assert [int(number) for number in numbers] == list(EDGES)
