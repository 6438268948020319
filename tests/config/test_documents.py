"""JSON documents are sent from one place, alike."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.statements import PRODUCT

ROOT = Path(__file__).parents[2]
HOME = ROOT / "config" / "web" / "documents.py"


def responses_with_documents(tree: ast.AST) -> Iterator[int]:
    """Yield the lines of calls that say themselves that what they send is JSON."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        for keyword in call.keywords:
            if keyword.arg == "content_type" and ast.unparse(keyword.value) == "'application/json'":
                yield call.lineno


def test_one_function_sends_json() -> None:
    modules = [path for app in PRODUCT for path in (ROOT / app).rglob("*.py") if path != HOME]
    assert len(modules) > 500
    assert not [
        f"{path.relative_to(ROOT)}:{line}"
        for path in modules
        for line in responses_with_documents(ast.parse(path.read_text()))
    ]
