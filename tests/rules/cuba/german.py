"""The log of a table in English and in German."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

import games.rules.cuba
from games.rules.core.effects import Event
from games.rules.core.interface import Viewer
from games.rules.core.texts import Wording
from games.rules.cuba import rules
from tests.rules.cuba.table import Table

NAMES = ["Anna", "Bert", "Cleo", "Dora", "Emil"]
PO = Path(games.rules.cuba.__file__).parent / "locale" / "de" / "LC_MESSAGES" / "django.po"

with PO.open("rb") as _file:
    _catalog = read_po(_file, locale="de")


def translate(text: str) -> str:
    """The German of a text."""
    message = _catalog.get(text, "cuba")
    assert message is not None, text
    return str(message.string)


def translate_plural(one: str, many: str, number: int) -> str:
    """The German of a text with two forms, in the form for this number."""
    message = _catalog.get((one, many), "cuba")
    assert message is not None and isinstance(message.string, list | tuple), one
    return str(message.string[0 if number == 1 else 1])


ENGLISH = Wording(rules.texts, NAMES)
GERMAN = Wording(rules.texts, NAMES, translate, translate_plural)


def told(event: Event, viewer: Viewer = None) -> tuple[str, str]:
    """What a viewer reads of an event, in English and in German."""
    facts = event.seen_by(viewer)
    return ENGLISH.event(facts), GERMAN.event(facts)


def facts(table: Table, name: str) -> dict[str, Any]:
    """The public facts of the latest event of this name."""
    return dict(table.logged(name)[-1])


def lines(table: Table, *names: str, viewer: Viewer = None) -> list[tuple[str, str]]:
    """The events of these names, in both languages."""
    return [told(event, viewer) for event in table.log if event.name in names]
