"""A clock that can be set, for the processes that are started with its environment."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".c")
COMPILER = shutil.which("cc")


class WallClock:
    """The clock on the wall of those processes, and by how much it is wrong."""

    def __init__(self, folder: Path) -> None:
        assert COMPILER, "there is no compiler for C"
        library, self.file = folder / "clock.so", folder / "clock"
        subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", library, SOURCE], check=True)
        self.file.write_bytes(bytes(8))
        for path in (library, self.file):
            path.chmod(0o755)  # Postgres may run as another user
        self.environment = {"LD_PRELOAD": str(library), "SOBREMESA_CLOCK": str(self.file)}

    def set(self, seconds: float) -> None:
        """Let it be wrong by so much; at once, for all of them."""
        with self.file.open("r+b") as file:
            file.write(struct.pack("=q", round(seconds * 1_000_000)))
