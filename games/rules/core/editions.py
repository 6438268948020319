"""Editions: versions of a game's rules that are played side by side, each table by its own.

A game with several has an option `edition`, whose usual value is the newest. Rules read it from the
options in their state, so a table keeps the edition that it began with; new tables get the newest.
"""

from __future__ import annotations

from msgspec import inspect

from games.rules.core.interface import (
    AnyState,
    Document,
    Rules,
)

EDITION = "edition"


def editions_of(rules: Rules[AnyState]) -> tuple[int, ...]:
    """The editions that a game is played in, in order; empty if there is only one."""
    info = inspect.type_info(rules.options_type)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        if field.name == EDITION and isinstance(field.type, inspect.LiteralType):
            return tuple(sorted(value for value in field.type.values if isinstance(value, int)))
    return ()


def renewed(rules: Rules[AnyState], options: Document) -> Document:
    """The options of a table as a new one has them: those of the newest edition."""
    editions = editions_of(rules)
    return {**options, EDITION: editions[-1]} if editions else options
