"""`manage.py texts`: bring the translations up to date."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from config.running import texts


class Command(BaseCommand):
    requires_system_checks = []
    help = "Extract texts from code and templates, merge them into the .po files, compile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; fail on remarks")
        parser.add_argument("--compile", action="store_true", help="only compile what is stale")

    def handle(self, *args: object, check: bool, compile: bool, **options: object) -> None:  # noqa: A002
        remarks = [] if compile else texts.update(write=not check)
        for remark in remarks:
            self.stdout.write(remark)
        if check and remarks:
            raise CommandError("Run manage.py texts and translate what is missing.")
        if not check:
            self.stdout.write(f"{texts.compile_stale()} compiled.")
