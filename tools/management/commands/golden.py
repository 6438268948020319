"""Record finished games that the tests always replay: golden ones, and the corpus."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.rules.core.codec import decode_options
from games.rules.core.golden import (
    GoldenMismatch,
    document_of,
    dump,
    moves_of,
    record,
    verify,
)
from games.rules.core.interface import IllegalMove
from games.rules.registry import GAMES
from tools import corpus
from tools.corpus_making import GAMES_EACH, made, settings_of

FOLDER = Path(settings.BASE_DIR) / "tests" / "rules" / "golden"
SEEDS = 2_000  # tried at most to find a game that ends as wished


class Command(BaseCommand):
    help = (
        "Without arguments: replay every golden game; one that differs gets its new outcome, or "
        "is played anew by bots if its moves are not legal any more. Read the differences before "
        "committing. With GAME and --name: record a new one. With --corpus: the same for the "
        "corpus, a hundred games of each game; it plays what is missing or not legal any more."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", choices=sorted(GAMES))
        parser.add_argument("--name", help="file name, without .json, of a new golden game")
        parser.add_argument("--corpus", action="store_true")
        parser.add_argument("--games", type=int, default=GAMES_EACH, help="of the corpus")
        parser.add_argument("--players", type=int)
        parser.add_argument("--options", default="{}", help="as JSON")
        parser.add_argument("--bot", help="who plays all seats; default the strongest")
        parser.add_argument("--ending", help="the reason the game must end for")
        parser.add_argument("--seed", default="golden")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["corpus"]:
            for slug in [options["game"]] if options["game"] else corpus.in_corpus():
                self.renew(slug, options["games"])
            return
        if options["name"]:
            if not options["game"]:
                raise CommandError("Which game? golden GAME --name NAME")
            self.new(options)
            return
        for path in sorted(FOLDER.glob(f"{options['game'] or '*'}/*.json")):
            golden = json.loads(path.read_text())
            try:
                verify(GAMES[golden["game"]], golden)
                self.stdout.write(f"{path.parent.name}/{path.name}: same")
            except (GoldenMismatch, IllegalMove, ValueError) as difference:
                path.write_text(dump(again(golden)))
                self.stdout.write(f"{path.parent.name}/{path.name}: recorded anew, {difference}")

    def new(self, options: dict[str, Any]) -> None:
        rules = GAMES[options["game"]]
        chosen = decode_options(rules, json.loads(options["options"]))
        players = options["players"] or rules.players[0]
        bots = [options["bot"] or rules.stand_in] * players
        for attempt in range(SEEDS):
            seed = options["seed"] if attempt == 0 else f"{options['seed']} {attempt}"
            golden = record(rules, players, chosen, seed, bots)
            if options["ending"] in (None, golden["outcome"]["reason"]):
                path = FOLDER / rules.slug / f"{options['name']}.json"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(dump(golden))
                self.stdout.write(f"{path.name}: {golden['outcome']['reason']}, seed {seed!r}")
                return
        raise CommandError(f"No game of {SEEDS} ended with {options['ending']!r}.")

    def renew(self, slug: str, games: int) -> None:
        """Write the corpus of a game as it replays now."""
        rules = GAMES[slug]
        before = corpus.read(slug) if corpus.path_of(slug).exists() else None
        settings = list(settings_of(rules, games))
        as_wished = before is not None and [game.setting for game in before.games] == settings
        if before and as_wished and not corpus.differences(rules, before):
            self.stdout.write(f"{slug}: {games} games, all the same")
            return
        corpus.write(made(rules, before, settings, self.stdout.write))


def again(golden: dict[str, Any]) -> dict[str, Any]:
    """The same game under the installed rules: its own moves while they are legal, else bots'."""
    rules = GAMES[golden["game"]]
    options = decode_options(rules, golden["options"])
    try:
        moves = moves_of(rules, golden)
        return document_of(rules, golden["players"], options, golden["seed"], moves)
    except (GoldenMismatch, IllegalMove, ValueError):
        bots = [rules.stand_in] * golden["players"]
        return record(rules, golden["players"], options, golden["seed"], bots)
