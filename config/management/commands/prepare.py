"""`manage.py prepare`: what has to be done before the first start and after an update."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management import call_command
from django.core.management.base import BaseCommand

from config.running import texts


class Command(BaseCommand):
    requires_system_checks = []
    help = "Bring the tables of the database and the translated texts up to date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="make the demo world too")

    def handle(self, *args: object, demo: bool, **options: object) -> None:
        texts.compile_stale()
        call_command("migrate", verbosity=0)
        if demo:
            call_command("demo_world", stdout=self.stdout)
