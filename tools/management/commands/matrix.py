"""`manage.py matrix`."""

from __future__ import annotations

import argparse
import itertools

from django.core.management.base import BaseCommand, CommandError

from tools import matrix
from tools.matrix import DJANGOS, PYTHONS, Combination


class Command(BaseCommand):
    help = "Run the quick tests without browsers on every Python here, with both Djangos."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--python", choices=PYTHONS, action="append", help="only on this one")
        parser.add_argument("--django", choices=DJANGOS, action="append", help="only with this one")
        parser.add_argument(
            "arguments", nargs=argparse.REMAINDER, help="for pytest, such as tests/lobby -k seats"
        )

    def handle(
        self,
        *,
        python: list[str] | None,
        django: list[str] | None,
        arguments: list[str],
        **options: object,
    ) -> None:
        pairs = itertools.starmap(
            Combination, itertools.product(python or PYTHONS, django or DJANGOS)
        )
        told = []
        for pair, outcome in matrix.outcomes(pairs, arguments):
            told.append(f"{pair}: {outcome}")
            self.stdout.write(f"--- {told[-1]}")
        self.stdout.write("\n" + "\n".join(told))
        if any(": failed" in line for line in told):
            raise CommandError("Not everything passed.")
        if not any(line.endswith("passed") for line in told):
            raise CommandError("Nothing was run.")
