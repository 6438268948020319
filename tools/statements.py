"""Count the statements of the product: `python -m tools.statements [FOLDER]`.

Migrations are left out, and so are literals: docstrings, and the constants of modules and classes.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

PRODUCT = ("accounts", "config", "games", "lobby")
LITERAL = ast.Constant | ast.Dict | ast.List | ast.Set | ast.Tuple | ast.UnaryOp


def is_literal(value: ast.expr | None) -> bool:
    """Return whether an expression is made of constants alone."""
    if value is None:
        return False
    return all(isinstance(node, LITERAL) for node in ast.walk(value) if isinstance(node, ast.expr))


def statements(node: ast.AST, *, in_function: bool = False) -> Iterator[ast.stmt]:
    """Yield the statements below a node of a syntax tree, but literals."""
    for child in ast.iter_child_nodes(node):
        kinds = ast.Expr if in_function else ast.Expr | ast.Assign | ast.AnnAssign
        is_left_out = isinstance(child, kinds) and is_literal(child.value)
        if isinstance(child, ast.stmt) and not is_left_out:
            yield child
        is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from statements(child, in_function=in_function or is_function)


def count(folder: Path) -> int:
    """Return how many statements the modules of a folder have."""
    modules = (path for path in folder.rglob("*.py") if "migrations" not in path.parts)
    return sum(1 for path in modules for _ in statements(ast.parse(path.read_text())))


def main(folder: Path) -> None:
    """Print the count of each app, and their sum."""
    counts = {app: count(folder / app) for app in PRODUCT}
    for app, number in {**counts, "product": sum(counts.values())}.items():
        print(f"{app:10}{number:8,}")


if __name__ == "__main__":
    main(Path(*sys.argv[1:2]))
