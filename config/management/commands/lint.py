"""`manage.py lint`: see `config.running.checking`."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand

from config.running import checking


class Command(BaseCommand):
    help = "Check format, style, types, imports and templates, or the ones named."

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(checking.lint(argv[2:]))
