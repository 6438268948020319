"""`manage.py release`, in a small repository; where people and programs see the version."""

from __future__ import annotations

import subprocess
from datetime import date
from pathlib import Path

import pytest
from django.test import Client

from config.running.bootstrap import ROOT
from config.running.version import VERSION
from tools import release
from tools.release import CHANGES, LINES, ReleaseProblem, git, make, notes_of

TODAY = date(2026, 12, 3)
NEWS = """# Changes

## Not released yet

### What an operator must do

Set `FOO`.

* A wish.

## 0.1.0, 2026-11-01

* All.
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in LINES:
        (tmp_path / name).write_text((ROOT / name).read_text())
    (tmp_path / CHANGES).write_text(NEWS)
    for words in (
        ["init", "--quiet"],
        ["config", "user.name", "Ana"], ["config", "user.email", "ana@localhost"],
        ["add", "."], ["commit", "--quiet", "--message", "all"],
    ):  # fmt: skip
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_a_version_is_written_committed_and_tagged(tree: Path) -> None:
    assert release.since(tree) == ", which has no tag"
    assert make("0.2.0", tree, today=TODAY).endswith("* A wish.")
    assert release.version_of(tree) == "0.2.0"
    assert 'version="0.2.0"' in (tree / "Dockerfile").read_text()
    changes = (tree / CHANGES).read_text()
    assert notes_of(changes) == "### What an operator must do\n\nNothing."
    assert "## 0.2.0, 2026-12-03\n\n### What an operator must do\n\nSet `FOO`." in changes
    assert git(tree, "status", "--porcelain") == ""
    assert "Set `FOO`." in git(tree, "tag", "--list", "v0.2.0", "--format=%(contents)")
    assert release.since(tree) == "\n"


@pytest.mark.parametrize(
    ("number", "news", "why"),
    [
        ("0.1.0", NEWS, "not newer than 0.1.0"),
        ("1.2", NEWS, "three numbers"),
        ("0.2.0", NEWS.replace("must do", "may do"), "begins with '### What an operator must do'"),
        ("0.2.0", NEWS.replace("Not released", "Released"), "has no section"),
    ],
)
def test_what_is_not_ready_is_refused(tree: Path, number: str, news: str, why: str) -> None:
    (tree / CHANGES).write_text(news)
    with pytest.raises(ReleaseProblem, match=why):
        make(number, tree, today=TODAY)


def test_only_what_is_committed_becomes_a_version(tree: Path) -> None:
    (tree / CHANGES).write_text(NEWS + "* More.\n")
    with pytest.raises(ReleaseProblem, match="not committed"):
        make("0.2.0", tree, today=TODAY)


def test_this_version_is_the_same_everywhere() -> None:
    for name, line in LINES.items():
        (found,) = line.finditer((ROOT / name).read_text())
        assert f'"{VERSION}"' in found[0]
    assert notes_of((ROOT / CHANGES).read_text()).startswith(release.MUST)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_site_says_which_version_it_is(client: Client, language: str) -> None:
    assert (
        f"Sobremesa {VERSION}." in client.get("/about/", headers={"Accept-Language": language}).text
    )
