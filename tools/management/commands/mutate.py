"""Change who may see or do what, one thing after the other, and see that a test notices."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.running import checking
from tools.mutation.deciding import PARTS, REFUSALS, WHOLE, tests_of


class Command(BaseCommand):
    help = (
        "Mutate each function that decides who may see or change what (tools/mutation/deciding.py) "
        "and run the tests that come to it. Ends with 1 if a mutant survives. "
        "See docs/topics/security.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", help="how modules or functions are called")
        parser.add_argument("--unmarked", action="store_true", help="try equivalent ones, too")

    def handle(self, *args: Any, **options: Any) -> None:
        names = options["names"] or [""]
        known = {
            *WHOLE,
            *REFUSALS,
            "accounts.sessions.sockets",
            *(module for module, _name in PARTS),
        }
        chosen = {
            module
            for module in known
            for name in names
            if module.startswith(name) or name.startswith(f"{module}.")
        }
        if not chosen:
            raise CommandError("There are: " + ", ".join(sorted(known)))
        tests = sorted({path for name in chosen for path in tests_of(name)})
        wanted = ["--unmarked"] if options["unmarked"] else []
        plugin = ["-p", "tools.mutation.running", "-n", "0", "-q", "-m", "not browser"]
        sys.exit(checking.test([*plugin, f"--mutants={','.join(names)}", *wanted, *tests]))
