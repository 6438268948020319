"""Every edge case and every worked example of the sheet has a test named after it.

Every clause of the sheet is told to players in the guide, where the sheet says.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import games.rules.santiago_de_cuba
from games.rules.santiago_de_cuba.state import Options
from tests.rules.santiago_de_cuba.contract import OPTIONS as OPTION_SETS
from tests.rules.sheet import LINK, OPTION_LINK, clauses_of, options_led_to, sections_of_guide

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

FOLDER = Path(games.rules.santiago_de_cuba.__file__).parent
SHEET = (FOLDER / "RULES.md").read_text()
FOR_DEVELOPERS = ("7", "8")  # the log, and the cases that tests are named after


def clauses_of_sheet() -> dict[str, str]:
    return clauses_of(SHEET, FOR_DEVELOPERS)


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


def test_the_sheet_has_the_clauses_that_the_code_names() -> None:
    assert {"1.1", "2", "3.1", "3.3", "3.10", "4.3", "5", "6"} < set(clauses_of_sheet())
    named = {
        clause
        for path in FOLDER.glob("*.py")
        for clause in re.findall(r'"""(\d\.\d+)(?:\.\d+)?(?:,|:)', path.read_text())
    }
    there = {clause.partition(".")[0] if clause[0] == "2" else clause for clause in named}
    assert there <= set(clauses_of_sheet())


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
    options = [section for _, section in OPTION_LINK.findall(clauses_of_sheet()[clause])]
    assert not [name for name in linked if clause not in sections[name] and name not in options]
    assert any(clause in sections[name] for name in linked)


def test_every_option_leads_to_its_section() -> None:
    led_to = options_led_to(FOLDER, clauses_of_sheet()["5"])
    assert list(led_to) == [field.name for field in msgspec.structs.fields(Options)]
    assert not [name for name, about in led_to.items() if about != name]
