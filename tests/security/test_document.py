"""What docs/topics/security.md promises is tested by tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "topics" / "security.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def names_in(path: Path) -> set[str]:
    """The names of a file's test functions."""
    tree = ast.parse(path.read_text())
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    }


def test_every_named_test_exists() -> None:
    named = set(NAMED.findall(DOCUMENT.read_text()))
    assert len(named) > 40
    missing = [f"{file}::{name}" for file, name in named if name not in names_in(ROOT / file)]
    assert not missing


def test_every_threat_has_a_test() -> None:
    text = DOCUMENT.read_text().split("## Mutations")[0]
    rows = [line for line in text.splitlines() if line.startswith("| ") and "threat" not in line]
    assert len(rows) > 30
    assert not [row for row in rows if not NAMED.search(row)]
