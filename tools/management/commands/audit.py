"""Known holes in the packages of the site, and a bill of materials."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.running.bootstrap import ROOT
from tools.patience import LONG_PATIENCE

REQUIREMENTS = ROOT / "requirements" / "production.txt"
NOT_REACHED = 3
"""The exit code if nobody could be asked."""
TOOLS = [sys.executable, "-m", "uv", "tool", "run"]


class Command(BaseCommand):
    help = (
        "Ask for known holes in the packages of requirements/production.txt (pip-audit), and write "
        "a CycloneDX bill of materials. Ends with 1 if there is a hole, with 3 if nobody could be "
        "asked. The two tools are fetched when they are needed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sbom", type=Path, metavar="FILE", help="write the bill there")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["sbom"] is not None:
            self.write_bill(options["sbom"])
        ended, told = run("pip-audit", "-r", str(REQUIREMENTS), "--disable-pip", "--strict")
        verdict = verdict_of(ended, told)
        if verdict == NOT_REACHED:
            raise CommandError(
                "Nobody could be asked about known holes: try again where the index of packages "
                f"can be reached. {told.strip().splitlines()[-1:]}",
                returncode=NOT_REACHED,
            )
        self.stdout.write(told)
        if verdict:
            raise CommandError("There are known holes: see above.", returncode=1)

    def write_bill(self, path: Path) -> None:
        """Write the packages with their hashes."""
        ended, told = run(
            "--from", "cyclonedx-bom", "cyclonedx-py", "requirements", str(REQUIREMENTS),
            "--output-file", str(path), "--output-reproducible",
        )  # fmt: skip
        if ended:
            raise CommandError(f"No bill was written: {told}", returncode=NOT_REACHED)
        self.stdout.write(f"Written: {path}")


def run(*arguments: str) -> tuple[int, str]:
    """A tool's exit code, and all that it says."""
    done = subprocess.run(
        [*TOOLS, *arguments], capture_output=True, text=True, timeout=LONG_PATIENCE
    )
    return done.returncode, done.stdout + done.stderr


def verdict_of(ended: int, told: str) -> int:
    """0 if there is no known hole, 1 if there is one, `NOT_REACHED` if nobody was asked."""
    if ended == 0:
        return 0
    return 1 if "known vulnerabilit" in told and "Found" in told else NOT_REACHED
