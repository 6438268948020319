"""`manage.py test` and `manage.py lint`: what they run, and when they are content."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from config.running import checking
from tests.config.processes import ROOT, environment, manage


def test_the_tests_do_not_see_an_installation_of_this_machine(tmp_path: Path) -> None:
    arguments = ("tests/config/test_live.py", "-k", "uses_the_test_database", "-n0", "-q")
    done = manage(tmp_path, "test", *arguments, DATABASE_URL="postgres://precious/database")
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []


def test_no_test_at_all_is_no_success(tmp_path: Path) -> None:
    done = manage(tmp_path, "test", "tests/config/test_compose.py", "-k", "no_such_test", "-n0")
    assert done.returncode == 5


def test_a_failing_test_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "test_wrong.py").write_text("def test_wrong():\n    assert 1 == 2\n")
    done = manage(tmp_path, "test", str(tmp_path / "test_wrong.py"), "-n0", "-q")
    assert done.returncode == 1
    assert "1 failed" in done.stdout


def test_continuous_integration_runs_the_command_with_its_arguments(tmp_path: Path) -> None:
    done = subprocess.run(
        [ROOT / ".ci" / "run", "tests/config/test_compose.py", "-k", "few_rights", "-n0", "-q"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout


def test_lint_names_what_is_not_content(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checking, "LINT", {"good": ["true"], "bad": ["false"]})
    assert checking.lint([]) == 1
    assert "Not content: bad" in capfd.readouterr().out
    assert checking.lint(["good"]) == 0


def test_lint_runs_the_five_tools() -> None:
    programs = [command[0] for command in checking.LINT.values()]
    assert programs == ["ruff", "ruff", "mypy", "lint-imports", "djlint", "djlint", "djlint"]


def test_lint_is_content_with_the_tree() -> None:
    done = subprocess.run([sys.executable, "manage.py", "lint"], cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stdout.decode()


def test_missing_programs_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert checking.missing_programs() == ["chromium"]
    (tmp_path / "chromium-1187").mkdir()
    assert checking.missing_programs() == []


def test_an_ordinary_user_is_told_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checking, "missing_programs", lambda: ["chromium"])
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    checking.install_programs()
    assert "sudo apt-get install chromium" in capsys.readouterr().err


def test_import_contracts_name_every_game() -> None:
    """A new game is independent of the others from its first day."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    named = {
        module
        for contract in contracts
        if contract["type"] == "independence"
        for module in contract["modules"]
    }
    games = {f"games.rules.{path.parent.name}" for path in ROOT.glob("games/rules/*/rules.py")}
    assert games <= named
