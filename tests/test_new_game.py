"""`manage.py newgame`, the second step of `game-authors.md`: a copy of Pier is a game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.new_game import NewGameProblem, clauses_of, make, renamed

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow

RULES_TESTS = ("contract", "corpus", "files", "gains", "glossary", "texts", "wording")
KEPT_OUT = shutil.ignore_patterns(".*", "__pycache__", "var", "docs", "baseline", "node_modules")

IN_THE_LOBBY = """
import pytest

@pytest.mark.django_db
def test_quay_can_be_opened(client):
    assert "Quay" in client.get("/").text
    assert '<option value="quay">Quay</option>' in client.get("/lobby/").text
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with a game Quay."""
    tree = tmp_path_factory.mktemp("new game") / "project"
    shutil.copytree(ROOT, tree, ignore=KEPT_OUT)
    assert "tests/rules -k quay" in run(tree, sys.executable, "manage.py", "newgame", "quay")
    return tree


def run(tree: Path, *command: str) -> str:
    """What a command in the tree prints; it has to succeed."""
    inherited = {
        name: os.environ[name] for name in ("PATH", "HOME", "CHROMIUM") if name in os.environ
    }
    environment = {**inherited, "PATH": f"{Path(sys.executable).parent}:{inherited['PATH']}"}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_linter_is_content(tree: Path) -> None:
    run(tree, "ruff", "check", ".")
    run(tree, "ruff", "format", "--check", "games", "tests/rules/quay")
    run(tree, "lint-imports", "--no-cache")
    run(tree, "djlint", "--lint", "--quiet", "templates/games/quay")


@pytest.mark.costly
def test_the_contract_test_plays_it(tree: Path) -> None:
    (tree / "tests" / "lobby" / "test_quay.py").write_text(IN_THE_LOBBY)
    tests = [
        *(f"tests/rules/test_{name}.py" for name in RULES_TESTS),
        "tests/lobby/test_quay.py",
        "tests/test_tokens.py",
    ]
    said = run(tree, sys.executable, "-m", "pytest", "-n", "0", "-q", "-k", "quay", *tests)
    assert int(said.rsplit("\n", 2)[-2].split(" passed")[0]) > 40, said


@pytest.mark.parametrize("slug", ["Quay", "class", "long__quay", "quay_of_the_long_ships"])
def test_what_can_be_no_name_is_refused(slug: str, tmp_path: Path) -> None:
    with pytest.raises(NewGameProblem, match="up to 20 small letters"):
        make(slug, tmp_path)


def test_a_game_that_exists_stays_as_it_is() -> None:
    with pytest.raises(NewGameProblem, match="There is games/rules/cuba already"):
        make("cuba")


def test_a_name_of_several_words() -> None:
    pier = (
        'from .rules import Pier\nslug = "pier"  # Pier: PI-1\nrules = Pier()\nclass PierBoard: ...'
    )
    assert renamed(pier, "long_quay") == (
        'from .rules import LongQuay\nslug = "long_quay"  # Long Quay: LQ-1\n'
        "rules = LongQuay()\nclass LongQuayBoard: ..."
    )
    assert clauses_of("quay") == "QU"


@pytest.mark.costly
def test_the_album_has_it(tree: Path, tmp_path: Path) -> None:
    chosen = ["--game", "quay", "--page", "opening", "--width", "360", "--theme", "light"]
    out = ["--language", "en", "--out", str(tmp_path)]
    run(tree, sys.executable, "manage.py", "album", *chosen, *out)
    assert [path.name for path in tmp_path.glob("*.jpg")] == [
        "quay-opening-to-move-360-light-en.jpg"
    ]
