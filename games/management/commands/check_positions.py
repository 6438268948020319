"""Before a deployment: can the installed rules continue every running table?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.changing.log_check import Verdict, check_table
from games.models import Table


class Command(BaseCommand):
    help = (
        "Load every running table under the installed rules, check it, and replay it from its "
        "snapshots. Exit code 1 if any differs."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        counts = dict.fromkeys(Verdict, 0)
        tables = Table.objects.filter(status=Table.Status.PLAYING).order_by("pk")
        for table_id in tables.values_list("pk", flat=True).iterator(chunk_size=500):
            verdict, why = check_table(table_id)
            counts[verdict] += 1
            if verdict is not Verdict.SAME:
                self.stdout.write(f"table {table_id}: {verdict.value}{why and f' ({why})'}")
        summary = ", ".join(f"{count} {verdict.value}" for verdict, count in counts.items())
        self.stdout.write(summary)
        if counts[Verdict.DIFFERS]:
            raise CommandError(f"{counts[Verdict.DIFFERS]} tables differ from their log.")
