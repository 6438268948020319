"""Draw the packages of the site and what they import, for `docs/topics/architecture.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Draw the packages of the site and what they import into docs/topics/architecture.svg."

    def handle(self, *args: Any, **options: Any) -> None:
        from tools.architecture import drawing

        path = Path(settings.BASE_DIR) / "docs" / "topics" / "architecture.svg"
        path.write_text(drawing())
        self.stdout.write(f"Drawn: {path}")
