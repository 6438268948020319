"""`manage.py worker`: run the jobs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.running import worker


class Command(BaseCommand):
    requires_system_checks = []
    help = "Run deferred and periodic jobs until SIGTERM."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--health", action="store_true", help="only say whether a worker is alive"
        )
        parser.add_argument(
            "--searches",
            action="store_true",
            help="only the searches of bots, which nobody else does; with --health their worker",
        )

    def handle(self, *args: Any, health: bool, searches: bool, **options: Any) -> None:
        if health:
            queue = worker.SEARCHES if searches else worker.DEFAULT
            if not worker.is_healthy(queue):
                raise CommandError(f"No worker of the queue {queue!r} is alive.")
        elif searches:
            worker.search()
        else:
            worker.run()
