"""Tests wait for states, with the one patience of `tools/patience.py`, and for nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAUSES = {"tools/patience.py", "tools/pace.py"}
"""The only places that pause."""
BY_TIME = ("tools/bench", "tools/torture", "tools/mutation", "tests/config/push/measure.py")
"""Tools that load a site or break it at a pace: time is what they are about."""
FILES = sorted(
    path
    for folder in ("tests", "tools")
    for path in (ROOT / folder).rglob("*.py")
    if not (name := path.relative_to(ROOT).as_posix()).startswith(BY_TIME) and name not in PAUSES
)
SLEEPS = {"time.sleep", "asyncio.sleep", "sleep"}
WAITS = {"join", "wait", "wait_for", "result", "settimeout", "acquire", "communicate"}
CLOCKS = ("monotonic() -", "perf_counter() -", "time.time() -")
SHORT = 1
"""Seconds and milliseconds up to here are no patience: they ask whether something is there now."""


def number_in(node: ast.expr) -> float:
    """Return the largest number written in an expression; 0 if it is the common patience."""
    if "PATIENCE" in ast.unparse(node):
        return 0.0
    numbers = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return max((float(n) for n in numbers if type(n) in (int, float)), default=0.0)


def waits_in(tree: ast.Module) -> Iterator[str]:
    """Yield each call that waits for a time, and each assertion about the time that has passed."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and any(clock in ast.unparse(node) for clock in CLOCKS):
            yield f"line {node.lineno}: {ast.unparse(node)}"
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        last = called.rpartition(".")[2]
        deadlines = [word.value for word in node.keywords if word.arg == "timeout"]
        if last in WAITS or called in ("asyncio.timeout", "queue.get"):
            bounds = node.args[1:] if last == "wait_for" else node.args[:1]
            deadlines += [one for one in bounds if isinstance(one, ast.Constant | ast.BinOp)]
        is_pause = called in SLEEPS and not (node.args and ast.unparse(node.args[0]) == "0")
        if is_pause or last == "wait_for_timeout" or any(number_in(d) > SHORT for d in deadlines):
            yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_waits_for_a_time(path: Path) -> None:
    assert not list(waits_in(ast.parse(path.read_text())))


@pytest.mark.parametrize(
    "line",
    [
        "time.sleep(0.1)",
        "await asyncio.sleep(seconds)",
        "page.wait_for_timeout(300)",
        "expect(spot).to_be_visible(timeout=30_000)",
        "thread.join(10)",
        "asyncio.wait_for(done, 10)",
        "done.wait(timeout=20)",
        "subprocess.run(command, timeout=60 * 2)",
        "asyncio.timeout(5)",
        "assert time.monotonic() - began < 1",
    ],
)
def test_a_wait_for_a_time_is_found(line: str) -> None:
    assert len(list(waits_in(ast.parse(line)))) == 1


def test_a_wait_for_a_state_is_none() -> None:
    lines = "thread.join(PATIENCE)\nasyncio.sleep(0)\nsocket.recv(timeout=0.5)\n'-'.join('1')"
    assert not list(waits_in(ast.parse(lines)))
