"""All benches one after the other; their rows go into docs/reports/performance.md."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from django.conf import settings

from config.running import interpreter
from tools.bench import site
from tools.bench.rows import Row, Tell, as_table, rewritten

REPORTS = Path(settings.BASE_DIR, "docs", "reports")
DOCS = REPORTS / "performance.md"


class BenchPart(NamedTuple):
    """One bench, and the section of the document that holds its rows."""

    section: str
    arguments: list[str]


ALL = [
    BenchPart("page", ["server", "--page"]),
    BenchPart("page on two processes", ["server", "--page", "--processes", "--tables", "50"]),
    BenchPart("programs", ["server", "--game", "santiago_de_cuba"]),
    BenchPart("programs on two processes", ["server", "--processes", "--tables", "50"]),
    BenchPart("pages", ["pages"]),
    BenchPart("peers", ["peers"]),
    BenchPart("rules", ["rules"]),
]
SMALL = {
    "server": ["--game", "pier", "--tables", "2", "--seconds", "1", "--rounds", "1"],
    "pages": ["--running", "8", "--finished", "40", "--seconds", "0.5", "--rounds", "1"],
    "peers": ["--game", "pier", "--tables", "2", "--seconds", "1", "--rounds", "1"],
    "rules": ["--game", "pier", "--seconds", "0.2"],
}
"""The arguments that make a trial run of each bench short."""


def measure(sections: list[str], *, write: bool, small: bool, tell: Tell) -> list[Row]:
    """The rows of these sections, of all if none is named, each on an empty site of its own."""
    rows: list[Row] = []
    for part in ALL:
        if sections and part.section not in sections:
            continue
        arguments = ["bench", *part.arguments, *(SMALL[part.arguments[0]] if small else ())]
        if small and "--page" in arguments and "--processes" not in arguments:
            arguments += ["--storm", "8"]
        tell(f"manage.py {' '.join(arguments)}")
        found = rows_of([*arguments, "--json"])
        tell("\n".join(as_table(found)))
        if write and found:
            text = DOCS.read_text()
            lines = [*as_table(found, markdown=True), "", f"({interpreter.name()}.)"]
            DOCS.write_text(rewritten(text, part.section, lines))
        rows += found
    return rows


def table_write(name: str, table: Sequence[str]) -> None:
    """Replace the table of a report, and all that is below its first line."""
    page = REPORTS / f"{name}.md"
    before, _bar, _old = page.read_text().partition("\n| ")
    page.write_text("\n".join([before, *table, "", f"({interpreter.name()}.)", ""]))


def rows_of(arguments: list[str], tree: Path = site.ROOT) -> list[Row]:
    """Return the rows that a bench of this tree prints. CalledProcessError if it fails."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=tree, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=list[Row])
