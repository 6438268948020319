"""Before new code serves: can its rules go on with every table in play?"""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.changing import gate
from games.changing.gate_processes import reports_of_processes
from games.changing.log_check import check_table
from games.judging.continuing import ContinuingVerdict
from games.models import Table
from games.storing.kept import tables_in_play

MANY = 2_000  # tables from which on it is worth the start of more processes
NAMED_AT_MOST = 200  # tables, each in a line of its own
TELL_EVERY = 5.0  # seconds
ALL = "all"


class Command(BaseCommand):
    help = (
        "Ask the installed rules about every table in play: whether its position is read, the same "
        "questions are asked with the same answers, and what can be taken back still can. It only "
        "reads, and needs no migration. Exit status 1, with their names, if tables differ."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--accept",
            nargs="*",
            default=[],
            metavar="ID",
            help="tables that may differ: their ids, names of games, or “all”",
        )
        parser.add_argument("--processes", type=int, help="default: all cores for many tables")
        parser.add_argument(
            "--whole-log",
            action="store_true",
            help="instead, replay the whole log of each: does it lead to the position?",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["whole_log"]:
            self.replay_logs()
            return
        self.accepted = set(" ".join(options["accept"]).replace(",", " ").split())
        self.refused = self.named = 0
        count, total, told = tables_in_play(), gate.GateReport(), time.monotonic()
        for report in found_at(count, options["processes"]):
            total.tables += report.tables
            total.counts += report.counts
            total.off_record += report.off_record
            for table in report.differing:
                self.name(table)
            if time.monotonic() - told > TELL_EVERY:
                told = time.monotonic()
                self.stdout.write(f"{total.tables} of {count} tables, {self.refused} differ")
                self.stdout.flush()
        self.stdout.write(summary(total))
        if self.refused:
            raise CommandError(
                f"{self.refused} tables differ: these rules cannot go on with them as they stand."
                " What to do about it: docs/howto/editions.md."
            )

    def name(self, table: gate.Differing) -> None:
        """Say what differs at a table, and count it unless it is accepted."""
        is_accepted = bool(self.accepted & {str(table.id), table.game, ALL})
        self.refused += not is_accepted
        self.named += 1
        if self.named > NAMED_AT_MOST:
            return
        accepted = ", accepted" if is_accepted else ""
        differences = "; ".join(table.differences)
        self.stdout.write(f"table {table.id} ({table.game}) differs{accepted}: {differences}")
        if self.named == NAMED_AT_MOST:
            self.stdout.write("Further ones are only counted.")

    def replay_logs(self) -> None:
        """Whether each position follows from its log, under the installed rules."""
        counts = dict.fromkeys(ContinuingVerdict, 0)
        tables = Table.objects.filter(status=Table.Status.PLAYING).order_by("pk")
        for table_id in tables.values_list("pk", flat=True).iterator(chunk_size=500):
            verdict, why = check_table(table_id)
            counts[verdict] += 1
            if verdict is not ContinuingVerdict.SAME:
                self.stdout.write(f"table {table_id}: {verdict.value}{why and f' ({why})'}")
        self.stdout.write(
            ", ".join(f"{count} {verdict.value}" for verdict, count in counts.items())
        )
        if counts[ContinuingVerdict.DIFFERS]:
            raise CommandError(f"{counts[ContinuingVerdict.DIFFERS]} tables differ from their log.")


def found_at(count: int, processes: int | None) -> Iterator[gate.GateReport]:
    """What is found at so many tables, by as many processes as are worth it."""
    if processes is None:
        processes = (os.cpu_count() or 1) if count >= MANY else 1
    if count == 0:
        return iter(())
    if processes == 1:
        return gate.reports()
    return reports_of_processes(str(connection.settings_dict["NAME"]), processes)


def summary(total: gate.GateReport) -> str:
    """What was found, in one line."""
    kinds = [*(verdict.value for verdict in ContinuingVerdict), gate.FROZEN]
    said = ", ".join(f"{total.counts[kind]} {kind}" for kind in kinds)
    unknown = f"; the questions of {total.off_record} are not on record" if total.off_record else ""
    return said + unknown
