"""`manage.py matrix`: the quick tests without browsers, on every Python and Django that is meant.

Each pair has an environment of its own in `.matrix`. What this machine does not have is skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from config.running import checking
from config.running.bootstrap import ROOT

FOLDER = ROOT / ".matrix"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
DJANGOS = {"5.2": ((3, 11), ""), "6": ((3, 12), "django>=6,<7")}
"""By name the oldest Python for it, and what is installed over requirements/dev.txt."""
CHOSEN = ("-m", "not slow and not browser")
UV = str(Path(sys.executable).with_name("uv"))


class Combination(NamedTuple):
    """A Python and a Django."""

    python: str
    django: str

    def __str__(self) -> str:
        """As people read it."""
        return f"Python {self.python}, Django {self.django}"

    @property
    def fits(self) -> bool:
        """True if this Django knows this Python."""
        oldest, _package = DJANGOS[self.django]
        return tuple(map(int, self.python.split("."))) >= oldest

    @property
    def folder(self) -> Path:
        """Where its environment is."""
        return FOLDER / f"{self.python}-django-{self.django}"


def programs(minor: str) -> Iterator[str]:
    """Where a Python of this version may be: in the path, pyenv's, uv's own."""
    if path := shutil.which(f"python{minor}"):
        yield path
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from (str(path) for path in sorted(pyenv.glob(f"versions/{minor}.*/bin/python3")))
    asked = [UV, "python", "find", "--no-python-downloads", "--managed-python", minor]
    found = subprocess.run(asked, capture_output=True, text=True)
    if found.returncode == 0:
        yield found.stdout.strip()


def python_of(minor: str) -> str | None:
    """Return the first Python of this version that runs; None if there is none."""
    command = ["-I", "-S", "-c", "import sys; print('{}.{}'.format(*sys.version_info))"]
    for path in programs(minor):
        said = subprocess.run([path, *command], capture_output=True, text=True)
        if said.stdout.strip() == minor:
            return path
    return None


def install(pair: Combination, python: str) -> bool:
    """Make its environment or bring it up to date; False if the packages cannot be had."""
    made = str(pair.folder / "bin" / "python")
    steps = [["pip", "install", "--require-hashes", "-r", "requirements/dev.txt"]]
    if package := DJANGOS[pair.django][1]:
        steps.append(["pip", "install", "--upgrade", package])
    if not Path(made).exists():
        subprocess.run([UV, "venv", "--quiet", "--python", python, str(pair.folder)], check=True)
    for step in steps:
        done = subprocess.run([UV, *step, "--quiet", "--python", made], cwd=ROOT)
        if done.returncode:
            return False
    return True


def outcome(pair: Combination, arguments: list[str]) -> str:
    """Return what came of the tests in one word, or why they did not run."""
    if not pair.fits:
        return f"skipped: Django {pair.django} needs a newer Python"
    python = python_of(pair.python)
    if python is None:
        return "skipped: not installed"
    if not install(pair, python):
        return "failed: its packages cannot be installed"
    command = [str(pair.folder / "bin" / "python"), "-m", "pytest", *checking.workers(arguments)]
    done = subprocess.run([*command, *CHOSEN, *arguments], cwd=ROOT)
    return "passed" if done.returncode == 0 else "failed"


def outcomes(
    pairs: Iterable[Combination], arguments: list[str]
) -> Iterator[tuple[Combination, str]]:
    """Run the tests on one pair after the other."""
    for pair in pairs:
        yield pair, outcome(pair, arguments)
