"""What must not be told, in mails to the operators as in the log: paths with keys, and secrets."""

from __future__ import annotations

import logging
import re

from django.conf import settings
from django.http import HttpRequest

TOKEN = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{16,}|(?<=://)[^/\s@]+@")
"""What looks like a key, and passwords in addresses."""


def without_secrets(words: str) -> str:
    """Words without anything that looks like a key or a password."""
    return TOKEN.sub("…", words)


def without_own_secrets(text: str) -> str:
    """A text without the secrets of the settings."""
    secrets = [
        settings.SECRET_KEY,
        *settings.SECRET_KEY_FALLBACKS,
        *(database.get("PASSWORD") for database in settings.DATABASES.values()),
        settings.EMAIL_HOST_PASSWORD,
        settings.METRICS_TOKEN,
        settings.VAPID_PRIVATE_KEY,
    ]
    for secret in filter(None, secrets):
        text = text.replace(secret, "…")
    return text


def route_of(request: HttpRequest) -> str:
    """The route of a request: its path may carry a key."""
    match = request.resolver_match
    return f"/{match.route if match else '…'}"


def where_of(record: logging.LogRecord) -> str:
    """The route of the request that a record is about, or the logger."""
    request = getattr(record, "request", None)
    if not isinstance(request, HttpRequest):
        return record.name
    return f"{request.method} {route_of(request)}"


def traceback_of(lines: list[str]) -> list[str]:
    """A traceback, of which the lines that are not code may name anything."""
    return [line if line.startswith("  ") else without_secrets(line) for line in lines]
