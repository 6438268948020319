"""`manage.py ratings`."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from games.changing import ratings


class Command(BaseCommand):
    help = "Rate the tables that have ended and that no worker has rated yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--recompute",
            action="store_true",
            help="rate all tables anew: the numbers are the same",
        )

    def handle(self, *, recompute: bool, **options: object) -> None:
        rate = ratings.ratings_recompute if recompute else ratings.ratings_keep_up
        self.stdout.write(f"{rate()} tables count.")
