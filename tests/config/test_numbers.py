"""What people send as a number is read in one way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import QueryDict

from config.running import environment
from config.web.numbers import LONGEST, number_in, number_of

ROOT = Path(__file__).resolve().parent.parent.parent
OTHERS = {
    "accounts/names/allowed.py": "digits of two scripts in one name",
    "config/running/environment.py": "what operators set",
    "config/sight/hiding.py": "what is no word",
    "config/web/gathering.py": "bytes of a header",
    "config/running/precision.py": "figures in a report of mypy",
}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0), ("7", 7), ("007", 7), ("9" * LONGEST, 10**LONGEST - 1),
        ("9" * (LONGEST + 1), None), ("9" * 10_000, None), ("", None), (" 7", None), ("-1", None),
        ("1.5", None), ("1e3", None), ("1_0", None), ("٣", None), ("²", None), ("x", None),
    ],
)  # fmt: skip
def test_what_is_a_number(text: str, number: int | None) -> None:
    assert number_of(text) == number


def test_a_field_that_is_missing_has_no_number() -> None:
    fields = QueryDict("after=7&before=x")
    assert [number_in(fields, name) for name in ("after", "before", "other")] == [7, None, None]


@pytest.mark.parametrize("text", ["²", "٣", "-1", "x"])
def test_what_operators_set_is_a_number_too(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", text)
    with pytest.raises(ImproperlyConfigured, match="PORT must be a whole number"):
        environment.number("PORT", 1)


def test_fewer_digits_can_be_asked_for() -> None:
    assert [number_of("99", 2), number_of("100", 2)] == [99, None]


def test_nobody_else_looks_at_digits() -> None:
    paths = [
        str(path.relative_to(ROOT))
        for app in ("accounts", "config", "games", "lobby")
        for path in (ROOT / app).rglob("*.py")
        if re.search(r"\bis(decimal|digit|numeric)\b", path.read_text())
    ]
    found = {path for path in paths if not path.startswith("games/rules/")}
    assert found - {"config/web/numbers.py"} == set(OTHERS)
