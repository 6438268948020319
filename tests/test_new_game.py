"""`docs/howto/game-authors.md` followed to the letter: a renamed copy of Pier is a game."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("games/rules", "games/page/boards", "templates/games", "static/games", "tests/rules")
"""Where a game has a folder of its name; the golden games are the author's step 9."""
pytestmark = pytest.mark.slow

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
    """The project with a game Quay, made of Pier by steps 2 and 10."""
    tree = tmp_path_factory.mktemp("new game") / "project"
    shutil.copytree(ROOT, tree, ignore=KEPT_OUT)
    for folder in COPIED:
        quay = tree / folder / "quay"
        shutil.copytree(tree / folder / "pier", quay, ignore=shutil.ignore_patterns("*.mo"))
        for path in filter(Path.is_file, quay.rglob("*")):
            path.write_text(path.read_text().replace("pier", "quay").replace("Pier", "Quay"))
    replace(tree / "games/rules/quay/rules.py", [(r"    in_lobby = False\n", "")])
    replace(
        tree / "games/rules/registry.py",
        [
            ("port_royal, ", "port_royal, quay, "),
            ("pier.rules,", "pier.rules,\n            quay.rules,"),
        ],
    )
    with (tree / "tests" / "board_pairs.py").open("a") as pairs:
        pairs.write('PAIRS["quay"] = PAIRS["pier"]\n')
    return tree


def replace(path: Path, changes: Iterable[tuple[str, str]]) -> None:
    text = path.read_text()
    for before, after in changes:
        text, count = re.subn(before, after, text, count=1)
        assert count == 1, before
    path.write_text(text)


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


def test_the_contract_test_plays_it(tree: Path) -> None:
    for name, options in {"secret": "{}", "public": '{"public_scores": true}'}.items():
        golden = ["--name", name, "--players", "2", "--options", options]
        run(tree, sys.executable, "manage.py", "golden", "quay", *golden)
    (tree / "tests" / "lobby" / "test_quay.py").write_text(IN_THE_LOBBY)
    chosen = (
        "tests/rules/test_contract.py",
        "tests/rules/test_files.py",
        "tests/rules/test_texts.py",
    )
    tests = [
        *chosen,
        "tests/rules/test_wording.py",
        "tests/lobby/test_quay.py",
        "tests/test_tokens.py",
    ]
    said = run(tree, sys.executable, "-m", "pytest", "-n", "0", "-q", "-k", "quay", *tests)
    assert int(said.rsplit("\n", 2)[-2].split(" passed")[0]) > 20, said


def test_the_album_has_it(tree: Path, tmp_path: Path) -> None:
    chosen = ["--game", "quay", "--page", "opening", "--width", "360", "--theme", "light"]
    out = ["--language", "en", "--out", str(tmp_path)]
    run(tree, sys.executable, "manage.py", "album", *chosen, *out)
    assert [path.name for path in tmp_path.glob("*.jpg")] == [
        "quay-opening-to-move-360-light-en.jpg"
    ]
