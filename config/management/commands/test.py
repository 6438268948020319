"""`manage.py test`: see `config.running.checking`."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand

from config.running import checking


class Command(BaseCommand):
    help = "Run the tests; every argument goes on to pytest."

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(checking.test(argv[2:]))
