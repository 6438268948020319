"""`docs/reference/waits.md` has every wait on somebody else, with the bound that is in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.waits import Wait, rows

ROOT = Path(__file__).resolve().parent.parent
IN_SCRIPT = re.compile(r"^const ([A-Z_]+) = ([\d_]+);", re.MULTILINE)
WAITS = re.compile(r".*(SECONDS|PATIENCE|WITHIN|PAUSE|SILENCE|LONGEST_(SIGN|OPEN))|QUIET|SLOW|SOON")
PACKAGES = ("accounts", "config", "games", "lobby")
NO_WAITS = {
    ("SAME_SECONDS", "config/web/error_mails.py"): "between two mails about one error",
    ("QUIET", "lobby/templatetags/codes.py"): "the rim of a picture",
    ("PAUSE", "games/watching/topics.py"): "who is refused is slowed down",
}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))
            if "migrations" not in path.parts]  # fmt: skip


def numbers_of(path: Path) -> Iterator[tuple[str, float]]:
    """The constants of a module that are plain numbers."""
    for node in parsed(path).body:
        if not isinstance(node, ast.Assign):
            continue
        names, values = node.targets[0], node.value
        pairs = zip(names.elts, values.elts, strict=True) if (
            isinstance(names, ast.Tuple) and isinstance(values, ast.Tuple)
        ) else [(names, values)]  # fmt: skip
        for name, value in pairs:
            if not isinstance(name, ast.Name) or not isinstance(value, ast.Constant):
                continue
            number = value.value
            if isinstance(number, int | float) and not isinstance(number, bool):
                yield name.id, float(number)


@cache
def constants() -> dict[Wait, float]:
    """All of the product, and of the script of the page's socket."""
    found = {
        Wait(name, str(path.relative_to(ROOT))): value
        for path in modules()
        for name, value in numbers_of(path)
    }
    script = "static/socket.js"
    for name, value in IN_SCRIPT.findall((ROOT / script).read_text()):
        found[Wait(name, script)] = float(value)
    return found


def test_each_row_has_the_number_of_the_code() -> None:
    told = rows()
    assert told
    assert {wait: constants().get(wait) for wait in told} == told


def is_wait(wait: Wait) -> bool:
    """Whether a constant has the name of a wait; rules wait for nobody."""
    return bool(WAITS.fullmatch(wait.name)) and not wait.path.startswith("games/rules/")


def test_each_constant_that_is_a_wait_has_a_row() -> None:
    named = {wait for wait in constants() if is_wait(wait)}
    assert named - set(rows()) == {Wait(*wait) for wait in NO_WAITS}


def bounds_given(path: Path) -> Iterator[ast.expr]:
    """How long calls in a module say that they wait."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call):
            yield from (word.value for word in node.keywords if word.arg == "timeout")
            if ast.unparse(node.func) in ("asyncio.timeout", "timeout"):
                yield from node.args[:1]


def test_each_call_that_waits_names_a_constant_with_a_row() -> None:
    names = {wait.name for wait in rows()}
    assert any(list(bounds_given(path)) for path in modules())
    for path in modules():
        for bound in bounds_given(path):
            used = {node.id for node in ast.walk(bound) if isinstance(node, ast.Name)}
            assert used, f"{path}: give {ast.unparse(bound)} a name"
            assert {name for name in used if name.isupper()} <= names, path
