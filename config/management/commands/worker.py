"""`manage.py worker`: run the jobs."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from config.running import worker


class Command(BaseCommand):
    requires_system_checks = []
    help = "Run deferred and periodic jobs until SIGTERM."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--health", action="store_true", help="only say whether such a worker is alive"
        )
        queue = parser.add_mutually_exclusive_group()
        queue.add_argument(
            "--searches",
            action="store_const",
            const=worker.SEARCHES,
            dest="queue",
            help="only the searches of bots, which nobody else does",
        )
        queue.add_argument(
            "--outside",
            action="store_const",
            const=worker.OUTSIDE,
            dest="queue",
            help="only mails, pushes and posts to other servers, which nobody else sends",
        )

    def handle(self, *args: object, health: bool, queue: str | None, **options: object) -> None:
        queue = queue or worker.DEFAULT
        if not health:
            worker.RUNS[queue]()
        elif not worker.is_healthy(queue):
            raise CommandError(f"No worker of the queue {queue!r} is alive.")
