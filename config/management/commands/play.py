"""`manage.py play`: see `config.running.play`; here only so that `manage.py help` knows of it."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand

from config.running import play


class Command(BaseCommand):
    help = "Run the whole site on this machine: database, pages, sockets and worker."

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(play.main(argv[2:]))
