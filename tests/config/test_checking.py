"""`manage.py test` and `manage.py lint`: what they run, and when they are content."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config.running import checking, postgres_keeper, precision
from tests.conftest import pytest_collection_modifyitems
from tools.processes import ROOT, environment, manage


@pytest.mark.costly
def test_the_tests_do_not_see_an_installation_of_this_machine(tmp_path: Path) -> None:
    arguments = ("tests/config/test_live.py", "-k", "uses_the_test_database", "-n0", "-q")
    done = manage(tmp_path, "test", *arguments, DATABASE_URL="postgres://precious/database")
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.costly
def test_no_test_at_all_is_no_success(tmp_path: Path) -> None:
    done = manage(tmp_path, "test", "tests/config/test_compose.py", "-k", "no_such_test", "-n0")
    assert done.returncode == 5


@pytest.mark.costly
def test_a_failing_test_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "test_wrong.py").write_text("def test_wrong():\n    assert 1 == 2\n")
    done = manage(tmp_path, "test", str(tmp_path / "test_wrong.py"), "-n0", "-q")
    assert done.returncode == 1
    assert "1 failed" in done.stdout


def test_tests_that_share_a_name_are_refused(request: pytest.FixtureRequest) -> None:
    with pytest.raises(pytest.UsageError, match=request.node.name):
        pytest_collection_modifyitems(request.config, [request.node, request.node])


@pytest.mark.costly
def test_what_is_compiled_is_kept(tmp_path: Path) -> None:
    """A run starts hundreds of processes, each of which would compile the whole project."""
    test = "import sys\n\ndef test_kept():\n    assert not sys.dont_write_bytecode\n"
    (tmp_path / "test_kept.py").write_text(test)
    arguments = ("test", str(tmp_path / "test_kept.py"), "-n0", "-q")
    done = manage(tmp_path, *arguments, PYTHONDONTWRITEBYTECODE="1")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.costly
def test_continuous_integration_runs_the_command_with_its_arguments(tmp_path: Path) -> None:
    done = subprocess.run(
        [ROOT / ".ci" / "run", "tests/config/test_compose.py", "-k", "few_rights", "-n0", "-q"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"[1-9]\d* passed, [1-9]\d* deselected", done.stdout)


@pytest.mark.parametrize(
    ("cores", "arguments", "expected"),
    [
        (1, [], ["-n", "2"]),
        (2, ["-x"], ["-n", "4"]),
        (64, ["-k", "zorro"], ["-n", "6"]),
        (4, ["tests/rules/cuba"], ["-n", "6"]),
        (4, ["tests/test_docs.py", "tests/test_tokens.py"], ["-n", "6"]),
        (4, ["tests/test_docs.py"], []),
        (4, ["-k", "word", "tests/test_docs.py::test_x"], []),
        (4, ["tests/month/test_month.py", "-n3"], []),
        (4, ["--pdb"], []),
    ],
)
def test_there_are_two_workers_for_a_core_unless_one_file_was_chosen(
    cores: int, arguments: list[str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(cores)))
    assert checking.workers(arguments) == expected


QUICK = [*checking.QUICK]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], QUICK),
        (["-x"], [*QUICK, "-x"]),
        (["--all"], []),
        (["--all", "-x"], ["-x"]),
        (["tests/torture"], ["tests/torture"]),
        (["-k", "zorro"], ["-k", "zorro"]),
        (["-m", "browser"], ["-m", "browser"]),
    ],
)
def test_only_the_quick_tests_run_unless_others_are_chosen(
    arguments: list[str], expected: list[str]
) -> None:
    assert checking.choice(arguments) == expected


def test_the_workers_leave_connections_for_what_they_start() -> None:
    """A worker's process uses up to its pool."""
    limit = next(word for word in postgres_keeper.SETTINGS if word.startswith("max_connections"))
    pool = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    assert checking.MOST_WORKERS * (pool + 4) <= int(limit.partition("=")[2])


def test_continuous_integration_leaves_nothing_out(tmp_path: Path) -> None:
    """Without arguments it asks for everything."""
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    (tmp_path / "manage.py").write_text("import sys; print(sys.argv[1:])")
    done = subprocess.run([tmp_path / ".ci" / "run"], capture_output=True, text=True)
    assert done.stdout == "['test', '--all']\n"


def test_lint_names_what_is_not_content(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checking, "LINT", {"good": ["true"], "bad": ["false"]})
    assert checking.lint([]) == 1
    assert "Not content: bad" in capfd.readouterr().out
    assert checking.lint(["good"]) == 0


def test_what_nobody_uses_is_no_part_of_the_tree(tmp_path: Path) -> None:
    """With the names that are left out: none of them hides a function without a caller."""
    (tmp_path / "pier.py").write_text("def crates_of(pier):\n    return pier.crates\n")
    command = [sys.executable, "-m", "vulture", "--config", str(ROOT / "pyproject.toml"), "pier.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert "unused function 'crates_of'" in done.stdout


def test_lint_runs_the_nine_tools() -> None:
    programs = [
        command[-1] if command[1:2] == ["-m"] else command[0] for command in checking.LINT.values()
    ]
    types = "config.running.precision"
    python = ["ruff", "ruff", types, "lint-imports", "vulture", "djlint", "djlint", "djlint"]
    assert programs == [*python, "tsc", "eslint", "stylelint"]


def test_lint_holds_how_much_has_no_type() -> None:
    """Where a report has more than its limit, whether tools are the reason or the site."""
    head = "Name   Anys   Exprs   Coverage\n------\n"
    exact = f"{head}games.api   10   1000   99.00%\ntools.pace   10   1000   99.00%\n------\n"
    found = precision.shares(f"{exact}Total   20   2000   99.00%\n")
    assert found == {"the site": 1.0, "everything": 1.0} and precision.too_much(found) == []
    site = precision.shares(f"{exact}lobby.api.routes   2   100   98.00%\n")
    assert precision.too_much(site) == ["the site"]
    tools = precision.shares(f"{exact}tools.mails   20   100   80.00%\n")
    assert precision.too_much(tools) == ["everything"]


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_checks_without_node_are_left_out_with_a_word_but_not_in_ci(
    ci: str,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert checking.lint(["scripts"]) == status
    assert "left out, as there is no Node.js here" in capsys.readouterr().out
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v18.19.0\n")
    old.chmod(0o755)
    (tmp_path / "npm").touch(0o755)
    assert checking.lint(["scripts"]) == status
    assert "left out, as Node.js is v18.19.0" in capsys.readouterr().out


@pytest.mark.slow
def test_lint_is_content_with_the_tree() -> None:
    done = subprocess.run([sys.executable, "manage.py", "lint"], cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stdout.decode()


def test_missing_programs_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert checking.missing_programs() == list(checking.PROGRAMS)
    (tmp_path / "chromium-1187").mkdir()
    assert set(checking.PROGRAMS) - set(checking.missing_programs()) == {
        "chromium",
        "chromium-headless-shell",
    }
    for program in ("caddy", "firefox", "ip", "kustomize", "nginx", "WebKitWebDriver", "Xvfb"):
        (tmp_path / program).touch(0o755)
    assert checking.missing_programs() == []


def test_an_ordinary_user_is_told_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checking, "missing_programs", lambda: ["chromium-headless-shell"])
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    checking.install_programs()
    assert "sudo apt-get install chromium-headless-shell" in capsys.readouterr().err


FORBIDDEN_IMPORTS = {
    "one game of another": ("games/rules/quay/rules.py", "games.rules.cuba.state"),
    "a game of a new one": ("games/rules/cuba/rules.py", "games.rules.quay.state"),
    "a game of the registry": ("games/rules/quay/rules.py", "games.rules.registry"),
    "the core of a game": ("games/rules/core/play.py", "games.rules.quay"),
    "the core of the registry": ("games/rules/core/play.py", "games.rules.registry"),
    "the site of a game": ("games/apps.py", "games.rules.quay.state"),
    "another app of a game": ("lobby/apps.py", "games.rules.quay.state"),
    "a game of Django": ("games/rules/quay/rules.py", "django"),
}


@pytest.fixture
def tree_with_a_new_game(tmp_path: Path) -> Path:
    """The project's own code, with a copy of Pier that no contract has heard of."""
    for app in ("accounts", "config", "games", "lobby", "tools"):
        for path in (ROOT / app).rglob("*.py"):
            copy = tmp_path / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    quay = tmp_path / "games" / "rules" / "quay"
    quay.mkdir()
    for path in (ROOT / "games" / "rules" / "pier").glob("*.py"):
        (quay / path.name).write_text(path.read_text().replace("rules.pier", "rules.quay"))
    return tmp_path


def lint_imports(tree: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True)


@pytest.mark.slow
def test_a_new_game_keeps_the_import_contracts(tree_with_a_new_game: Path) -> None:
    done = lint_imports(tree_with_a_new_game)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("importer", "imported"), FORBIDDEN_IMPORTS.values(), ids=FORBIDDEN_IMPORTS
)
def test_import_contracts_hold_every_game(
    tree_with_a_new_game: Path, importer: str, imported: str
) -> None:
    """A new game is independent of the others from its first day, named in no list."""
    path = tree_with_a_new_game / importer
    path.write_text(f"{path.read_text()}\nimport {imported}\n")
    done = lint_imports(tree_with_a_new_game)
    assert done.returncode == 1, done.stdout
    module = importer.removesuffix(".py").replace("/", ".")
    assert f"{module} -> {imported}" in done.stdout
