"""What is said about the board, and how it sounds in German."""

from __future__ import annotations

import functools
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
from games.rules.santiago_de_cuba.moves import (
    BuyPoints,
    Claim,
    Deliver,
    LeaveOut,
    Place,
    Process,
    SellPoints,
)
from tests.rules.santiago_de_cuba.table import Table

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
    meant = functools.partial  # each game's words are translated in a context of their own
    return Wording(
        rules.texts,
        Table.people,
        meant(translations.pgettext, rules.slug),
        meant(translations.npgettext, rules.slug),
    )


def test_a_turn_in_german() -> None:
    table, wording = Table().car("miguel").own(1, "casino"), german()
    seen = table.drive(0, "conchita").seen()
    for move in (Place("casino"), SellPoints(2)):
        seen += table.play(move, 0).seen()
    assert [wording.event(facts) for facts in seen] == [
        "Ann fährt zu Conchita.",
        "Ann erhält von Conchita 2 Zitrusfrüchte.",
        "Ann zieht zum Casino.",
        "Ann nutzt das Casino: 2 × 1 Siegpunkt gegen 3 Pesos.",
        "Bo erhält 1 Siegpunkt: Ann ist im Casino.",
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
        BuyPoints(12),
        SellPoints(1),
    ]
    assert [wording.say(move.phrase, {"value": 4, **encode(move)}) for move in answers] == [
        "1 Zitrusfrucht für 4 Siegpunkte liefern",
        "3 Zitrusfrüchte für 12 Siegpunkte liefern",
        "Zigarrenfabrik: 1 Tabak gegen 1 Zigarre",
        "die Bank in Besitz nehmen",
        "Casino: 12 Siegpunkte für 36 Pesos",
        "Casino: 3 Pesos für 1 Siegpunkt",
    ]


def test_harbour_in_german() -> None:
    table, wording = Table().car("pablo").hold(1, pesos=1), german()
    way = table.way(0, "harbour")
    assert wording.say(way.phrase, encode(way)) == "Kostenlos zum Hafen fahren"
    assert wording.say("prompt.drive", {}) == "Wohin fährst du?"


def test_delivering_says_what_wood_and_goods_bring() -> None:
    """The value of the ship does not stand alone above wood, which never brings more than 1."""
    table = Table().ship(3, value=3).car("pablo").hold(0, citrus=2, wood=2)
    decision = table.drive(0, "harbour").decisions[0]
    assert table.wording.say("prompt.deliver", decision.args) == (
        "What do you deliver? Each good is worth 3 points, each wood 1 point."
    )
    said = [table.wording.say(it.phrase, {**decision.args, **encode(it)}) for it in decision.moves]
    assert "Deliver 2 citrus for 6 points" in said
    assert "Deliver 2 wood in place of citrus for 2 points" in said
    assert "Deliver 1 wood in place of sugar for 1 point" in said


def test_dice_that_show_nothing_are_named() -> None:
    table = Table()
    table.state.phase, table.state.demand = "demand", {}
    table.state.rolled = {"rum": 0, "cigar": 2, "sugar": 1, "citrus": 0, "tobacco": 3}
    asked = table.checked().decisions[0]
    assert table.wording.say("prompt.demand", asked.args) == (
        "Which die stays off ship 1? Rolled: 1 sugar, 0 citrus, 3 tobacco, 0 rum, 2 cigars."
    )
    assert "Ann leaves out tobacco. Ship 1 wants 1 sugar, 0 citrus, 0 rum, 2 cigars." in (
        table.play(LeaveOut("tobacco"), 0).told()
    )


def test_goods_in_the_log_come_in_the_order_of_the_board() -> None:
    """However the database gives back the words of an event."""
    faces = {"rum": 0, "cigar": 1, "sugar": 2, "citrus": 3, "tobacco": 1}
    stored = {"event": "demand_rolled", "seat": 1, "ship": 4, "faces": faces, "reroll": 0}
    assert Table().wording.event(stored) == (
        "Bo rolls the dice for ship 4: 2 sugar, 3 citrus, 1 tobacco, 0 rum, 1 cigar."
    )
