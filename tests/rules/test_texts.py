"""Every game's texts in every language: complete, with the same placeholders."""

from __future__ import annotations

import string
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from games.rules.core.interface import Rules
from games.rules.core.texts import N_, Name, Plural, Wording
from games.rules.registry import GAMES

RULES = Path(__file__).parents[2] / "games" / "rules"
FILES = sorted(RULES.glob("*/locale/*/LC_MESSAGES/django.po"))
every_file = pytest.mark.parametrize(
    "path", FILES, ids=lambda path: "-".join(path.parts[-5::2][:2])
)


def catalog(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def rules_of(path: Path) -> Rules[Any]:
    return GAMES[path.parts[-5]]


def has_words(text: str) -> bool:
    """Whether there is something to translate besides placeholders and numbers."""
    return any(c.isalpha() for literal, *_ in string.Formatter().parse(text) for c in literal)


def placeholders(text: str) -> set[tuple[str | None, str | None]]:
    """Name and class of each placeholder."""
    return {(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name}


@every_file
def test_every_text_is_translated(path: Path) -> None:
    translated = {
        (message.id, message.context): message.string for message in catalog(path) if message.id
    }
    for key, text in rules_of(path).texts.items():
        msgid = (text.one, text.many) if isinstance(text, Plural) else text
        if isinstance(text, Name) or (isinstance(msgid, str) and not has_words(msgid)):
            continue
        strings = translated.get((msgid, rules_of(path).slug))
        assert strings, f"{key}: {msgid!r} is not translated"
        assert all(strings if isinstance(strings, (list, tuple)) else [strings]), key


@every_file
def test_translations_have_the_same_placeholders(path: Path) -> None:
    for message in catalog(path):
        ids = message.id if isinstance(message.id, (list, tuple)) else [message.id]
        strings = message.string if isinstance(message.string, (list, tuple)) else [message.string]
        for text in strings if message.id else ():
            assert placeholders(text) == placeholders(ids[-1]), message.id


def test_seats_with_numbers_are_told_by_name() -> None:
    wording = Wording({"event.scored": N_("Points: {points:seat}.")}, ["Ana", "Ben"])
    assert wording.event({"event": "scored", "points": {0: 9, 1: 0}}) == "Points: Ana 9, Ben 0."


def test_names_are_not_translated() -> None:
    texts = {"cell.1": Name("A1"), "prompt.where": N_("Where? {cell:cell}")}
    wording = Wording(texts, [], translate=lambda text: f"<{text}>")
    assert wording.say("prompt.where", {"cell": 1}) == "<Where? A1>"


@pytest.mark.parametrize("rules", GAMES.values(), ids=list(GAMES))
def test_people_at_other_tables_share_all_texts(rules: Rules[Any]) -> None:
    """A process keeps the wordings of some thousand tables: each had 50 kB of its own once."""
    wordings = [Wording(rules.texts, [f"Ana {number}", "Ben"]) for number in range(100)]
    kind, _, thing = next(key for key in rules.texts if key.count(".") == 1).partition(".")
    said = {wordings[0].format_field({thing: 2}, kind)}
    before = sys.getallocatedblocks()
    said |= {wording.format_field({thing: 2}, kind) for wording in wordings[1:]}
    assert sys.getallocatedblocks() - before < 10 * len(wordings)
    assert len(said) == 1
