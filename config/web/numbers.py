"""One way to read a number that a form, a query or a socket has sent as text."""

from __future__ import annotations

from django.http import QueryDict

LONGEST = 18
"""Digits; such a number fits into a column for ids."""


def number_of(text: str, digits: int = LONGEST) -> int | None:
    """Return a number of at most so many ASCII digits; None for any other text."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if is_number else None


def number_in(fields: QueryDict, name: str) -> int | None:
    """Return the number in a field of a form or query; None if there is none."""
    return number_of(fields.get(name, ""))
