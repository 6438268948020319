"""Text of users that stands on one line."""

from __future__ import annotations


def in_one_line(text: str) -> str:
    """Return a text without line breaks and control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
