"""Every numbered edge case and every section of the rule sheet has a test named after it.

Every clause is told to players in the guide, where the sheet says.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rules.sheet import LINK, clauses_of, sections_of_guide

HERE = Path(__file__).parent
FOLDER = HERE.parents[2] / "games" / "rules" / "port_royal"
SHEET = (FOLDER / "RULES.md").read_text()
EDGES = range(1, 66)
SECTIONS = (
    *("1_1", "1_2", "1_3", "1_4", "1_5", "1_6", "2", "2_2", "2_4", "2_7"),
    *("3_2", "3_3", "3_4", "3_5", "3_6", "3_7", "3_8", "4", "5", "6", "7"),
    *("9_4", "9_6", "9_8", "9_17", "9_19", "9_20", "9_23"),
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
    numbers = re.findall(r"^(\d+)\. ", SHEET.split("## 8")[1].split("## 9")[0], re.MULTILINE)
    assert [int(number) for number in numbers] == list(EDGES)


def clauses_of_sheet() -> dict[str, str]:
    return clauses_of(SHEET, ("8", "9"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_guide_tells_every_clause_and_no_other(language: str) -> None:
    told = {
        clause for clauses in sections_of_guide(FOLDER, language).values() for clause in clauses
    }
    assert told == set(clauses_of_sheet())


@pytest.mark.parametrize("clause", clauses_of_sheet())
def test_a_clause_leads_to_sections_that_tell_it(clause: str) -> None:
    sections = sections_of_guide(FOLDER, "en")
    linked = LINK.findall(clauses_of_sheet()[clause])
    assert linked
    assert not [name for name in linked if name not in sections]
    assert any(clause in sections[name] for name in linked)
