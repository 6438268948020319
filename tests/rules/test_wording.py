"""Sentences from facts: amounts, orders and products."""

from __future__ import annotations

import pytest

from games.rules.core.texts import NP_, Text, Wording

TEXTS: dict[str, Text] = {
    "good.sugar": "sugar",
    "good.cigar": NP_("cigar", "cigars"),
    "good.rum": "rum",
    "wants": "The ship wants {dice:good}.",
    "rolled": "Rolled: {dice:good:0}.",
    "sold": NP_("{sold} point for {sold*3} pesos", "{sold} points for {sold*3} pesos", "sold"),
    "paid": NP_("for {pieces*value} point", "for {pieces*value} points", "pieces*value"),
}
WORDING = Wording(TEXTS, ["Ana", "Ben"])
STORED = {"rum": 2, "cigar": 1, "sugar": 0}
"""As the database gives a mapping back: by length of its words."""


def test_a_stored_mapping_comes_in_the_order_of_the_texts() -> None:
    assert WORDING.say("wants", {"dice": STORED}) == "The ship wants 1 cigar, 2 rum."


def test_none_of_a_thing_is_named_where_the_text_asks_for_it() -> None:
    assert WORDING.say("rolled", {"dice": STORED}) == "Rolled: 0 sugar, 1 cigar, 2 rum."


def test_products() -> None:
    assert WORDING.say("sold", {"sold": 12}) == "12 points for 36 pesos"
    assert WORDING.say("sold", {"sold": 1}) == "1 point for 3 pesos"
    assert WORDING.say("paid", {"pieces": 1, "value": 1}) == "for 1 point"
    assert WORDING.say("paid", {"pieces": 1, "value": 4}) == "for 4 points"


def test_a_product_of_something_unknown() -> None:
    with pytest.raises(KeyError):
        WORDING.say("paid", {"pieces": 1})
