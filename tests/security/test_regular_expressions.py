"""No regular expression of the product takes more than linear work, whatever it reads."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import ResolverMatch, URLResolver, get_resolver

from config.web.limits import LONGEST_ADDRESS
from tests.security.linear import grows

ROOT = Path(__file__).parents[2]
PACKAGES = ("accounts", "config", "games", "lobby")
METHODS = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")
OF_DJANGO = {r"^r/(?P<content_type_id>.+)/(?P<object_id>.+)/\Z", "(?P<url>.*)$"}
"""Addresses of its administration that are quadratic: `LONGEST_ADDRESS` makes them harmless."""
VALIDATING = ("RegexValidator", "RegexField", "URLField", "URLValidator")
IN_SCRIPTS = re.compile(
    r"(?<=[(=,&|!?:])\s?/(?![/*\s])((?:\\.|\[[^\]\n]*\]|[^\\/\[\n])+)/[dgimsuvy]*[.,;)]"
)
PROPERTY = re.compile(r"\\p\{\w+\}")
"""A class of characters that Python does not know, as letters."""


class Expression(NamedTuple):
    """A regular expression, and how it is used."""

    where: str
    pattern: str
    flags: int
    how: frozenset[str]


def sources() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            yield str(file.relative_to(ROOT)), ast.parse(file.read_text())


def is_of_re(call: ast.AST) -> bool:
    """Whether a node of Python is a call of `re`."""
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "re"
        and call.func.attr in (*METHODS, "compile")
    )


def text_of(node: ast.expr, module: ast.Module) -> str:
    """A pattern as it is written, with a letter for each value that is put in."""
    match node:
        case ast.Constant(value=bytes(value)):
            return value.decode("latin-1")
        case ast.Constant(value=str(value)):
            return value
        case ast.JoinedStr(values=values):
            return "".join(text_of(value, module) for value in values)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return text_of(left, module) + text_of(right, module)
        case ast.Name(id=name):
            written = [
                one.value
                for one in ast.walk(module)
                if isinstance(one, ast.Assign) and [ast.unparse(t) for t in one.targets] == [name]
            ]
            return text_of(written[-1], module) if written else "x"
    return "x"


def flags_of(call: ast.Call) -> int:
    given = [word.value for word in call.keywords if word.arg == "flags"]
    position = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(call.func.attr, 2)  # type: ignore[attr-defined]
    given += call.args[position : position + 1]
    names = {
        node.attr for flag in given for node in ast.walk(flag) if isinstance(node, ast.Attribute)
    }
    return int(sum(getattr(re, name) for name in names))


def in_python() -> Iterator[Expression]:
    """Those that are called or compiled anywhere; a compiled one with all methods it is used by."""
    modules = list(sources())
    used: dict[str, set[str]] = defaultdict(set)
    for _, module in modules:
        for node in ast.walk(module):
            if isinstance(node, ast.Attribute) and node.attr in METHODS:
                used[ast.unparse(node.value).rpartition(".")[2]].add(node.attr)
    for path, module in modules:
        names = {
            id(node.value): ast.unparse(node.targets[0])
            for node in ast.walk(module)
            if isinstance(node, ast.Assign)
        }
        for call in ast.walk(module):
            if not is_of_re(call):
                continue
            assert isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
            method = call.func.attr
            how = used[names.get(id(call), "")] if method == "compile" else {method}
            pattern = text_of(call.args[0], module)
            yield Expression(f"{path}:{call.lineno}", pattern, flags_of(call), frozenset(how))


def in_scripts() -> Iterator[Expression]:
    for file in sorted((ROOT / "static").rglob("*.js")):
        for found in IN_SCRIPTS.finditer(file.read_text()):
            pattern = PROPERTY.sub(r"\\w", found[1])
            yield Expression(str(file.relative_to(ROOT)), pattern, 0, frozenset({"search"}))


def in_addresses(resolver: URLResolver) -> Iterator[Expression]:
    for entry in resolver.url_patterns:
        regex = entry.pattern.regex  # type: ignore[union-attr]
        yield Expression(
            f"address {entry.pattern}", regex.pattern, regex.flags, frozenset({"search"})
        )
        if isinstance(entry, URLResolver):
            yield from in_addresses(entry)


def growth(one: Expression) -> str:
    """How the work of one grows, in the worst way that it is used."""
    found = {grows(one.pattern, one.flags & ~re.UNICODE, how) for how in one.how or {"search"}}
    return " ".join(sorted(found - {""}))


@pytest.mark.parametrize(
    ("pattern", "how", "expected"),
    [
        (r"(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{16,}", "search", "quadratic"),
        (r"(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{16,}", "match", ""),
        (r"[\w-]{16,}", "search", ""),
        (r"\s+$", "search", "quadratic"),
        (r"^\s+$", "search", ""),
        (r"a*a*b", "fullmatch", "quadratic"),
        (r"(?:a|b)*?b*c", "fullmatch", "quadratic"),
        (r"a*ba*c", "fullmatch", ""),
        (r"(?:a+)+b", "match", "exponential"),
        (r"(?:a*)*b", "match", "exponential"),
        (r"(?:a|a)*b", "match", "exponential"),
        (r"(?:a|\wa)*b", "match", "exponential"),
        (r"(?:a|b)*c", "match", ""),
        (r"/\*.*?\*/", "search", "quadratic"),
        (r"(?s)/\*.*?(?:\*/|\Z)", "search", ""),
        (r"(?<=://)[^/\s@]+@", "search", ""),
        (r"(?<=:)[^/\s@]+@", "search", "quadratic"),
        (r"(?i)[A-Z]+a+!", "match", "quadratic"),
        (r"\d{1,18}x", "search", ""),
        (r"a+", "search", ""),
        (r"a+\b", "search", "quadratic"),
        (r"a+(?!b)", "search", "quadratic"),
        (r"a+(?=b)", "search", "quadratic"),
        (r"a(?:[^b]*)(?=b|\Z)", "search", ""),
    ],
)
def test_growth_is_told(pattern: str, how: str, expected: str) -> None:
    assert grows(pattern, 0, how) == expected


@pytest.mark.costly
def test_all_expressions_of_the_product_are_linear() -> None:
    python, scripts = list(in_python()), list(in_scripts())
    addresses = list(in_addresses(get_resolver()))
    assert len(python) > 40 and len(scripts) > 3 and len(addresses) > 300
    everywhere = python + scripts + [one for one in addresses if one.pattern not in OF_DJANGO]
    assert [(one, how) for one in everywhere if (how := growth(one))] == []


def test_nothing_else_brings_expressions() -> None:
    """Only calls of `re` and addresses are looked at, so there must not be others."""
    for path, module in sources():
        for node in ast.walk(module):
            if isinstance(node, ast.keyword):
                assert node.arg not in ("pattern", "regex"), path
            if isinstance(node, ast.Name | ast.Attribute):
                assert ast.unparse(node).rpartition(".")[2] not in VALIDATING, path
            if isinstance(node, ast.ImportFrom):
                assert node.module not in ("re", "regex"), path
            if isinstance(node, ast.Import):
                assert not {(one.name, one.asname) for one in node.names} & {("regex", None)}, path
                assert all(one.asname is None for one in node.names if one.name == "re"), path


@pytest.mark.django_db
@pytest.mark.parametrize("start", ["/admin/r/", "/games/cuba/rules/", "/api/v1/", "/"])
def test_a_long_address_is_compared_with_none(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    resolve = URLResolver.resolve

    def noted(resolver: URLResolver, path: str) -> ResolverMatch:
        compared.append(path)
        return resolve(resolver, path)

    monkeypatch.setattr(URLResolver, "resolve", noted)
    longest = start.ljust(LONGEST_ADDRESS, "a")
    assert Client().get(longest).status_code in (302, 404) and compared
    compared.clear()
    answer = Client().get(f"{longest}a")
    assert answer.status_code == 404 and not compared
    assert answer["Content-Type"].startswith("application/json") == start.startswith("/api")
