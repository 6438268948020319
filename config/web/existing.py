"""Look up what an address names, or answer 404."""

from __future__ import annotations

from typing import TypeVar

from django.http import Http404

T = TypeVar("T")


def existing(thing: T | None) -> T:
    """Return a thing that was looked for. Raises Http404 if there is none."""
    if thing is None:
        raise Http404
    return thing
