"""What `manage.py check --deploy` says about pages that the operator has not filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004

PAGES = {
    "CONTACT": "where people can write to",
    "IMPRINT": "who runs the site",
    "PRIVACY": "who is responsible for personal data",
}


def pages_filled_in(app_configs: Sequence[Any] | None, **options: Any) -> list[CheckMessage]:
    """A warning for each page that has nothing to show, and so is not there."""
    return [
        Warning(
            f"{name} is not set: there is no page that says {what}.",
            hint="See .env.example.",
            id=f"pages.W{number:03}",
        )
        for number, (name, what) in enumerate(PAGES.items(), start=1)
        if not getattr(settings, name)
    ]


def add() -> None:
    """Let Django make the check."""
    register(pages_filled_in, Tags.templates, deploy=True)
