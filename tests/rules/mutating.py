"""Rules with a line taken out, in place, to see that somebody notices."""

from __future__ import annotations
import __future__

import ast
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

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


def tree_of(function: FunctionType) -> ast.FunctionDef:
    """A function as it is written."""
    parsed = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(parsed, ast.FunctionDef)
    return parsed


def plain_statements(tree: ast.FunctionDef) -> list[ast.stmt]:
    """The statements that can be taken out: no docstring, nothing that others are inside of."""
    docstring = tree.body[0]
    return [node for node in ast.walk(tree) if isinstance(node, PLAIN) and node is not docstring]


class Without(ast.NodeTransformer):
    """Puts `pass` in the place of one statement."""

    def __init__(self, statement: ast.stmt) -> None:
        self.statement = statement

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.statement:
            return ast.copy_location(ast.Pass(), node)
        return super().visit(node)


def code_without(line: Line) -> CodeType:
    """The code of the function without the line."""
    tree = tree_of(line.function)
    tree.decorator_list = []
    Without(plain_statements(tree)[line.number]).visit(tree)
    module = ast.fix_missing_locations(ast.Module([tree], []))
    names = dict(line.function.__globals__)
    flags = __future__.annotations.compiler_flag
    exec(compile(module, inspect.getfile(line.function), "exec", flags), names)
    code: CodeType = names[line.function.__name__].__code__
    return code


@contextmanager
def taken_out(line: Line) -> Iterator[None]:
    """The rules without a line, for everybody who calls the function, however they know it."""
    before = line.function.__code__
    line.function.__code__ = code_without(line)
    try:
        yield
    finally:
        line.function.__code__ = before
