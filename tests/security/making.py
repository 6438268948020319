"""The services that make rows, and the doors by which each is reached.

Read from the source and from the tables of addresses, without running anything: so also what no
test walks through is there. A name is followed through imports, classes and `self`, and through
what a local name was made of. A job makes a row when it is queued; what it does later is done by
the worker.
"""

from __future__ import annotations

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from config.api import api
from config.asgi import understood

ROOT = Path(__file__).parents[2]
OURS = ("accounts", "config", "games", "lobby")
LEFT_OUT = {"migrations", "rules", "bots", "backup", "commands"}
"""Packages that no request gets into, or that know no database."""
MAKING = {"create", "bulk_create", "get_or_create", "update_or_create", "create_user"}
INSERT = "insert into"
STAFF = ("admin", ".staff")
"""Modules of the administration: whoever uses it is appointed, and each of their acts is logged."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Source:
    """The functions and classes of the product, by full name, and what each function refers to."""

    def __init__(self) -> None:
        self.modules = dict(modules())
        self.bound = {name: dict(names_in(name, tree)) for name, tree in self.modules.items()}
        self.classes: dict[str, ast.ClassDef] = {}
        self.functions: dict[str, ast.AST] = {}
        for name, tree in self.modules.items():
            self._note(name, tree)
        joins = [field for model in apps.get_models() for field in model._meta.local_many_to_many]
        self.joins = {field.name for field in joins if field.model.__module__.startswith(OURS)}
        self.tasks = {name for name, node in self.functions.items() if is_task(node)}
        self.makers: set[str] = set()
        self.uses: dict[str, set[str]] = defaultdict(set)
        for name, node in self.functions.items():
            self._read(name, node)

    def _note(self, name: str, tree: ast.Module) -> None:
        for node in tree.body:
            if isinstance(node, Function):
                self.functions[f"{name}.{node.name}"] = node
            elif isinstance(node, ast.ClassDef):
                self.classes[f"{name}.{node.name}"] = node
                methods = [part for part in node.body if isinstance(part, Function)]
                self.functions |= {f"{name}.{node.name}.{part.name}": part for part in methods}
            elif isinstance(node, ast.Assign | ast.AnnAssign):  # SQL, mostly
                self.functions |= {f"{name}.{target}": node for target in targets_of(node)}

    def _read(self, name: str, node: ast.AST) -> None:
        """Note what a function refers to, and whether it makes rows."""
        owner = name.rpartition(".")[0]
        module = owner if owner in self.modules else owner.rpartition(".")[0]
        types = dict.fromkeys(names_within(node), "") | self._types_in(node, module)
        if owner in self.classes:
            types |= {"self": owner, "cls": owner}
        for part in ast.walk(node):
            if isinstance(part, ast.Call) and self._makes(part, module):
                self.makers.add(name)
            if isinstance(part, ast.Constant) and INSERT in str(part.value).lower():
                self.makers.add(name)
            if isinstance(part, ast.Name | ast.Attribute):
                self.uses[name] |= self._meant(part, module, types)

    def _makes(self, call: ast.Call, module: str) -> bool:
        """Whether a call stores a row that was not there, or queues a job."""
        if not isinstance(call.func, ast.Attribute):
            return False
        kind, on = call.func.attr, call.func.value
        if kind == "save":
            return not any(word.arg == "update_fields" for word in call.keywords)
        if kind == "add":
            return isinstance(on, ast.Attribute) and on.attr in self.joins
        if kind == "defer":
            return self.full(on, module) in self.tasks
        return kind in MAKING and self.full(call.func, module) not in self.functions

    def _types_in(self, node: ast.AST, module: str) -> dict[str, str]:
        """The classes of ours that local names belong to."""
        types = {}
        for part in ast.walk(node):
            if isinstance(part, ast.Assign) and isinstance(part.value, ast.Call):
                made = self.full(part.value.func, module)
                types |= {target: made for target in targets_of(part) if made in self.classes}
            if isinstance(part, ast.arg) and part.annotation is not None:
                types[part.arg] = self.full(part.annotation, module)
        return types

    def _meant(
        self, part: ast.Name | ast.Attribute, module: str, types: dict[str, str]
    ) -> set[str]:
        """The functions that a name may stand for."""
        root = root_of(part)
        if root in types:
            is_direct = isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name)
            is_known = is_direct and types[root] in self.classes
            return self.methods(types[root], part.attr) if is_known else set()
        full = self.full(part, module)
        if full in self.classes:
            return self.methods(full, "__init__") | self.methods(full, "__call__")
        is_queued = isinstance(part, ast.Attribute) and part.attr == "defer"
        return {full} & self.functions.keys() if not is_queued else set()

    def methods(self, owner: str, name: str) -> set[str]:
        """The methods of this name of a class, of those that it is made from, and of its heirs."""
        heirs = [heir for heir in self.classes if owner in self.bases(heir)]
        there = {f"{kind}.{name}" for kind in (owner, *self.bases(owner), *heirs)}
        return there & self.functions.keys()

    @cache  # noqa: B019 - there is one of these
    def bases(self, owner: str) -> tuple[str, ...]:
        """The classes of ours that a class is made from."""
        module = owner.rpartition(".")[0]
        direct = [self.full(base, module) for base in self.classes[owner].bases]
        ours = [base for base in direct if base in self.classes]
        return (*ours, *(further for base in ours for further in self.bases(base)))

    def full(self, node: ast.AST, module: str) -> str:
        """The full name of what an expression names; empty if it names nothing known."""
        if isinstance(node, ast.Subscript):
            return self.full(node.value, module)
        if isinstance(node, ast.Attribute):
            before = self.full(node.value, module)
            return self.resolved(f"{before}.{node.attr}") if before else ""
        if isinstance(node, ast.Name) and node.id in self.bound[module]:
            return self.resolved(self.bound[module][node.id])
        return ""

    def resolved(self, name: str) -> str:
        """The full name where something is defined that may have been imported from elsewhere."""
        module, _dot, last = name.rpartition(".")
        elsewhere = self.bound.get(module, {}).get(last, name)
        return name if elsewhere == name else self.resolved(elsewhere)

    def reached_from(self, names: set[str]) -> set[str]:
        """All functions that are reached from some, without going through a queue."""
        reached, ahead = set[str](), list(names)
        while ahead:
            name = ahead.pop()
            if name not in reached and name not in self.tasks:
                reached.add(name)
                ahead += self.uses[name]
        return reached


def modules() -> Iterator[tuple[str, ast.Module]]:
    """The modules of the product, by name."""
    for app in OURS:
        for path in sorted((ROOT / app).rglob("*.py")):
            place = path.relative_to(ROOT).with_suffix("")
            if not LEFT_OUT & set(place.parts):
                yield ".".join(place.parts).removesuffix(".__init__"), ast.parse(path.read_text())


def names_in(module: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names of a module with what each stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name, alias.name
    for node in tree.body:
        if isinstance(node, Function | ast.ClassDef):
            yield node.name, f"{module}.{node.name}"
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield from ((target, f"{module}.{target}") for target in targets_of(node))


def targets_of(node: ast.Assign | ast.AnnAssign) -> list[str]:
    """The plain names that something is assigned to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def names_within(node: ast.AST) -> set[str]:
    """The names that a function gives to something itself."""
    parts = list(ast.walk(node)) if isinstance(node, Function) else []
    given = {part.id for part in parts if isinstance(part, ast.Name) and is_stored(part)}
    return given | {part.arg for part in parts if isinstance(part, ast.arg)}


def is_stored(name: ast.Name) -> bool:
    """Whether something is assigned to a name here."""
    return isinstance(name.ctx, ast.Store)


def root_of(node: ast.expr) -> str:
    """The name that an expression begins with; empty if it begins with something else."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_task(node: ast.AST) -> bool:
    """Whether a function is a job of the worker."""
    written = [ast.unparse(each) for each in getattr(node, "decorator_list", [])]
    return any(".task(" in decorator or ".periodic(" in decorator for decorator in written)


def addresses(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """All addresses of the site, each with its name."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{before}{pattern.namespace}:" if pattern.namespace else before
            yield from addresses(pattern, inner)
        else:
            yield f"{before}{pattern.name}", pattern


def doors() -> Iterator[tuple[str, set[str]]]:
    """Everything by which people and programs come in, with the functions that it calls."""
    for name, address in addresses(get_resolver()):
        view = inspect.unwrap(getattr(address.callback, "view_class", address.callback))
        if view.__module__.startswith(OURS) and not view.__module__.endswith(STAFF):
            yield f"page {name}", {f"{view.__module__}.{view.__qualname__}"}
    for _prefix, router in api._routers:
        for path, view in router.path_operations.items():
            for operation in view.operations:
                function = operation.view_func
                name = f"API {operation.methods[0]} {path}"
                yield name, {f"{function.__module__}.{function.__name__}"}
    for message, topic in understood.topic_of.items():
        own = {f"{message.__module__}.{message.__qualname__}.carry_out"}
        hears = {f"{topic.__module__}.{topic.__qualname__}.hear"}
        yield f"socket {message.__struct_config__.tag}", own | hears
    for topic in understood.topics:
        opens = {f"{topic.__module__}.{topic.__qualname__}.{name}" for name in ("open", "greet")}
        yield f"socket, opened: {topic.__name__}", opens
    for name in settings.MIDDLEWARE:
        if name.startswith(OURS) and not name.rpartition(".")[0].endswith(STAFF):
            yield "every request", {f"{name}.{part}" for part in ("__call__", "process_view")}


ASKED_BY_ALLAUTH = ("ACCOUNT_ADAPTER", "MFA_ADAPTER", "SOCIALACCOUNT_ADAPTER")


@cache
def source() -> Source:
    """The source of the product, read once."""
    return Source()


@cache
def reached() -> dict[str, set[str]]:
    """The functions that somebody's request reaches, with the doors of each."""
    found = defaultdict[str, set[str]](set)
    adapters = [getattr(settings, name) for name in ASKED_BY_ALLAUTH]
    answering = tuple(f"{name.rpartition('.')[0]}." for name in adapters)
    answers = {name for name in source().functions if name.startswith(answering)}
    for door, functions in [*doors(), ("signing in", answers)]:
        for name in source().reached_from(functions):
            found[name].add(door)
    return dict(found)


def services() -> set[str]:
    """The functions that make rows on somebody's request."""
    functions = {
        name for name, node in source().functions.items() if isinstance(node, Function)
    } & reached().keys()
    statements = {name for name in source().makers if name not in functions}
    return {
        name
        for name in functions
        if name in source().makers or source().uses[name] & statements - source().tasks
    }
