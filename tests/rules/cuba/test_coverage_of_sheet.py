"""Nothing of the sheet is left out: edge cases, use cases, clauses, extensions by name.

Every clause is told to players in the guide, where the sheet says.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games.rules.cuba
from games.rules.cuba.components import MATERIALS
from games.rules.cuba.tiles import BUILDINGS as TILES
from tests.rules.sheet import LINK, listed_clauses_of, sections_of_guide

HERE = Path(__file__).parent
PAGE = HERE / "coverage.md"
FOLDER = Path(games.rules.cuba.__file__).parent
SHEET = (FOLDER / "RULES.md").read_text()
EDGE_CASES = range(1, 101)
CLAUSES = {
    "C": 15,
    "SU": 11,
    "N": 5,
    "P1": 3,
    "A": 4,
    "W": 6,
    "TR": 6,
    "AR": 4,
    "F": 5,
    "M": 5,
    "H": 3,
    "PA": 6,
    "L": 4,
    "E": 6,
    "X": 2,
    "V": 6,
}
BUILDINGS = [f"G{number:02}" for number in range(26)]
BUILDINGS_BY_KEY = {name: dict(tile.cost) for name, tile in TILES.items() if name[-2:] != "_2"}
USE_CASES = """
UC-1 step 1
UC-1 step 2
UC-1 step 3
UC-1 step 4
UC-1 step 5
UC-1 post
UC-1 ext *1
UC-1 ext *2
UC-1 rem. 1
UC-1 rem. 2
UC-2 pre
UC-2 step 1
UC-2 step 2
UC-2 step 3
UC-2 step 4
UC-2 step 5
UC-2 step 6
UC-2 ext *1
UC-2 ext *2
UC-3 steps 1-5
UC-3 post
UC-3 ext *1
UC-3 ext *2
UC-3 rem. 1
UC-3 rem. 2
UC-3.1 step 1
UC-3.1 step 2, post
UC-3.2 pre
UC-3.2 step 1
UC-3.2 step 2
UC-3.2 post
UC-3.2 ext 1a
UC-3.2 ext 2a
UC-3.2 rem.
UC-3.2.1 step 1
UC-3.2.1 step 2
UC-3.2.1 post
UC-3.2.1.1 step 1
UC-3.2.1.1 step 2
UC-3.2.1.1 step 3
UC-3.2.1.1 ext 1a
UC-3.2.1.1 ext 2a
UC-3.2.1.1 ext 2b
UC-3.2.1.1 ext 2c
UC-3.2.1.1 ext 2d
UC-3.2.1.1 rem.
UC-3.2.2 step 1
UC-3.2.2 step 1.1
UC-3.2.2 step 1.1.1
UC-3.2.2 step 1.1.2
UC-3.2.2 step 1.2
UC-3.2.2 step 1.2.1
UC-3.2.2 step 1.2.2
UC-3.2.2 ext 1.1.1a
UC-3.2.2 ext 1.1.1b
UC-3.2.2 ext 1.1.2a
UC-3.2.2 ext 1.1.2b
UC-3.2.2 ext 1.2.1a
UC-3.2.2 ext 1.2.1b
UC-3.2.2 ext 1.2.2a
UC-3.2.2 ext 1.2.2b
UC-3.2.2 rem. 1
UC-3.2.2 rem. 2
UC-3.2.2 rem. 3
UC-3.2.3 step 1.1
UC-3.2.3 step 1.1.1
UC-3.2.3 step 1.1.2
UC-3.2.3 step 1.2
UC-3.2.3 step 1.2.1
UC-3.2.3 step 1.2.2
UC-3.2.3 post
UC-3.2.3 ext 1.1a
UC-3.2.3 ext 1.1.1a
UC-3.2.3 ext 1.1.2a
UC-3.2.3 ext 1.2.1a
UC-3.2.3 ext 1.2.2a
UC-3.2.3 ext 1.2.2b
UC-3.2.4 step 1.1
UC-3.2.4 step 1.2
UC-3.2.4 post
UC-3.2.4 rem.
UC-3.2.4.1 pre
UC-3.2.4.1 step 1
UC-3.2.4.1 step 2
UC-3.2.4.1 step 3
UC-3.2.4.1 ext 1a
UC-3.2.4.1 rem.
UC-3.2.5 step 1.1
UC-3.2.5 step 1.2
UC-3.2.5 ext 1.1a
UC-3.2.5 ext 1.1b
UC-3.2.5 ext 1.2a
UC-3.2.5 ext 1.2b
UC-3.2.5.1 pre
UC-3.2.5.1 step 1
UC-3.2.5.1 step 2
UC-3.2.5.1 step 3
UC-3.2.5.1 post
UC-3.2.5.1 ext 1a
UC-3.2.5.1 ext 2a
UC-3.3 step 1
UC-3.3 step 2
UC-3.3 step 3
UC-3.3 step 4, post
UC-3.3 ext 1a
UC-3.3 ext 2a
UC-3.3 ext 3a
UC-3.3 ext 4a
UC-3.3 ext 4b
UC-3.3 rem.
UC-3.4 step 1.1
UC-3.4 step 1.2
UC-3.4 step 1.3
UC-3.4 step 1.4
UC-3.4 step 1.5
UC-3.4.1 steps 1-2
UC-3.4.1 rem. 1
UC-3.4.1 rem. 2
UC-3.4.2 steps 1-2
UC-3.4.2 rem. 1
UC-3.4.2 rem. 2
UC-3.4.3 pre
UC-3.4.3 step
UC-3.4.3 rem.
UC-3.4.4 market act 1
UC-3.4.4 market act 2
UC-3.4.4 drought act
UC-3.4.4 building act
UC-3.4.4 harbour act
UC-3.4.4 corruption act
UC-3.4.4 post
UC-3.4.4 rem.
UC-3.5 pre
UC-3.5 step 1
UC-3.5 step 2
UC-3.5 step 3
UC-3.5 step 4
UC-3.5 post
UC-3.5 rem.
UC-4 pre
UC-4 step 1
UC-4 step 2, post
UC-4 ext 2a
UC-4 rem.
""".strip().splitlines()
TESTS = {
    name
    for path in HERE.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
}


def table(heading: str) -> dict[str, list[str]]:
    """The rows of the table under a heading of the page: first cell, and the tests named."""
    section = PAGE.read_text().split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:2] == "| "]
    return {cells[0]: re.findall(r"`(\w+)`", cells[-1]) for cells in rows[1:]}


def clauses() -> list[str]:
    return [f"{group}-{n}" for group, count in CLAUSES.items() for n in range(1, count + 1)]


@pytest.mark.parametrize("number", EDGE_CASES)
def test_every_edge_case_has_a_test(number: int) -> None:
    assert any(name.startswith(f"test_edge_{number}_") for name in TESTS)


def test_the_page_lists_every_use_case_in_order() -> None:
    assert list(table("Use cases")) == USE_CASES


def test_the_page_lists_every_clause_and_building() -> None:
    assert list(table("Clauses")) == [*clauses(), *BUILDINGS]


@pytest.mark.parametrize("heading", ["Use cases", "Clauses"])
def test_the_tests_that_the_page_names_exist(heading: str) -> None:
    for row, tests in table(heading).items():
        assert tests, f"{row} names no test"
        assert set(tests) <= TESTS, row


@pytest.mark.parametrize("item", [item for item in USE_CASES if " ext " in item])
def test_every_extension_has_a_test_named_after_it(item: str) -> None:
    case, extension = re.fullmatch(r"UC-(\S+) ext \*?(\S+)", item).groups()  # type: ignore[union-attr]
    wanted = f"test_uc_{case}_ext_{extension}".replace(".", "_") + "_"
    assert any(name.startswith(wanted) for name in table("Use cases")[item])


def test_the_rule_sheet_has_every_clause_and_no_other() -> None:
    assert list(listed_clauses_of(SHEET)) == clauses()
    for number in [*BUILDINGS, "S1", "S6"]:
        assert number in SHEET, number


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_clause_is_told_by_one_section_of_the_guide(language: str) -> None:
    named = [clause for told in sections_of_guide(FOLDER, language).values() for clause in told]
    assert sorted(named) == sorted(clauses())


@pytest.mark.parametrize("clause", clauses())
def test_a_clause_leads_to_the_section_that_tells_it(clause: str) -> None:
    sections = sections_of_guide(FOLDER, "en")
    linked = LINK.findall(listed_clauses_of(SHEET)[clause])
    assert linked
    assert [name for name in linked if name not in sections] == []
    assert any(clause in sections[name] for name in linked), linked


def test_the_sheet_links_only_to_sections_that_there_are() -> None:
    linked = LINK.findall(SHEET)
    assert linked and set(linked) <= set(sections_of_guide(FOLDER, "en"))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", BUILDINGS_BY_KEY)
def test_the_guide_names_the_cost_of_every_building(name: str, language: str) -> None:
    guide = (FOLDER / "guide" / language / "rules.md").read_text()
    row = next(line for line in guide.splitlines() if f"`building.{name}`" in line)
    cost = row.split("|")[2]
    for kind in MATERIALS:
        assert cost.count(f"(good-{kind})") == BUILDINGS_BY_KEY[name].get(kind, 0)
