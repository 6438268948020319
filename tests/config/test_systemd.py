"""The units in `deploy/systemd` do what docker-compose.yml does."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.compose import ROOT, services

UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())
SERVICES = {
    "pages": "pages", "live@": "live", "worker": "worker", "sender": "sender",
    "searcher": "searcher",
}  # fmt: skip
PROGRAMS = "/srv/sobremesa/.venv/bin/"


def commands_of(unit: str) -> list[list[str]]:
    """What a unit runs, as on this machine alone, at the ports of compose."""
    text = (ROOT / "deploy" / "systemd" / f"sobremesa-{unit}.service").read_text()
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
    text = (ROOT / "deploy" / "systemd" / "sobremesa.target").read_text()
    wanted = {re.sub(r"@\d+", "@", name) for name in re.findall(r"sobremesa-[\w@]+", text)}
    assert wanted == {f"sobremesa-{name}" for name in SERVICES}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_each(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    for one in UNITS:
        text = one.read_text().replace(PROGRAMS, "/usr/bin/env ")
        (tmp_path / one.name).write_text(text.replace("/srv/sobremesa", "/"))
    name = unit.name.replace("@", "@8001")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)],
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert "sobremesa" not in done.stderr, done.stderr
