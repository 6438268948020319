"""`manage.py release`."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tools import release


class Command(BaseCommand):
    help = "Make a version: number, section of CHANGELOG.md, commit, tag. Or say which this is."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("number", nargs="?", help="such as 1.2.0; without one nothing changes")

    def handle(self, *, number: str | None, **options: object) -> None:
        try:
            if number:
                notes = release.make(number, today=timezone.localdate())
                self.stdout.write(f"{notes}\n\nCommitted and tagged as v{number}, and not pushed.")
            else:
                self.stdout.write(release.version_of() + release.since())
        except release.ReleaseProblem as problem:
            raise CommandError(str(problem)) from problem
