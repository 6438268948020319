"""`manage.py backup`: see `config.backup`."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime

import psycopg
from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat

from config.backup import making
from config.backup.problem import BackupProblem
from config.backup.stopping import stoppable


class Command(BaseCommand):
    requires_system_checks = []
    help = "Write everything that the database holds into one file, while the site goes on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="to be written; in a folder, it is named by the time")
        parser.add_argument("--force", action="store_true", help="overwrite the file")

    def handle(self, *args: object, file: str, force: bool, **options: object) -> None:
        try:
            with stoppable():
                path = making.target(file, datetime.now(UTC))
                notes = making.make(path, force=force)
        except BackupProblem as problem:
            raise CommandError(str(problem)) from problem
        except psycopg.Error as problem:
            raise CommandError(f"The database refuses: {problem}") from problem
        rows = sum(notes.rows.values())
        self.stdout.write(
            f"{path}: {filesizeformat(path.stat().st_size)}, {rows:,} rows, all that was stored by"
            f" {notes.at}.\nKeep it as secret as the database itself: it holds addresses, sessions"
            " and second factors."
        )
