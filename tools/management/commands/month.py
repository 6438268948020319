"""`manage.py month`: a simulated month of many people, and whether everything was right in it."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.running.commands import INSIDE

SHOWN = 40
INTERRUPTED = 128 + signal.SIGINT
"""The exit status of what was ended by Ctrl-C."""


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = (
        "Let a month pass on a site of its own: people in twelve time zones, vacations, crashes, "
        "a server that is down for a day. Then check clocks, notices and tables from outside."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", default="month")
        parser.add_argument("--days", type=float, default=30.0)
        parser.add_argument("--users", type=int, default=200)
        parser.add_argument("--json", action="store_true", help="print one JSON object only")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            import aiosmtpd  # noqa: F401
        except ImportError as error:
            raise CommandError("month needs the development packages (aiosmtpd).") from error
        if INSIDE not in os.environ:
            self.outside()
            return
        try:
            self.inside(options)
        except KeyboardInterrupt as interrupt:  # before it began, or while it was accounted for
            raise CommandError("Interrupted.", returncode=INTERRUPTED) from interrupt

    def inside(self, options: dict[str, Any]) -> None:
        """Let the month pass on the site of this process, and print what came of it."""
        from tools.bench import site
        from tools.month.run import month

        for name in ("psycopg.pool", "config.push.listener"):  # of connections that are cut
            logging.getLogger(name).setLevel(logging.ERROR)
        site.migrate()
        names = ("seed", "days", "users")
        asked = {name: options[name] for name in names}
        found = month(postgres_too=True, progress=self.tell_day, **asked)
        if options["json"]:
            told = {"month": found.figures, "problems": found.problems}
            self.stdout.write(json.dumps(told))
        else:
            for name, figure in found.figures.items():
                self.stdout.write(f"{figure!s:>8} {name}")
            for problem in found.problems[:SHOWN]:
                self.stdout.write(f"WRONG: {problem}")
        if found.problems:
            raise CommandError(f"{len(found.problems)} things are not as they should be.")
        if not options["json"]:
            self.stdout.write("Everything is as it should be.")
        if found.interrupted:
            raise CommandError("Interrupted: this is a part of it.", returncode=INTERRUPTED)

    def tell_day(self, day: int) -> None:
        """Say on stderr that another day has passed."""
        self.stderr.write(f"Day {day} is over.", self.style.NOTICE)

    def outside(self) -> None:
        """Run it on an empty site in a folder of its own, which is removed afterwards."""
        from tools.bench import site

        code = site.in_own_folder(sys.argv[1:])
        if code in (INTERRUPTED, -signal.SIGINT):
            sys.exit(INTERRUPTED)
        if code:
            raise CommandError("Something is not as it should be: see above.")
