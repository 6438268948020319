"""Who tries again waits for a stated time, bounded and random: `docs/reference/waits.md`."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from itertools import product
from typing import NamedTuple

import pytest

from config.database.pauses import SPREAD, Pauses
from config.running.play import Child
from tests.test_waits import ROOT, modules, parsed

ROW = re.compile(
    r"^\| `([A-Z_]+)` \| `([\w/.-]+)` \| [^|]+" + 4 * r" \| ([\d.]+)" + r" \|$", re.MULTILINE
)
IN_SCRIPT = re.compile(r"^const ([A-Z_]+) = ([\d_]+);", re.MULTILINE)
AGAIN = re.compile(r"setTimeout\((?:look|connect|utter), (?!FIRST_PAUSE, )(.*)\)")
"""Who asks again; the first time is at the end of a page's own load."""
OTHERWISE = {
    "SOON": "at random where it is used", "after": "the server has chosen it by chance",
}  # fmt: skip
WAITS_FOR_A_MOMENT = {
    "self.settle": "gathers, whatever happens",
    "self.update_heartbeat_interval": "a sign of life of its own",
    "waits.pause()": "by chance, see the table for Postgres",
    "LOOK_EVERY": "looks at its own process",
    "LOOK_SECONDS": "one process looks for all its own requests",
    "PAUSE": "who is refused is slowed down",
    "settings.BOT_PAUSE": "how fast bots play",
    "max(0.0, settings.BOT_PAUSE - (time.monotonic() - began))": "how fast bots play",
    "max(0.0, (due_at - timezone.now()).total_seconds())": "a moment chosen by chance",
}
"""What sleeps without trying something again that has failed."""


class Row(NamedTuple):
    """A constant, its file, and what the document or the code says of it."""

    name: str
    path: str
    pauses: Pauses
    chance: float


def of_document() -> set[Row]:
    text = (ROOT / "docs" / "reference" / "waits.md").read_text()
    return {
        Row(name, path, Pauses(float(first), float(times), float(longest)), float(chance))
        for name, path, first, times, longest, chance in ROW.findall(text)
    }


def of_modules() -> set[Row]:
    """All of the server, each where it is made."""
    found = set()
    for path in modules():
        for node in parsed(path).body:
            value = node.value if isinstance(node, ast.Assign) else None
            if isinstance(value, ast.Call) and ast.unparse(value.func) == "Pauses":
                where = str(path.relative_to(ROOT))
                (name,) = (ast.unparse(target) for target in node.targets)
                module = import_module(where.removesuffix(".py").replace("/", "."))
                found.add(Row(name, where, getattr(module, name), SPREAD))
    return found


def scripts() -> dict[str, str]:
    paths = sorted((ROOT / "static").rglob("*.js"))
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths}


def test_the_table_has_the_pauses_of_the_code() -> None:
    told = of_document()
    assert len(told) > 8
    of_server = {row for row in told if row.path.endswith(".py")}
    assert of_server == of_modules()
    for row in told - of_server:
        text = scripts()[row.path]
        known = {name: float(value) / 1000 for name, value in IN_SCRIPT.findall(text)}
        longest = known.get("LONGEST_PAUSE", known[row.name])
        assert (row.pauses.first, row.pauses.longest) == (known[row.name], longest), row
        assert f"{1 - row.chance} + Math.random() / {1 / row.chance:.0f}" in text, row


def test_no_script_asks_again_without_chance() -> None:
    again = [(path, how) for path, text in scripts().items() for how in AGAIN.findall(text)]
    assert len(again) > 5
    left = [(path, how) for path, how in again if "Math.random()" not in how]
    assert {how for _, how in left} <= set(OTHERWISE), left


def test_nobody_on_the_server_waits_in_another_way() -> None:
    """Powers of seconds and bare numbers are what pauses are written with elsewhere."""
    for path in modules():
        if path.relative_to(ROOT).parts[:2] in (("config", "running"), ("config", "database")):
            continue  # of the machine's own processes, which the person before it watches
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Call):
                continue
            name, words = ast.unparse(node.func), {word.arg for word in node.keywords}
            assert "exponential_wait" not in words and "linear_wait" not in words, path
            if name == "timedelta":
                powers = [one for one in ast.walk(node) if isinstance(one, ast.Pow)]
                assert not powers, f"{path}: {ast.unparse(node)}"
            if name.split(".")[-1] == "sleep" and node.args:
                how = ast.unparse(node.args[0])
                assert how.endswith(".after()") or how in WAITS_FOR_A_MOMENT, f"{path}: {how}"


def test_pauses_have_a_bound_and_differ() -> None:
    for row, tries in product(of_modules(), (1, 2, 9, 500)):
        some = [row.pauses.after(tries) for _ in range(100)]
        most, longest = row.pauses.most(tries), row.pauses.longest
        assert (1 - SPREAD) * most <= min(some) < max(some) <= most <= longest, row


def test_they_are_longer_each_time() -> None:
    pauses = Pauses(4, 4, 100)
    assert [pauses.most(tries) for tries in (1, 2, 3, 4, 5)] == [4, 16, 64, 100, 100]
    assert 12 <= pauses.later(2).total_seconds() <= 16


def test_a_process_that_keeps_ending_is_started_at_growing_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a clock of the test's own."""
    clock = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: clock)
    child, dues = Child("pages", ["false"]), []
    child.start()
    for _ in range(8):
        assert child.process is not None
        child.process.wait()
        child.restart_when_due()
        assert child.due is not None
        dues.append(child.due - clock)
        child.restart_when_due()
        assert child.due is not None, "not before"
        clock = child.due
        child.restart_when_due()
    child.process.wait()
    most = [1, 2, 4, 8, 16, 30, 30, 30]
    assert all(due <= bound for due, bound in zip(dues, most, strict=True)), dues
    assert dues[0] < dues[2] < dues[4] and dues[-1] > 22
