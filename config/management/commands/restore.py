"""`manage.py restore`: see `config.backup`."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import psycopg
from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat

from config.backup import file as files
from config.backup import restoring
from config.backup.problem import BackupProblem
from config.backup.stopping import stoppable

YES = "replace"
OTHER_KEY = (
    "SECRET_KEY is another one than that of the backup: everybody has to sign in again, and links"
    " in mails sent before are worthless."
)


class Command(BaseCommand):
    requires_system_checks = []
    help = "Put what `backup` has written into an empty database, and let the site go on from it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="that `backup` has written")
        parser.add_argument("--check", action="store_true", help="only read it, to its end")
        parser.add_argument(
            "--replace", action="store_true", help="delete what the database holds; asks before"
        )
        parser.add_argument("--no-input", action="store_true", help="do not ask")
        parser.add_argument(
            "--send-owed",
            action="store_true",
            help="send the notices that were due since, which count as sent otherwise",
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            with stoppable(), files.opened(Path(file)) as (archive, notes):
                self.stdout.write(
                    f"{file}: {notes.site} at {notes.at}, {sum(notes.rows.values()):,} rows,"
                    f" {filesizeformat(notes.size)}, PostgreSQL {notes.server}"
                )
                if options["check"]:
                    files.check(archive, notes)
                    self.stdout.write("The file is whole.")
                    return
                restoring.check_fits(notes, replace=options["replace"])
                files.check(archive, notes)
                if options["replace"] and not options["no_input"]:
                    self.ask()
                restoring.restore(archive, notes, send_owed=options["send_owed"])
                if restoring.is_other_key(notes):
                    self.stdout.write(OTHER_KEY)
        except BackupProblem as problem:
            raise CommandError(str(problem)) from problem
        except psycopg.Error as problem:
            raise CommandError(f"The database refuses: {problem}") from problem
        self.stdout.write("Restored. Start the site; pages left open have to be loaded again.")

    def ask(self) -> None:
        """Let somebody confirm that what is there goes."""
        if not (here := restoring.what_is_here()):
            return
        self.stdout.write(f"This database holds {here}. All of it is deleted.")
        try:
            answer = input(f"Type {YES!r} to go on: ")
        except EOFError:
            answer = ""
        if answer.strip() != YES:
            raise CommandError("Nothing was changed.")
