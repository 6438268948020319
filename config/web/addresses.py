"""Full addresses of pages, for what leaves the site."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse


def address_of(page: str, *of: object) -> str:
    """Return the full address of a page, by its name."""
    return settings.SITE_URL + reverse(page, args=of)
