"""Draw every page and every board with a browser, to look through by eye."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.running.commands import INSIDE
from games.rules.registry import GAMES


class Command(BaseCommand):
    help = (
        "Draw every page and every board in every phase with a browser, at three widths, light and "
        "dark, in every language, into one page to look through. With --renew: the small baseline "
        "in the tree that the tests compare with."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        from tools.album.pages import LANGUAGES, THEMES, WIDTHS

        games = sorted(slug for slug, rules in GAMES.items() if rules.in_lobby)
        several: dict[str, Any] = {"action": "append", "default": []}
        parser.add_argument("--game", choices=games, **several, help="only boards of this game")
        parser.add_argument("--page", **several, help="only what has this in its name")
        parser.add_argument("--width", type=int, choices=sorted(WIDTHS), **several)
        parser.add_argument("--theme", choices=THEMES, **several)
        parser.add_argument("--language", choices=LANGUAGES, **several)
        parser.add_argument("--out", type=Path, help="the folder; default: var/album")
        parser.add_argument("--renew", action="store_true", help="the baseline, nothing else")
        parser.add_argument(
            "--measure",
            action="store_true",
            help="tell texts on boards that are too small or overlap",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            import playwright  # noqa: F401
        except ImportError as error:
            raise CommandError("album needs the development packages (playwright).") from error
        if INSIDE not in os.environ:
            self.outside()
            return
        from tools.album import making

        wanted = {name: options[name] for name in ("game", "page", "width", "theme", "language")}
        try:
            if options["renew"]:
                making.renew(wanted["game"], self.stdout)
            elif options["measure"]:
                making.measure(wanted, self.stdout)
            else:
                making.make(wanted, options["out"], self.stdout)
        except making.DrawingFailed as error:
            raise CommandError(str(error)) from error

    def outside(self) -> None:
        """Run it on an empty site in a folder of its own, which is removed afterwards."""
        from tools.bench import site

        if site.in_own_folder(sys.argv[1:]):
            raise CommandError("The album was not made: see above.")
