"""Whether a page that lives shows what a fresh one shows, in every combination of settings."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.running.commands import INSIDE
from games.rules.registry import GAMES


class Command(BaseCommand):
    help = (
        "Play games on a page with motion, in every way, at every pace, on every device and line, "
        "and compare the page with a fresh one after every turn."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        from tools.living.pairs import PACES

        games = [slug for slug, rules in GAMES.items() if rules.in_lobby]
        parser.add_argument("--games", nargs="+", choices=games, default=games)
        parser.add_argument("--pace", nargs="+", choices=PACES, default=PACES)
        parser.add_argument(
            "--moves", type=int, default=0, help="turns altogether; without it, all settings once"
        )
        parser.add_argument("--seed", default="living", help="of the order and of the games")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            import playwright  # noqa: F401
        except ImportError as error:
            raise CommandError("living needs the development packages (playwright).") from error
        if INSIDE not in os.environ:
            self.outside()
            return
        from tools.bench import site
        from tools.living.site import TurnsWanted, walk_all

        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # playwright has an event loop in this thread
        site.migrate()
        wish = TurnsWanted(options["games"], options["pace"], options["moves"], options["seed"])
        outcome = walk_all(wish, self.stdout)
        wrong = len({text.partition(":")[0] for text in outcome.wrong})
        self.stdout.write(f"{outcome.comparisons} comparisons, {wrong} turns wrong.")
        if outcome.wrong:
            raise CommandError("The page has shown what is not so: see above.")

    def outside(self) -> None:
        """Run it on an empty site in a folder of its own, which is removed afterwards."""
        from tools.bench import site

        if site.in_own_folder(sys.argv[1:]):
            raise CommandError("Something was wrong: see above.")
