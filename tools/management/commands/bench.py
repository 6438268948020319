"""Measure. Every bench ends in rows; `--json` prints them as one list."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from subprocess import CalledProcessError
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from config.running import interpreter
from config.running.commands import INSIDE
from games.rules.registry import GAMES

if TYPE_CHECKING:
    from tools.bench.rows import Row, Tell

OWN_SITE = {"server", "pages", "growth", "finished", "peers", "capacity"}
PLAYED = [slug for slug in GAMES if slug != "pier"]  # pier only shows how a game is made

MOST_ANSWERS = 10
"""How many questions each level answers while its memory is measured."""


class Options(SimpleNamespace):
    """What is asked for, by the names of the arguments."""

    at_once: int
    at_tables: int
    courses: int
    finished: int
    games: int
    http: bool
    kept: Path | None
    ladder: bool
    level: str
    most: int
    options: list[str]
    page: bool
    positions: int
    processes: bool
    profile: str | None
    revision: str
    rounds: int
    running: int
    runs: list[str] | None
    seats: str
    seconds: float
    section: list[str]
    slips: list[float]
    slugs: list[str] | None
    small: bool
    storm: int
    tables: list[int]
    write: bool


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Measure the site, beside a reference in the same run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one list of rows only")
        kinds = parser.add_subparsers(dest="what", required=True)
        rules = kinds.add_parser("rules", help="moves a second, beside python-chess")
        rules.add_argument("--seconds", type=float, default=4.0, help="for each line")
        bots = kinds.add_parser("bots", help="the strongest bot against the random one")
        bots.add_argument("--games", type=int, help="of each two; 200, or 40 of the ladder")
        bots.add_argument(
            "--ladder", action="store_true", help="each level against the one below; 1 if one fails"
        )
        bots.add_argument("--at-once", type=int, default=1, help="games of the ladder at a time")
        games = kinds.add_parser("games", help="what each seat and option wins, among equals")
        games.add_argument("--seats", default="2..5", help="how many: 3, or from 2..5")
        games.add_argument(
            "--options", nargs="+", default=[""], help="only these: usual info=screens a=1+b=2, say"
        )
        games.add_argument("--games", type=int, default=100, help="with each set of options")
        games.add_argument("--level", default="master", help="who plays; regular is quick")
        games.add_argument("--at-once", type=int, default=1, help="games at a time")
        server = kinds.add_parser("server", help="moves stored and seen, on a site of its own")
        server.add_argument("--page", action="store_true", help="by browsers: all that people do")
        server.add_argument("--http", action="store_true", help="submit by HTTP, not by socket")
        server.add_argument(
            "--tables", type=int, nargs="*", default=[1, 50, 200], help="none: only the storm"
        )
        server.add_argument("--seconds", type=float, default=5.0, help="for each measurement")
        server.add_argument("--rounds", type=int, default=3, help="the median of so many")
        server.add_argument("--storm", type=int, default=1_000, help="pages that come back at once")
        server.add_argument(
            "--processes", action="store_true", help="two of them, beside one; only"
        )
        server.add_argument("--profile", metavar="FOLDER", help="where the time of daphne goes")
        peers = kinds.add_parser("peers", help="beside boardgame.io, where node is there")
        peers.add_argument("--tables", type=int, nargs="+", default=[50])
        peers.add_argument("--seconds", type=float, default=5.0, help="for each measurement")
        peers.add_argument("--rounds", type=int, default=3, help="the median of so many")
        report = kinds.add_parser("report", help="all of these; --write updates the docs")
        report.add_argument("--write", action="store_true", help="docs/reports/performance.md")
        report.add_argument("--small", action="store_true", help="a short trial of everything")
        report.add_argument("--section", action="append", default=[], help="of the docs; only this")
        against = kinds.add_parser("against", help="this tree beside another revision, by turns")
        against.add_argument("revision")
        against.add_argument("--run", action="append", dest="runs", help="page, json, pages, rules")
        against.add_argument("--tables", dest="at_tables", type=int, default=50)
        against.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
        against.add_argument("--rounds", type=int, default=3, help="of each tree")
        search = kinds.add_parser(
            "search", help="the bots' search beside OpenSpiel's, if installed"
        )
        search.add_argument("--games", type=int, default=20, help="of each game")
        search.add_argument("--courses", type=int, default=40, help="looked at for an answer")
        search.add_argument("--at-once", type=int, default=1, help="games at a time")
        chances = kinds.add_parser("chances", help="whether chances come true that are told")
        chances.add_argument("--seats", default="2", help="how many: 3, or from 2..5")
        chances.add_argument("--games", type=int, default=20, help="of each number of seats")
        chances.add_argument("--positions", type=int, default=5, help="of each game")
        chances.add_argument("--level", default="expert", help="who plays")
        chances.add_argument("--slips", type=float, nargs="+", default=[0.0, 0.1, 0.2, 0.4])
        chances.add_argument("--at-once", type=int, default=1, help="games at a time")
        ratings = kinds.add_parser("ratings", help="how well ratings tell who will be ahead")
        ratings.add_argument("--games", type=int, default=0, help="of each, played anew and kept")
        ratings.add_argument("--at-once", type=int, default=1, help="games at a time")
        for kind in (bots, games):
            kind.add_argument(
                "--kept", metavar="FILE", type=Path, help="games played; those in it are not again"
            )
        for kind in (rules, bots, games, search, chances, ratings, server, peers, against):
            kind.add_argument("--game", action="append", choices=sorted(GAMES), dest="slugs")
        pages = kinds.add_parser("pages", help="pages a second, on a site with many tables")
        pages.add_argument("--running", type=int, default=1_000)
        pages.add_argument("--finished", type=int, default=100_000)
        pages.add_argument("--seconds", type=float, default=4.0, help="for each measurement")
        pages.add_argument("--rounds", type=int, default=3)
        growth = kinds.add_parser("growth", help="how cost grows; --write updates the docs")
        growth.add_argument("--most", type=int, default=100_000, help="tables at the end")
        growth.add_argument("--write", action="store_true", help="the report and its plots")
        finished = kinds.add_parser(
            "finished", help="what finished tables cost, in blocks and bytes"
        )
        finished.add_argument("--tables", type=int, nargs="+", default=[1_000, 100_000, 300_000])
        capacity = kinds.add_parser("capacity", help="how far the site goes, by calculation")
        for kind in (bots, games, search, chances, ratings, finished, capacity):
            kind.add_argument("--write", action="store_true", help="a table in docs/reports")
        for kind in kinds.choices.values():
            kind.add_argument("--json", action="store_true", default=False)

    def handle(self, *args: Any, **options: Any) -> None:
        from tools.bench.rows import as_table

        tell = self.aside if options["json"] else self.stdout.write
        what = options["what"]
        if what in OWN_SITE and INSIDE not in os.environ and not self.is_hopeless(what):
            self.outside()
            return
        rows: list[Row] = getattr(self, what)(Options(**options), tell)
        if options["json"]:
            self.stdout.write(msgspec.json.encode(rows).decode())
        else:
            self.stdout.write("\n".join([*as_table(rows), "", f"({interpreter.name()}.)"]))
        if options.get("write"):
            self.table_write(rows, options)
        if options.get("ladder") and any(row.met is False for row in rows):
            raise CommandError("A level does not hold.")

    def table_write(self, rows: Any, options: dict[str, Any]) -> None:
        """Write the table of a bench into its page in docs/reports."""
        from tools.bench import balance, ladder, report
        from tools.bench.rows import as_table

        match options["what"]:
            case "games":
                report.table_write(f"balance-{options['level']}", balance.as_page(rows))
            case "bots" if options["ladder"]:
                report.table_write("ladder", as_table(rows, markdown=True))
                (report.REPORTS / "ladder.svg").write_text(ladder.drawn(rows))
            case "chances" | "ratings" | "search" | "finished" | "capacity" as name:
                report.table_write(name, as_table(rows, markdown=True))

    def aside(self, line: str) -> None:
        """How far it is, where only the rows are wanted on the output."""
        self.stderr.write(line, style_func=str)

    def rules(self, options: Options, tell: Tell) -> list[Row]:
        try:
            import chess  # noqa: F401
        except ImportError as error:
            raise CommandError("bench rules needs the development packages (chess).") from error
        from tools.bench import rules

        slugs = options.slugs or list(GAMES)
        return [*rules.measure(slugs, options.seconds), *rules.sizes(slugs)]

    def bots(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import bots, ladder, memory

        if options.ladder:
            slugs, games = options.slugs or PLAYED, options.games or 40
            times = max(2, games), max(1, options.at_once)
            rows = ladder.measure(slugs, *times, tell, options.kept)
            return rows + memory.measure(slugs, MOST_ANSWERS, tell)
        return bots.measure(options.slugs or list(GAMES), options.games or 200)

    def games(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import balance

        slugs, level = options.slugs or PLAYED, options.level
        seats = self.seats_in(options)
        played_in = [one for slug in slugs for one in balance.cells(slug, seats, options.options)]
        if not played_in:
            raise CommandError("No game is for so many, or has such options.")
        self.check_level(level, slugs)
        times = max(2, options.games), level, max(1, options.at_once)
        return balance.measure(played_in, *times, tell, options.kept)

    def seats_in(self, options: Options) -> range:
        """The numbers of seats that are asked for."""
        from tools.bench import balance

        try:
            return balance.seats_named(options.seats)
        except ValueError as error:
            raise CommandError("--seats is a number, or two: 2..5") from error

    def check_level(self, level: str, slugs: list[str]) -> None:
        """Refuse a level that one of the games does not have."""
        if any(level not in GAMES[slug].levels for slug in slugs):
            raise CommandError(f"There is no level {level!r}.")

    def chances(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import chances

        slugs, level, slips = options.slugs or PLAYED, options.level, options.slips
        self.check_level(level, slugs)
        if any(not 0 <= share <= 1 for share in slips):
            raise CommandError("--slips are shares, from 0 to 1.")
        times = max(1, options.games), max(1, options.positions)
        processes = max(1, options.at_once)
        seats = self.seats_in(options)
        return chances.measure(slugs, seats, *times, level, slips, processes, tell)

    def ratings(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import ratings

        if options.games:
            slugs, processes = options.slugs or PLAYED, max(1, options.at_once)
            ratings.games_play(slugs, options.games, processes, tell)
        return ratings.measure()

    def search(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import openspiel

        times = options.games, options.courses, max(1, options.at_once)
        try:
            return openspiel.measure(options.slugs or PLAYED, *times, tell)
        except openspiel.OpenSpielMissing as missing:
            raise CommandError(str(missing)) from None

    def server(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import page, server, site

        site.migrate()
        if options.profile:
            site.profile_into(options.profile)
        slugs, tables = options.slugs or PLAYED, options.tables
        times = options.seconds, options.rounds
        if options.processes:
            return server.processes(slugs[0], tables[0], *times, tell, page=options.page)
        if options.page:
            return page.measure(slugs, tables, *times, options.storm, tell)
        return server.measure(slugs, tables, *times, options.http, tell)

    def pages(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import pages

        return pages.measure(
            running=options.running,
            finished=options.finished,
            seconds=options.seconds,
            rounds=options.rounds,
            tell=tell,
        )

    def growth(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import growth

        return growth.measure(most=options.most, write=options.write, tell=tell)

    def finished(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import finished

        return finished.measure(sorted(options.tables), tell)

    def capacity(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import capacity, parting, site

        site.migrate()
        return [*capacity.measure(tell), *parting.measure(tell)]

    def peers(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import site
        from tools.bench.peers import measuring, running

        try:
            folder = running.installed()
        except running.BoardgameMissing as missing:
            self.stderr.write(str(missing))
            return []
        site.migrate()
        times = options.seconds, options.rounds
        return measuring.measure(options.slugs or PLAYED, options.tables, *times, folder, tell)

    def is_hopeless(self, what: str) -> bool:
        """Whether there is nothing to compare with, so that no site needs to be started."""
        from tools.bench.peers import running

        return what == "peers" and not running.has_node()

    def report(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import report

        return report.measure(options.section, write=options.write, small=options.small, tell=tell)

    def against(self, options: Options, tell: Tell) -> list[Row]:
        from tools.bench import against

        runs, slugs = options.runs or list(against.RUNS), options.slugs or PLAYED
        try:
            return against.measure(
                options.revision,
                runs,
                slugs=slugs,
                tables=options.at_tables,
                seconds=options.seconds,
                rounds=options.rounds,
                tell=tell,
            )
        except against.Unknown as unknown:
            raise CommandError(str(unknown)) from None
        except CalledProcessError as failed:
            raise CommandError("A bench did not come to its end: see above.") from failed

    def outside(self) -> None:
        """Run it on an empty site in a folder of its own, which is removed afterwards."""
        from tools.bench import site

        if site.in_own_folder(sys.argv[1:]):
            raise CommandError("The measurement did not come to its end: see above.")
