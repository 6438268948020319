"""docs/reference/asvs.md covers every section of the standard, and names tests that exist."""

from __future__ import annotations

import re

from tests.security.test_document import NAMED, ROOT, names_in

DOCUMENT = ROOT / "docs" / "reference" / "asvs.md"
ROW = re.compile(r"^\| ([\d., –]+) \| (\w+) \| (.+) \|$", re.MULTILINE)
FILE = re.compile(r"`([\w.-]+(?:/[\w.-]+)*\.(?:py|md|yml|txt)|deploy/Caddyfile)`")
SECTIONS = {  # of each chapter; those that have a point for level 2 or lower
    1: [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14], 2: range(1, 11), 3: [1, 2, 3, 4, 5, 7],
    4: range(1, 4), 5: range(1, 6), 6: range(1, 5), 7: range(1, 5), 8: range(1, 4), 9: [1, 2],
    10: [2, 3], 11: [1], 12: range(1, 7), 13: range(1, 5), 14: range(1, 6),
}  # fmt: skip


def rows() -> list[tuple[str, str, str]]:
    return ROW.findall(DOCUMENT.read_text())


def test_what_holds_names_a_test_and_every_named_test_exists() -> None:
    named = set(NAMED.findall(DOCUMENT.read_text()))
    assert len(named) > 40
    assert not [f"{file}::{name}" for file, name in named if name not in names_in(ROOT / file)]
    for points, state, why in rows():
        assert state in {"holds", "read", "none", "open"}, points
        assert state != "holds" or NAMED.search(why), points


def test_every_named_file_exists() -> None:
    for file in FILE.findall(DOCUMENT.read_text()):
        assert (ROOT / file).exists(), file


def test_every_section_has_a_row() -> None:
    covered = set()
    for points, _state, _why in rows():
        for part in points.split(", "):
            first, _to, last = part.partition("–")
            chapter, section = map(int, first.split(".")[:2])
            until = int((last or first).split(".")[1])
            covered |= {(chapter, number) for number in range(section, until + 1)}
    wanted = {(chapter, number) for chapter, some in SECTIONS.items() for number in some}
    assert wanted <= covered, sorted(wanted - covered)
