"""The first command on a machine with nothing but Python: a small project of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.running import bootstrap, interpreter
from tools.patience import LONG_PATIENCE
from tools.processes import ROOT

MANAGE = """
import sys
from config.running import bootstrap
bootstrap.prepare(sys.argv)
print("inside", sys.prefix, *sys.argv[1:])
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The bootstrap with requirements that cost no download."""
    (tmp_path / "config" / "running").mkdir(parents=True)
    (tmp_path / "requirements").mkdir()
    for module in ("bootstrap.py", "interpreter.py"):
        shutil.copy(ROOT / "config" / "running" / module, tmp_path / "config" / "running")
    for package in ("config", "config/running"):
        (tmp_path / package / "__init__.py").touch()
    (tmp_path / "manage.py").write_text(MANAGE)
    for kind in bootstrap.CONTAINING:
        (tmp_path / "requirements" / f"{kind}.txt").write_text("# nothing\n")
    return tmp_path


def run(
    project: Path, *arguments: str, python: str = "", path: str = "", **more: str
) -> tuple[int, str, str]:
    """A command with the interpreter of the machine, without any packages."""
    base = getattr(sys, "_base_executable", sys.executable)
    done = subprocess.run(
        [python or base, "manage.py", *arguments],
        cwd=project,
        env={"PATH": path or "/usr/bin:/bin", "HOME": str(project), **more},
        capture_output=True,
        text=True,
        timeout=LONG_PATIENCE,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.costly
def test_the_first_command_makes_the_environment_and_goes_on_inside(project: Path) -> None:
    code, out, err = run(project, "play", "--port", "1")
    assert code == 0, err
    assert out.splitlines()[0] == f"Making {project / '.venv'}"
    assert out.splitlines()[-1] == f"inside {project / '.venv'} play --port 1"

    code, out, err = run(project, "migrate")
    assert out.splitlines() == [f"inside {project / '.venv'} migrate"], "nothing to do any more"

    inside = str(project / ".venv" / "bin" / "python")
    assert run(project, "migrate", python=inside)[1] == out

    stamp = (project / ".venv" / "installed-play").read_text()
    (project / "requirements" / "play.txt").write_text("# something else\n")
    assert run(project, "migrate")[0] == 0
    assert (project / ".venv" / "installed-play").read_text() != stamp

    assert run(project, "texts", SOBREMESA_PACKAGES="production")[0] == 0
    assert (project / ".venv" / "installed-production").exists()
    assert "one of play, production, dev" in run(project, "texts", SOBREMESA_PACKAGES="all")[2]

    assert not (project / ".venv" / "installed-dev").exists()
    assert run(project, "lint")[0] == 0
    assert (project / ".venv" / "installed-dev").exists()


@pytest.mark.slow
def test_uv_is_installed_first_and_installs_the_rest(project: Path) -> None:
    """Where there is none yet; without a line to where packages are, pip is asked."""
    shutil.copy(ROOT / "requirements" / "uv.txt", project / "requirements")
    code, out, err = run(project, "play")
    assert code == 0, err
    assert (project / ".venv" / "bin" / "uv").exists()
    assert out.splitlines()[-1] == f"inside {project / '.venv'} play"


@pytest.mark.costly
def test_a_package_that_cannot_be_had_ends_in_one_sentence(project: Path) -> None:
    wanted = "no-such-package-of-ours @ file:///nonexistent.whl --hash=sha256:" + "0" * 64
    (project / "requirements" / "play.txt").write_text(wanted + "\n")
    code, _, err = run(project, "play")
    assert code == 1
    assert err.splitlines()[-1] == "The packages could not be installed: see the lines above."
    assert "Traceback" not in err
    assert not (project / ".venv" / "installed-play").exists(), "tried again next time"


def test_an_environment_of_somebodys_own_is_left_alone(project: Path) -> None:
    code, out, err = run(project, "test", python=sys.executable)
    assert code == 0, err
    assert out.splitlines() == [f"inside {sys.prefix} test"]
    assert not (project / ".venv").exists()


def test_an_old_python_is_refused_or_left_for_a_newer_one(project: Path) -> None:
    old = "import sys; sys.version_info = (3, 9, 2, 'final', 0); sys.argv = sys.argv[1:]\n"
    (project / "old.py").write_text(old + MANAGE)
    base = getattr(sys, "_base_executable", sys.executable)
    empty = project / "bin"
    empty.mkdir()

    def with_path() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [base, "old.py", "manage.py", "play"], cwd=project, env={"PATH": str(empty)},
            capture_output=True, text=True,
        )  # fmt: skip

    done = with_path()
    assert done.returncode == 1
    assert done.stderr == "Python 3.11 or newer is needed, and this is Python 3.9.\n"

    newer = empty / "python3.12"
    newer.write_text('#!/bin/sh\necho "newer $*"\n')
    newer.chmod(0o755)
    assert with_path().stdout == "newer manage.py play\n"


@pytest.mark.costly
@pytest.mark.parametrize("works", [True, False])
def test_an_optimised_python_of_the_same_version_is_taken(project: Path, works: bool) -> None:
    base = getattr(sys, "_base_executable", sys.executable)
    path = project / "bin"
    path.mkdir()
    twin = path / "python{}.{}".format(*sys.version_info)
    makes = f'exec {base} "$@"' if works else "exit 1"
    twin.write_text(
        f"""#!/bin/sh
case "$*" in *interpreter.py) echo "Python 3.11.2, optimised";; *) {makes};; esac
"""
    )
    twin.chmod(0o755)
    plain = "from config.running import interpreter\ninterpreter.is_optimised = lambda: False\n"
    (project / "manage.py").write_text(plain + MANAGE)
    code, out, err = run(project, "play", path=str(path))
    assert code == 0, err
    assert (f"with {twin}: optimised, unlike this Python" in out.splitlines()) == works
    assert out.splitlines()[-1] == f"inside {project / '.venv'} play"


def test_an_interpreter_says_how_it_was_built() -> None:
    line = interpreter.name()
    assert re.fullmatch(r"Python 3\.\d+\.\d+, (optimised|built without optimisation)", line)
    assert interpreter.is_optimised() == line.endswith(", optimised")


def test_the_bootstrap_imports_nothing_but_the_standard_library() -> None:
    script = (
        "import sys; before = set(sys.modules); import config.running.bootstrap;"
        "print(sorted(m for m in sys.modules if m not in before and m.split('.')[0] not in"
        " sys.stdlib_module_names | {'config'}))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], cwd=ROOT, capture_output=True, text=True,
        env={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert done.stdout == "[]\n", done.stderr
