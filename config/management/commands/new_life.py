"""`manage.py new_life`: see `games.storing.lives`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.storing.lives import life_begin


class Command(BaseCommand):
    help = (
        "Let numbers and marks that may have been given before mean nothing else, after a recovery"
        " that `restore` has not made. The site must be stopped."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        mark = life_begin(timezone.now(), lost=True)
        self.stdout.write(f"Numbers have moved on, and marks carry {mark}.")
