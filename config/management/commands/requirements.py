"""`manage.py requirements`."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from config.running import requirements


class Command(BaseCommand):
    help = "Pin and hash every package that pyproject.toml leads to."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--upgrade", action="store_true", help="to the newest versions")

    def handle(self, *, upgrade: bool, **options: object) -> None:
        requirements.write(upgrade=upgrade)
