"""Rules with a line taken out, in place, to see that somebody notices."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import AbstractContextManager
from types import FunctionType, ModuleType
from typing import NamedTuple

from tools.mutation.in_place import changed, put_in, tree_of

PLAIN = (ast.Expr, ast.Assign, ast.AugAssign)
"""Statements that can go without anything else ceasing to make sense."""


class Line(NamedTuple):
    """One statement of a function of a game's rules."""

    function: FunctionType
    number: int  # among the function's plain statements
    text: str

    def __str__(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}: {self.text}"


def modules_of(slug: str, *names: str) -> Iterator[ModuleType]:
    """These modules of a game."""
    package = importlib.import_module(f"games.rules.{slug}")
    found = {module.name for module in pkgutil.iter_modules(package.__path__)}
    for name in names:
        assert name in found, f"{slug} has no {name}.py"
        yield importlib.import_module(f"games.rules.{slug}.{name}")


def lines_of(module: ModuleType) -> Iterator[Line]:
    """What can be taken out of the functions of a module, in its order."""
    for function in vars(module).values():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            for number, statement in enumerate(plain_statements(tree_of(function))):
                yield Line(function, number, ast.unparse(statement))


def plain_statements(tree: ast.AST) -> list[ast.stmt]:
    """The statements that can be taken out: no docstring, nothing that others are inside of."""
    docstring = tree.body[0]
    return [node for node in ast.walk(tree) if isinstance(node, PLAIN) and node is not docstring]


def taken_out(line: Line) -> AbstractContextManager[None]:
    """The rules without a line, for everybody who calls the function, however they know it."""
    return changed(
        line.function,
        lambda tree: put_in(tree, plain_statements(tree)[line.number], ast.Pass()),
    )
