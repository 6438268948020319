"""A name of a class stands for one class: `docs/reference/words.md`."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("accounts", "config", "games", "lobby", "tools", "examples")
DJANGO = {"Command", "Migration"}  # what Django looks for by this name
SHARED = {
    "Notice": "two models; their tables and content types are named after them",
}


def classes() -> dict[str, list[str]]:
    """Where each name of a top-level class is used, without the rules, which use games' words."""
    found = defaultdict(list)
    rules = ROOT / "games" / "rules"
    for path in (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))):
        if path.is_relative_to(rules):
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path.relative_to(ROOT)))
    return found


def test_every_class_has_a_name_of_its_own() -> None:
    several = {name: paths for name, paths in classes().items() if len(paths) > 1}
    assert {
        name: paths for name, paths in several.items() if name not in DJANGO | set(SHARED)
    } == {}
    assert set(SHARED) <= set(several), "no longer shared"
