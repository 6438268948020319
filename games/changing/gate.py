"""Asking the installed rules about every table in play before they serve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from django.utils import timezone

from games.judging.continuing import ContinuingVerdict, judgement_on
from games.storing.kept import kept_tables

REPORT_EVERY = 100  # tables
FROZEN = "frozen"


class Differing(msgspec.Struct, frozen=True):
    """A table that cannot go on as it is."""

    id: int
    game: str
    differences: tuple[str, ...]


class GateReport(msgspec.Struct):
    """What was found at so many tables."""

    tables: int = 0
    counts: Counter[str] = msgspec.field(default_factory=Counter)
    """Verdicts, and how many tables are frozen: nobody plays there."""
    off_record: int = 0
    """Tables whose questions are not stored with them."""
    differing: list[Differing] = []


def reports(part: int = 0, parts: int = 1) -> Iterator[GateReport]:
    """Ask about all tables in play, or about one of so many parts of them."""
    report = GateReport()
    for table in kept_tables(part, parts):
        report.tables += 1
        if table.frozen:
            report.counts[FROZEN] += 1
        else:
            judgement = judgement_on(table, timezone.now())
            report.counts[judgement.verdict.value] += 1
            report.off_record += not judgement.on_record
            if judgement.verdict is ContinuingVerdict.DIFFERS:
                report.differing.append(Differing(table.id, table.game, judgement.differences))
        if report.tables == REPORT_EVERY:
            yield report
            report = GateReport()
    yield report
