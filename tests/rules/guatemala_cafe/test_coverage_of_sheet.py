"""Every numbered edge case and worked example of RULES.md has a test that bears its number."""

from __future__ import annotations

import re
from pathlib import Path

from games.rules import guatemala_cafe

EDGE_CASES = range(1, 79)
EXAMPLES = (1, 2)
SHEET = Path(guatemala_cafe.__file__).with_name("RULES.md").read_text()


def names_of_tests() -> list[str]:
    tests = Path(__file__).parent.glob("test_*.py")
    return [
        name for path in tests for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)
    ]


def test_every_edge_case_has_a_test() -> None:
    numbers = {int(n) for name in names_of_tests() for n in re.findall(r"^test_edge_(\d+)_", name)}
    assert numbers == set(EDGE_CASES)


def test_every_worked_example_has_a_test() -> None:
    numbers = {int(n) for name in names_of_tests() for n in re.findall(r"^test_example_(\d)", name)}
    assert numbers == set(EXAMPLES)


def test_the_sheet_lists_the_same_edge_cases() -> None:
    section = SHEET.split("## 8 Edge cases")[1].split("## 9")[0]
    assert [int(n) for n in re.findall(r"^(\d+)\. ", section, re.M)] == list(EDGE_CASES)


GUIDE = Path(guatemala_cafe.__file__).with_name("guide") / "en" / "rules.md"
FOR_DEVELOPERS = {"1.7"}  # and 1.8: figures that test_boards.py checks


def test_the_guide_tells_every_numbered_clause() -> None:
    body = SHEET.split("## 7 What always holds")[0]
    numbers = set(re.findall(r"^\*\*(\d\.\d)", body, re.M)) | {"2", "4", "5"}
    told = " ".join(re.findall(r'clauses="([^"]*)"', GUIDE.read_text())).split()
    assert numbers - FOR_DEVELOPERS == set(told)


def test_every_link_into_the_guide_leads_to_a_section() -> None:
    links = re.findall(r"\]\(guide/en/rules\.md#([\w-]+)\)", SHEET)
    anchors = set(re.findall(r"^\{#([\w-]+)", GUIDE.read_text(), re.M))
    assert links
    assert set(links) <= anchors
