"""The units in `deploy/systemd` do what docker-compose.yml does."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.compose import ROOT, services

FOLDER = ROOT / "deploy" / "systemd"
UNITS = sorted(filter(Path.is_file, FOLDER.iterdir()))
SERVICES = {
    "pages": "pages", "live@": "live", "worker": "worker", "sender": "sender",
    "searcher": "searcher",
}  # fmt: skip
PROGRAMS = "/srv/sobremesa/.venv/bin/"


def commands_of(unit: str) -> list[list[str]]:
    """What a unit runs, as on this machine alone, at the ports of compose."""
    text = (FOLDER / f"sobremesa-{unit}.service").read_text()
    lines = re.findall(rf"^ExecStart={PROGRAMS}(.*)$", text, re.MULTILINE)
    exchanged = {"127.0.0.1": "0.0.0.0", "%i": "8001"}
    return [[exchanged.get(word, word) for word in line.split()] for line in lines]


@pytest.mark.parametrize("unit", SERVICES)
def test_a_unit_runs_what_compose_runs(unit: str) -> None:
    assert commands_of(unit) == [services()[SERVICES[unit]]["command"]]


def test_what_comes_first_is_what_comes_first_there() -> None:
    (check, *rest) = commands_of("setup")
    assert check == services()["check"]["command"][:3]
    (words,) = services()["setup"]["command"][2:]
    assert [" ".join(line) for line in rest] == [part.strip() for part in words.split("&&")]


def test_the_target_wants_all_of_them() -> None:
    text = (FOLDER / "sobremesa.target").read_text()
    wanted = {re.sub(r"@\d+", "@", name) for name in re.findall(r"sobremesa-[\w@]+", text)}
    assert wanted == {f"sobremesa-{name}" for name in SERVICES}


def test_a_backup_is_that_of_compose_into_a_folder_of_its_own() -> None:
    (command,) = commands_of("backup")
    assert command[:-1] == services()["backup"]["command"][:-1]
    text = (FOLDER / "sobremesa-backup.service").read_text()
    assert command[-1] == f"/var/lib/{re.findall('StateDirectory=(.*)', text)[0]}"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The units where systemd finds them, with programs and folders that this machine has."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    folder = tmp_path_factory.mktemp("systemd") / "system"
    shutil.copytree(FOLDER, folder)
    for path in filter(Path.is_file, folder.rglob("*")):
        text = path.read_text().replace(PROGRAMS, "/usr/bin/env ")
        path.write_text(text.replace("/srv/sobremesa", "/"))
    return folder


def analysed(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {"SYSTEMD_UNIT_PATH": f"{folder}:", "PATH": "/usr/bin:/bin"}
    command = ["systemd-analyze", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_each(unit: Path, installed: Path) -> None:
    name = unit.name.replace("@", "@8001")
    done = analysed(installed, "verify", "--man=no", str(installed / name))
    assert "sobremesa" not in done.stderr, done.stderr


@pytest.mark.parametrize("unit", [unit.name for unit in UNITS if unit.suffix == ".service"])
def test_a_unit_may_do_little(unit: str, installed: Path) -> None:
    """Systemd rates what a service may do from 0, nothing, to 10, everything."""
    words = ["security", "--offline=true", "--threshold=30", "--no-pager"]
    done = analysed(installed, *words, str(installed / unit))
    assert done.returncode == 0, done.stdout + done.stderr
