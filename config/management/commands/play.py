"""`manage.py play`: the whole site in one terminal."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.play import PlayProblem, play


class Command(BaseCommand):
    help = "Run the whole site on this machine: database, pages, sockets and worker."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--no-demo", action="store_true", help="without demo players, tables and sign-in"
        )

    def handle(self, *args: Any, port: int, no_demo: bool, **options: Any) -> None:
        if not settings.LOCAL:
            raise CommandError("play brings its own database: unset DATABASE_URL.")
        try:
            play(port=port, data_dir=settings.DATA_DIR, demo=not no_demo, say=self.say)
        except PlayProblem as problem:
            raise CommandError(str(problem)) from problem

    def say(self, line: str) -> None:
        """Print at once, also into a pipe."""
        self.stdout.write(line)
        self.stdout.flush()
