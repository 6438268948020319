"""`manage.py matrix`: which pairs there are, and what is said of those that cannot be had."""

from __future__ import annotations

import re
import sys

import pytest
from django.core.management import CommandError, call_command

from config.running.bootstrap import OLDEST, ROOT
from tools.matrix import DJANGOS, PYTHONS, Combination, outcome, python_of


def test_it_begins_where_the_project_does() -> None:
    assert PYTHONS[0] == "{}.{}".format(*OLDEST)
    pinned = re.search(
        r"^django==(\d+\.\d+)", (ROOT / "requirements/dev.txt").read_text(), re.MULTILINE
    )
    assert pinned and pinned[1] == next(iter(DJANGOS))


def test_this_python_is_found() -> None:
    assert python_of("{}.{}".format(*sys.version_info))


def test_what_is_not_there_is_skipped_with_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(Combination("3.99", "5.2"), []) == "skipped: not installed"
    with pytest.raises(CommandError, match="Nothing was run"):
        call_command("matrix", "--python", "3.11", "--django", "6", "tests/lobby", "-k", "x")
    said = "Python 3.11, Django 6: skipped: Django 6 needs a newer Python"
    assert said in capsys.readouterr().out
