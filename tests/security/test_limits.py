"""The limits of the site stand in one module, hold where they are used, and are told."""

from __future__ import annotations

import ast
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

from allauth.account import app_settings
from django.conf import settings

from config import settings as as_set
from config.web import limits
from config.web.limits import Most, Rate

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
NUMBERS = {name: value for name, value in vars(limits).items() if name.isupper()}
SPANS = {
    timedelta(seconds=15): "15 seconds", timedelta(minutes=30): "30 minutes",
    timedelta(hours=1): "an hour", timedelta(days=1): "a day", timedelta(days=7): "a week",
}  # fmt: skip


def told(value: Any) -> str:
    """A limit as the document has it."""
    match value:
        case Rate(a_second, at_once) if a_second >= 1:
            return f"{a_second:g} a second, {at_once} at once"
        case Rate(a_second, at_once):
            return f"one in {1 / a_second:g} seconds, {at_once} at once"
        case Most(count, _text, None):
            return f"{count:,}"
        case Most(count, _text, within):
            return f"{count} in {SPANS[within]}"
        case tuple():
            return ", ".join(map(told, value))
        case dict():
            return "; ".join(f"{name} {limit}" for name, limit in value.items())
    return f"{value:,.0f}"


def test_the_document_has_every_limit_as_it_is() -> None:
    text = (ROOT / "docs" / "topics" / "security.md").read_text()
    rows = {name: limit for name, _what, limit, _where in ROW.findall(text)}
    assert rows == {name: told(value) for name, value in NUMBERS.items()}


def test_every_limit_is_used() -> None:
    """By name, from this module: none of them only stands there."""
    imported = set()
    for app in ("accounts", "config", "games", "lobby"):
        for path in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and node.module == "config.web.limits":
                    imported |= {alias.name for alias in node.names}
                if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "limits":
                    imported.add(node.attr)
    assert set(NUMBERS) <= imported


def test_nobody_counts_with_numbers_of_their_own() -> None:
    """A bucket has a limit of the module, or settings that begin as one."""
    made: list[str] = []
    for app in ("accounts", "config", "games", "lobby"):
        for path in (ROOT / app).rglob("*.py"):
            nodes = ast.walk(ast.parse(path.read_text()))
            calls = [node for node in nodes if isinstance(node, ast.Call)]
            made += [ast.unparse(it) for it in calls if ast.unparse(it.func) == "Bucket"]
    assert len(made) >= 12
    with_limits = [call for call in made if re.search(r", limits\.|settings\.|error_mails", call)]
    assert made == with_limits


def test_the_settings_are_those_of_the_module() -> None:
    assert settings.ACCOUNT_RATE_LIMITS == limits.SIGNING_IN
    usual = app_settings.RATE_LIMITS
    assert {name: usual[name] for name in limits.SIGNING_IN} == limits.SIGNING_IN
    source = Path(as_set.__file__).read_text()
    for name in ("API_RATE", "API_BURST", "GUESTS_AN_HOUR", "GUESTS_AT_ONCE"):
        assert re.search(rf'number\("{name}", (int\()?limits\.', source)
