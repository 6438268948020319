"""What is said about the board, and how it sounds in German."""

from __future__ import annotations

import gettext
import io
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from games.rules import santiago_de_cuba
from games.rules.core.codec import encode
from games.rules.core.texts import Wording
from games.rules.santiago_de_cuba import components as c
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.moves import Claim, Deliver, Place, Process, SellPoints
from tests.rules.santiago_de_cuba.table import NAMES, Table

LOCALE = Path(santiago_de_cuba.__file__).parent / "locale"
STOPS = ("harbour", *c.CUBANS)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("good", c.GOODS),
        ("flower", c.FLOWERS),
        ("stop", STOPS),
        ("to", STOPS),
        ("help.stop", STOPS),
        ("building", c.BUILDINGS),
        ("help.building", c.BUILDINGS),
        ("gift", ("peso", "point", *c.REGULAR)),
    ],
)
def test_everything_on_the_board_has_a_word(kind: str, values: tuple[str, ...]) -> None:
    words = [rules.texts[f"{kind}.{value}"] for value in values]
    assert len(set(map(str, words))) == len(values), "and each its own"


def german() -> Wording:
    with (LOCALE / "de" / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalog, compiled = read_po(file, locale="de"), io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    return Wording(rules.texts, NAMES, translations.gettext, translations.ngettext)


def test_a_turn_in_german() -> None:
    table, wording = Table().car("miguel").own(1, "casino"), german()
    told = [wording.event(e.seen_by(None)) for e in table.drive(0, "conchita").events]
    told += [
        wording.event(e.seen_by(None)) for e in table.play(0, Place("casino"), SellPoints(2)).events
    ]
    assert told == [
        "Ann fährt zu Conchita.",
        "Ann erhält von Conchita 2 Zitrusfrüchte.",
        "Ann zieht auf „Casino“.",
        "Ann nutzt das Casino: 2 × 1 Siegpunkt gegen 3 Pesos.",
        "Bo erhält 1 Siegpunkt: Ann steht auf „Casino“.",
        "Ann beendet den Zug.",
        "Zug 2: Bo.",
    ]


def test_answers_in_german() -> None:
    wording = german()
    answers = [
        Deliver("citrus", 1),
        Deliver("citrus", 3),
        Process("cigar_factory", 1),
        Claim("bank"),
    ]
    assert [wording.say(move.phrase, encode(move)) for move in answers] == [
        "1 Zitrusfrucht liefern",
        "3 Zitrusfrüchte liefern",
        "Zigarrenfabrik: 1 Tabak gegen 1 Zigarre",
        "„Bank“ in Besitz nehmen",
    ]


def test_harbour_in_german() -> None:
    table, wording = Table().car("pablo").hold(1, pesos=1), german()
    way = table.way(0, "harbour")
    assert wording.say(way.phrase, encode(way)) == "Kostenlos zum Hafen fahren"
    assert wording.say("prompt.drive", {}) == "Wohin fährst du?"
