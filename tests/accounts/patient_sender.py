"""`manage.py worker --outside`, which waits for other servers as long as a test wants."""

from __future__ import annotations

import os
import sys

import django

FOR_EVER = 3600.0


def main() -> int:
    """Do the jobs as that command does."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.conf import settings

    from accounts.notices import outside
    from config.running import commands

    settings.EMAIL_TIMEOUT = outside.SECONDS = FOR_EVER
    return commands.run(["manage.py", "worker", "--outside"])


if __name__ == "__main__":
    sys.exit(main())
