"""`manage.py requirements` makes what is installed, and nothing else does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from config.running import requirements
from tools.processes import ROOT

FILES = [f"{kind}.txt" for kind in (*requirements.KINDS, "uv")]


@pytest.mark.slow
def test_the_files_are_what_the_command_writes(tmp_path: Path) -> None:
    """It asks for packages, so it needs a line to where they are."""
    folder = Path(shutil.copytree(ROOT / "requirements", tmp_path / "requirements"))
    requirements.write(folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    for name in FILES:
        assert (folder / name).read_text() == (ROOT / "requirements" / name).read_text(), name


@pytest.mark.parametrize("name", FILES)
def test_every_package_has_a_hash_and_no_address(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    packages = [block for block in text.replace("\n    ", " ").splitlines() if block]
    assert packages and all("==" in block and "--hash=sha256:" in block for block in packages)
    assert "://" not in text
