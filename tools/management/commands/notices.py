"""Write the table of kinds of notices into `docs/topics/notices.md`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Write the table of kinds of notices into docs/topics/notices.md."

    def handle(self, *args: Any, **options: Any) -> None:
        from tools.notices import PAGE, page_write

        page_write()
        self.stdout.write(f"Written: {PAGE}")
