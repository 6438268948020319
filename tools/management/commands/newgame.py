"""`manage.py newgame SLUG`."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from config.running.bootstrap import ROOT
from tools import new_game

NEXT = """
It is in the lobby (manage.py play), and its tests pass:
    python3 manage.py test tests/rules -k {slug}
docs/howto/game-authors.md goes on with its third step."""


class Command(BaseCommand):
    help = "Make a game: a running copy of Pier under another name, with its tests."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="its name in code and addresses, such as long_harbour")

    def handle(self, *, slug: str, **options: object) -> None:
        try:
            folders = new_game.make(slug)
        except new_game.NewGameProblem as problem:
            raise CommandError(str(problem)) from problem
        for folder in folders:
            self.stdout.write(f"Written: {folder.relative_to(ROOT)}/")
        self.stdout.write(NEXT.format(slug=slug))
