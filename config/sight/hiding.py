"""What must not be told, in mails to the operators as in the log: paths with keys, and secrets."""

from __future__ import annotations

import logging
import re

from django.conf import settings
from django.http import HttpRequest

LONGEST_LINE = 1_000
LONGEST_WORD = 200
"""Letters. A longer word comes from outside, and is left out as a whole: a part of a key is none
that one would know."""
MOST_LINES = 200
"""Of a traceback, the last ones."""
FOREIGN = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")
TOKEN = re.compile(r"(?<=://)[^/\s@]+@|[\w-]{16,}")
"""What may be a key, and passwords in addresses."""
LETTERS = (str.isdecimal, str.isupper, str.islower)
"""A key has some of each."""


def shortened(words: str) -> str:
    """Return the beginning of a line, up to a space, and without words that are too long."""
    if len(words) > LONGEST_LINE:
        end = max(words.rfind(space, 0, LONGEST_LINE) for space in " \n")
        words = f"{words[: max(end, 0)]} …".lstrip()
    return FOREIGN.sub("…", words)


def without_secrets(words: str) -> str:
    """Return a short line of words, without anything that looks like a key or a password.

    It is cut first, so that nobody's long header is worked through.
    """
    return TOKEN.sub(_hidden, shortened(words))


def _hidden(found: re.Match[str]) -> str:
    is_key = all(any(map(is_such, found[0])) for is_such in LETTERS)
    return "…" if is_key or found[0].endswith("@") else found[0]


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
    return [
        shortened(line) if line.startswith("  ") else without_secrets(line)
        for line in lines[-MOST_LINES:]
    ]
