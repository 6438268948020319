"""All kinds of notices, by name."""

from __future__ import annotations

from typing import TypeVar

from accounts.models import Notice
from accounts.notices.kind import Kind

KINDS: dict[str, type[Kind]] = {}
"""All that are registered below, by name."""

AnyKind = TypeVar("AnyKind", bound=type[Kind])


def register(kind: AnyKind) -> AnyKind:
    """Make a class a kind of notice."""
    KINDS[kind.name] = kind
    return kind


def kind_of(notice: Notice) -> Kind:
    """Return a notice as one of its kind."""
    return KINDS[notice.kind](notice)
