"""`manage.py release`: a version gets its number, its place in the list of changes and its tag."""

from __future__ import annotations

import re
import subprocess
from datetime import date
from pathlib import Path

from config.running.bootstrap import ROOT

CHANGES = "CHANGELOG.md"
LINES = {
    "pyproject.toml": re.compile(r'^(version = ")[^"]*(")$', re.MULTILINE),
    "Dockerfile": re.compile(
        r'^(LABEL org\.opencontainers\.image\.version=")[^"]*(")$', re.MULTILINE
    ),
}
"""Where the version stands, by file."""
NEXT, MUST = "## Not released yet\n", "### What an operator must do\n"
NOTES = re.compile(rf"^{NEXT}\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")


class ReleaseProblem(Exception):
    """Why there can be no such version: one sentence for whoever makes it."""


def version_of(root: Path = ROOT) -> str:
    """Return the version of a tree."""
    found = LINES["pyproject.toml"].search((root / "pyproject.toml").read_text())
    assert found, "pyproject.toml has a version"
    return found[0].split('"')[1]


def parts_of(version: str) -> tuple[int, ...]:
    """Return the three numbers of a version."""
    if not NUMBER.fullmatch(version):
        raise ReleaseProblem(f"A version is three numbers, like 1.2.0, and {version!r} is not.")
    return tuple(map(int, version.split(".")))


def notes_of(changes: str) -> str:
    """Return what stands in the list of changes for the next version."""
    found = NOTES.search(changes)
    if not found:
        raise ReleaseProblem(f"{CHANGES} has no section {NEXT.strip()!r}.")
    return found[1].strip()


def make(version: str, root: Path = ROOT, *, today: date) -> str:
    """Write, commit and tag a version, and return its notes."""
    before, changes = version_of(root), (root / CHANGES).read_text()
    notes = notes_of(changes)
    if parts_of(version) <= parts_of(before):
        raise ReleaseProblem(f"{version} is not newer than {before}.")
    if not notes.startswith(MUST):
        raise ReleaseProblem(f"{CHANGES}: {NEXT.strip()!r} begins with {MUST.strip()!r}.")
    if git(root, "status", "--porcelain", "--untracked-files=no"):
        raise ReleaseProblem("There are changes that are not committed.")
    if git(root, "tag", "--list", f"v{version}"):
        raise ReleaseProblem(f"There is a tag v{version} already.")
    begun = f"{NEXT}\n{MUST}\nNothing.\n\n"
    released = f"{begun}## {version}, {today.isoformat()}\n"
    (root / CHANGES).write_text(changes.replace(NEXT, released))
    for name, line in LINES.items():
        text, count = line.subn(rf"\g<1>{version}\g<2>", (root / name).read_text())
        assert count == 1, f"{name} has one version"
        (root / name).write_text(text)
    git(root, "commit", "--quiet", "--message", f"release: {version}", "--", CHANGES, *LINES)
    git(
        root,
        "tag",
        "--annotate",
        f"v{version}",
        "--cleanup=verbatim",
        "--message",
        f"{version}\n\n{notes}",
    )
    return notes


def since(root: Path = ROOT) -> str:
    """Return the subjects of what has changed since the tag of this version, if it has one."""
    tag = f"v{version_of(root)}"
    if not git(root, "tag", "--list", tag):
        return ", which has no tag"
    return "\n" + git(root, "log", "--format=%s", f"{tag}..HEAD")


def git(root: Path, *words: str) -> str:
    """Return what git says; ReleaseProblem with its own words if it fails."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
    if done.returncode:
        raise ReleaseProblem(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()
