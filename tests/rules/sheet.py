"""A rule sheet and the guide that tells its clauses to players."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

LINK = re.compile(r"\]\(guide/en/rules\.md#([\w-]+)\)")
OPTION_LINK = re.compile(r"\[`(\w+)`\]\(guide/en/rules\.md#([\w-]+)\)")


def clauses_of(sheet: str, for_developers: Collection[str]) -> dict[str, str]:
    """The numbered clauses, each with its text; a section without any is one itself.

    Numbers of sections and clauses that only developers need are left out.
    """
    found: dict[str, str] = {}
    for number, section in re.findall(
        r"^## (\d+) ((?:(?!^## ).)*)", sheet, re.MULTILINE | re.DOTALL
    ):
        numbered = re.findall(
            r"^\*\*(\d+\.\d+) ((?:(?!^\*\*\d).)*)", section, re.MULTILINE | re.DOTALL
        )
        if number not in for_developers:
            found |= dict(numbered or [(number, section)])
    return {number: text for number, text in found.items() if number not in for_developers}


def listed_clauses_of(sheet: str) -> dict[str, str]:
    """The clauses of a sheet that lists them ("- **PA-1** ..."), each with its text."""
    listed = re.findall(
        r"^- \*\*(\w+-\d+)\*\* ((?:(?!^- |^\n).)*)", sheet, re.MULTILINE | re.DOTALL
    )
    assert len({number for number, _ in listed}) == len(listed), "a number stands twice"
    return dict(listed)


def sections_of_guide(folder: Path, language: str) -> dict[str, list[str]]:
    """The sections of the guide by their ids, each with the clauses that it tells."""
    text = (folder / "guide" / language / "rules.md").read_text()
    return {
        name: re.sub(r'.*clauses="([^"]*)".*|.*', r"\1", told).split()
        for name, told in re.findall(r"^\{#([\w-]+)(.*)\}$", text, re.MULTILINE)
    }


def options_led_to(folder: Path, clause: str) -> dict[str, str]:
    """The options that a clause names, each with the one that the section it leads to is about."""
    text = (folder / "guide" / "en" / "rules.md").read_text()
    about = dict(re.findall(r'^\{#([\w-]+) .*option="(\w+)', text, re.MULTILINE))
    linked = OPTION_LINK.findall(clause)
    assert len(dict(linked)) == len(linked), "an option stands twice"
    return {name: about[section] for name, section in linked}
