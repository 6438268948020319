"""No template asks for what the content policy forbids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".svg"))

FORBIDDEN = {
    "a style attribute": r"<[^>{]*\sstyle\s*=",
    "a style element": r"<style\b",
    "an event handler": r"<[^>{]*\son[a-z]+\s*=",
    "an inline script": r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>",
    "a javascript address": r"javascript:",
    "a foreign file": r"(?:src|href|action)=\"(?:https?:)?//",
    "an unsafe attribute": r"\bhx-on\b|\bhx-vals=['\"]js:",
}


def ids(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", PAGES, ids=ids)
def test_nothing_the_content_policy_forbids(path: Path) -> None:
    text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", path.read_text())
    found = [what for what, pattern in FORBIDDEN.items() if re.search(pattern, text)]
    assert not found


def test_the_patterns_find_what_they_look_for() -> None:
    faults = [
        '<p style="color: red">', "<style>", '<a onclick="x()">', "<script>x()</script>",
        '<a href="javascript:x()">', '<img src="//example.org/x.png">', '<p hx-on:click="x()">',
    ]  # fmt: skip
    for fault, pattern in zip(faults, FORBIDDEN.values(), strict=True):
        assert re.search(pattern, fault), fault
    assert not re.search(
        FORBIDDEN["an inline script"], '<script type="module" src="/x.js"></script>'
    )


@pytest.mark.parametrize("path", sorted((ROOT / "static").rglob("*.svg")), ids=ids)
def test_drawings_are_drawings(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"<script|\son[a-z]+=|href=\"https?:|<image|<foreignObject", text)
