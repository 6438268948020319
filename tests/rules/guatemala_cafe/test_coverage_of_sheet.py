"""Every numbered edge case and worked example of RULES.md has a test that bears its number.

Every clause is told to players in the guide, where the sheet says.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from games.rules import guatemala_cafe
from games.rules.guatemala_cafe.state import Options
from tests.rules.sheet import LINK, clauses_of, options_led_to, sections_of_guide

EDGE_CASES = range(1, 79)
EXAMPLES = (1, 2)
FOLDER = Path(guatemala_cafe.__file__).parent
SHEET = (FOLDER / "RULES.md").read_text()
FOR_DEVELOPERS = ("1.7", "1.8", "7", "8", "9")
"""Figures that test_boards.py checks, what always holds, the edge cases, and decisions."""
CLAUSES = {
    *(f"1.{n}" for n in range(1, 7)),
    "2",
    *(f"3.{n}" for n in range(1, 9)),
    "4",
    "5",
    *(f"6.{n}" for n in range(1, 6)),
}


def names_of_tests() -> list[str]:
    tests = Path(__file__).parent.glob("test_*.py")
    return [
        name
        for path in tests
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    ]


def test_every_edge_case_has_a_test() -> None:
    numbers = {int(n) for name in names_of_tests() for n in re.findall(r"^test_edge_(\d+)_", name)}
    assert numbers == set(EDGE_CASES)


def test_every_worked_example_has_a_test() -> None:
    numbers = {int(n) for name in names_of_tests() for n in re.findall(r"^test_example_(\d)", name)}
    assert numbers == set(EXAMPLES)


def test_the_sheet_lists_the_same_edge_cases() -> None:
    section = SHEET.split("## 8 Edge cases")[1].split("## 9")[0]
    assert [int(n) for n in re.findall(r"^(\d+)\. ", section, re.MULTILINE)] == list(EDGE_CASES)


def clauses_of_sheet() -> dict[str, str]:
    return clauses_of(SHEET, FOR_DEVELOPERS)


def test_the_sheet_has_every_clause() -> None:
    assert set(clauses_of_sheet()) == CLAUSES


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_guide_tells_every_clause_and_no_other(language: str) -> None:
    told = {
        clause for clauses in sections_of_guide(FOLDER, language).values() for clause in clauses
    }
    assert told == CLAUSES


@pytest.mark.parametrize("clause", sorted(CLAUSES))
def test_a_clause_leads_to_the_sections_that_tell_it(clause: str) -> None:
    sections = sections_of_guide(FOLDER, "en")
    linked = LINK.findall(clauses_of_sheet()[clause])
    assert linked
    assert [name for name in linked if clause not in sections.get(name, ())] == []


@pytest.mark.parametrize("clause", sorted(CLAUSES))
def test_a_section_that_tells_a_clause_is_led_to(clause: str) -> None:
    telling = {name for name, told in sections_of_guide(FOLDER, "en").items() if clause in told}
    assert telling == set(LINK.findall(clauses_of_sheet()[clause]))


def test_every_link_into_the_guide_leads_to_a_section() -> None:
    assert set(LINK.findall(SHEET)) <= set(sections_of_guide(FOLDER, "en"))


def test_every_option_leads_to_its_section() -> None:
    led_to = options_led_to(FOLDER, clauses_of_sheet()["5"])
    assert list(led_to) == [field.name for field in msgspec.structs.fields(Options)]
    assert not [name for name, about in led_to.items() if about != name]
