"""Measure: `bench rules`, `bench bots`, `bench server`; `--json` prints one object."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.commands import INSIDE
from games.rules.registry import GAMES

OWN_SITE = {"server", "pages", "growth"}


def silent(line: str) -> None:
    """Say nothing: only the JSON object is wanted."""


class Command(BaseCommand):
    help = "Measure the site, beside a reference in the same run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object only")
        kinds = parser.add_subparsers(dest="what", required=True)
        rules = kinds.add_parser("rules", help="moves a second, beside python-chess")
        rules.add_argument("--seconds", type=float, default=4.0, help="for each line")
        bots = kinds.add_parser("bots", help="the strongest bot against the random one")
        bots.add_argument("--games", type=int, default=200)
        for kind in (rules, bots):
            kind.add_argument("--game", action="append", choices=sorted(GAMES), dest="slugs")
        server = kinds.add_parser("server", help="moves stored and seen, on a site of its own")
        server.add_argument("--game", choices=sorted(GAMES), default="santiago_de_cuba")
        server.add_argument("--tables", type=int, nargs="+", default=[1, 50, 200])
        server.add_argument("--seconds", type=float, default=5.0, help="for each measurement")
        server.add_argument("--rounds", type=int, default=3, help="the median of so many counts")
        server.add_argument("--http", action="store_true", help="submit by HTTP, not by socket")
        server.add_argument("--html", action="store_true", help="sockets that get the page's HTML")
        pages = kinds.add_parser("pages", help="pages a second, on a site with many tables")
        pages.add_argument("--running", type=int, default=1_000)
        pages.add_argument("--finished", type=int, default=100_000)
        pages.add_argument("--seconds", type=float, default=4.0, help="for each measurement")
        pages.add_argument("--rounds", type=int, default=3)
        growth = kinds.add_parser("growth", help="how cost grows; --write updates the docs")
        growth.add_argument("--most", type=int, default=100_000, help="tables at the end")
        growth.add_argument("--write", action="store_true", help="docs/performance.md and the plot")
        for kind in (rules, bots, server, pages, growth):
            kind.add_argument("--json", action="store_true", default=False)

    def handle(self, *args: Any, **options: Any) -> None:
        tell = silent if options["json"] else self.stdout.write
        what = options["what"]
        if what in OWN_SITE and INSIDE not in os.environ:
            self.outside()
            return
        figures = getattr(self, what)(options, tell)
        if options["json"]:
            self.stdout.write(json.dumps({what: figures}))

    def rules(self, options: dict[str, Any], tell: Any) -> dict[str, Any]:
        try:
            import chess  # noqa: F401
        except ImportError as error:
            raise CommandError("bench rules needs the development packages (chess).") from error
        from games.bench import rules

        slugs = options["slugs"] or list(GAMES)
        return {
            "speed": rules.measure(slugs, options["seconds"], tell),
            "size": rules.sizes(slugs, tell),
        }

    def bots(self, options: dict[str, Any], tell: Any) -> dict[str, Any]:
        from games.bench import bots

        return bots.measure(options["slugs"] or list(GAMES), options["games"], tell)

    def server(self, options: dict[str, Any], tell: Any) -> dict[str, Any]:
        from games.bench import server

        names = ("tables", "seconds", "rounds", "game", "http", "html")
        return server.measure(tell=tell, **{name: options[name] for name in names})

    def pages(self, options: dict[str, Any], tell: Any) -> dict[str, Any]:
        from games.bench import pages

        names = ("running", "finished", "seconds", "rounds")
        return pages.measure(tell=tell, **{name: options[name] for name in names})

    def growth(self, options: dict[str, Any], tell: Any) -> dict[str, Any]:
        from games.bench import growth

        return growth.measure(most=options["most"], write=options["write"], tell=tell)

    def outside(self) -> None:
        """Do the same on an empty site in a folder of its own, which is removed afterwards."""
        from games.bench import site

        if site.in_own_folder(sys.argv[1:]):
            raise CommandError("The measurement did not come to its end: see above.")
