"""The mutants of a function that decides who may see or change what."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FunctionType
from typing import NamedTuple

from tools.mutation.in_place import Function, changed, put_in, tree_of

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE,
    ast.LtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
NARROWING = {"filter": "exclude", "exclude": "filter"}
CONDITIONS = {"Q", *NARROWING}
"""Calls whose arguments are conditions."""


UNGUARDED = "__import__('lobby.tables.changes', fromlist=['lock']).lock({})"
"""What `lock_as_host` is without asking who is the host."""


GUARDS = {"lock_as_host"}
GUARDING = ("check_", "need_")
"""How functions are called that refuse whoever has no right."""


class Mutant(NamedTuple):
    """A function in which one thing is otherwise."""

    name: str  # of the function, with its module
    function: FunctionType
    at: int  # of its nodes, in the order of `nodes_of`
    number: int  # among the replacements of this node
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    def alive(self) -> AbstractContextManager[None]:
        """The program with it."""
        return changed(self.function, self.apply)  # type: ignore[arg-type]

    def apply(self, tree: Function) -> None:
        """Change the tree of the function."""
        node = nodes_of(tree)[self.at]
        put_in(tree, node, list(replacements(node, tree))[self.number])


class Clause(NamedTuple):
    """The condition under which a socket stays open, without one of its parts."""

    name: str
    function: FunctionType  # that asks it
    text: str  # the part

    def __str__(self) -> str:
        return f"{self.name}: without {self.text}"

    @contextmanager
    def alive(self) -> Iterator[None]:
        """The program with it."""
        from accounts.sessions import sockets
        from games.storing.credentials import still_holds

        before = sockets.STILL_SIGNED_IN
        assert before.count(self.text) == 1, self.text
        sockets.STILL_SIGNED_IN = before.replace(self.text, "true")
        still_holds.cache_clear()
        try:
            yield
        finally:
            sockets.STILL_SIGNED_IN = before
            still_holds.cache_clear()


def mutants_of(
    name: str, function: FunctionType, *, refusals_only: bool = False
) -> Iterator[Mutant]:
    """Every mutant of a function, in its order; those that read alike once.

    Of a function that does more, perhaps only those of what it refuses.
    """
    tree, known = tree_of(function), set[str]()
    chosen = refusing(tree) if refusals_only else None
    for at, node in enumerate(nodes_of(tree)):
        if chosen is not None and id(node) not in chosen:
            continue
        for number, other in enumerate(replacements(node, tree)):
            text = f"{shown(node)} → {shown(other)}"
            mutant = Mutant(name, function, at, number, text)
            whole = tree_of(function)
            mutant.apply(whole)
            written = ast.unparse(whole)
            if written not in known:
                known.add(written)
                yield mutant


def shown(node: ast.AST) -> str:
    """A node in one line."""
    return " ".join(ast.unparse(node).split())


def nodes_of(tree: Function) -> list[ast.AST]:
    """What can be changed in a function: its docstring and its annotations cannot."""
    first = tree.body[0]
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return [node for one in tree.body[has_docstring:] for node in ast.walk(one)]


def refusing(tree: Function) -> set[int]:
    """The ids of the nodes that say who is refused, and when."""
    found = list[ast.AST]()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and any(isinstance(one, ast.Raise) for one in node.body):
            found += [node, *ast.walk(node.test), *node.body]
        elif isinstance(node, ast.Call) and name_of(node.func) in GUARDS:
            found.append(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            found += [node] if name_of(node.value.func).startswith(GUARDING) else []
    return {id(node) for node in found}


def replacements(node: ast.AST, tree: Function) -> Iterator[ast.AST]:
    """What can stand in the place of a node, so that a right is another one."""
    if isinstance(node, ast.If | ast.IfExp):
        yield with_field(node, "test", negated(node.test))
        if isinstance(node, ast.If):
            yield with_field(node, "test", ast.Constant(False))
    elif isinstance(node, ast.Call):
        yield from other_calls(node)
    elif isinstance(node, ast.Raise) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield ast.Pass()
    elif isinstance(node, ast.Return):
        yield from other_returns(node, tree)
    else:
        yield from other_conditions(node)


def other_conditions(node: ast.AST) -> Iterator[ast.AST]:
    """Conditions, of Python and of queries, the other way round or without a part."""
    if isinstance(node, ast.BoolOp):
        yield with_field(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for rest in each_left_out(node.values):
            yield with_field(node, "values", rest) if len(rest) > 1 else rest[0]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
        other = ast.BitOr() if isinstance(node.op, ast.BitAnd) else ast.BitAnd()
        yield from (with_field(node, "op", other), node.left, node.right)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        yield node.operand
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield with_field(node, "ops", [OPPOSITE[type(node.ops[0])]()])


def other_calls(call: ast.Call) -> Iterator[ast.AST]:
    """Queries that are narrowed less, or the other way round."""
    name = name_of(call.func)
    if name in GUARDS:
        yield ast.parse(UNGUARDED.format(ast.unparse(call.args[0])), mode="eval").body
    if name in NARROWING and isinstance(call.func, ast.Attribute):
        yield with_field(call, "func", with_field(call.func, "attr", NARROWING[name]))
        yield ast.Call(ast.Attribute(call.func.value, "all", ast.Load()), [], [])
    if name in CONDITIONS and len(call.args) + len(call.keywords) > 1:
        yield from (with_field(call, "args", rest) for rest in each_left_out(call.args))
        yield from (with_field(call, "keywords", rest) for rest in each_left_out(call.keywords))
    if name in CONDITIONS:
        for at, keyword in enumerate(call.keywords):
            if isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, bool):
                other = copy.deepcopy(call.keywords)
                other[at].value = ast.Constant(not keyword.value.value)
                yield with_field(call, "keywords", other)


def other_returns(node: ast.Return, tree: Function) -> Iterator[ast.AST]:
    """Everything, or nothing, by what the function says it returns."""
    kind = ast.unparse(tree.returns) if tree.returns else ""
    if kind == "bool":
        texts = ["True", "False"]
    elif kind.startswith("QuerySet"):
        texts = ["({}).model._default_manager.all()", "({}).none()"]
    elif kind == "Q":
        texts = ["Q()", "Q(pk__in=[])"]
    elif kind.endswith("None") and kind != "None":
        texts = ["None"]
    else:
        texts = []
    was = ast.unparse(node.value) if node.value else "None"
    for text in texts:
        same = was.endswith((".objects.all()", ".none()")) and was[-5:] == text[-5:]
        if text != was and not same:
            yield ast.Return(ast.parse(text.format(was), mode="eval").body)


def name_of(called: ast.expr) -> str:
    """The name of what is called, or of its method."""
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""


def negated(test: ast.expr) -> ast.expr:
    """The opposite of a condition."""
    return ast.UnaryOp(ast.Not(), copy.deepcopy(test))


def with_field(node: ast.AST, field: str, value: object) -> ast.AST:
    """A copy of a node with another value of one of its fields."""
    other = copy.copy(node)
    setattr(other, field, value)
    return other


def each_left_out(parts: list[ast.expr] | list[ast.keyword]) -> Iterator[list[ast.AST]]:
    """The parts without one of them, for each of them."""
    for at in range(len(parts)):
        yield [*parts[:at], *parts[at + 1 :]]
