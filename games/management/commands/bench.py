"""Measure: `bench rules`, `bench bots`; `--json` prints one object."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules.registry import GAMES


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
            kind.add_argument("--json", action="store_true", default=False)

    def handle(self, *args: Any, **options: Any) -> None:
        tell = silent if options["json"] else self.stdout.write
        slugs = options["slugs"] or list(GAMES)
        if options["what"] == "rules":
            figures = self.rules(slugs, options["seconds"], tell)
        else:
            from games.bench import bots

            figures = bots.measure(slugs, options["games"], tell)
        if options["json"]:
            self.stdout.write(json.dumps({options["what"]: figures}))

    def rules(self, slugs: list[str], seconds: float, tell: Any) -> dict[str, Any]:
        try:
            import chess  # noqa: F401
        except ImportError as error:
            raise CommandError("bench rules needs the development packages (chess).") from error
        from games.bench import rules

        return {
            "speed": rules.measure(slugs, seconds, tell),
            "size": rules.sizes(slugs, tell),
        }
