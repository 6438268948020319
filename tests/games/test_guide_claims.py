"""What rules pages and tips say of numbers and exceptions is so by the rules."""

from __future__ import annotations

import re

import pytest

from games.rules.guatemala_cafe.geometry import BOARDS
from games.rules.guatemala_cafe.places import Offers
from games.rules.port_royal.components import CARDS, CONTRACT_INFLUENCE
from games.rules.port_royal.moves import Hire
from tests.games.test_lesson_claims import LANGUAGES, section, word
from tests.rules.port_royal.table import Table as Harbour
from tests.rules.port_royal.test_orders import obeyed, others
from tests.rules.santiago_de_cuba.table import Table as Havana
from tests.rules.santiago_de_cuba.test_edges_buildings import inside

in_each_language = pytest.mark.parametrize("language", LANGUAGES)


@in_each_language
def test_never_passing_has_the_exception_that_the_rules_page_names(language: str) -> None:
    asked = {}
    for rum in (0, 1):
        havana = Havana(auto_pass="off").hold(1).hold(0).stock(rum=rum)
        decisions = inside("distillery", havana).decisions
        asked[rum] = "use" in [decision.key for decision in decisions]
    assert asked == {0: False, 1: True}
    told = {"en": "except about a building that", "de": "außer zu einem Gebäude, das"}
    text = " ".join(section("santiago_de_cuba", "rules", "auto-pass", language).split())
    assert told[language] in text


@in_each_language
def test_with_two_some_roads_are_offered_without_their_corner(language: str) -> None:
    assert Offers(BOARDS[2]).rim and Offers(BOARDS[2]).crossings
    told = {"en": "some roads that end at the outer border are offered at once",
            "de": "manche Wege, die am äußeren Rand enden, stehen gleich zur Wahl"}  # fmt: skip
    text = " ".join(section("guatemala_cafe", "rules", "two-players", language).split())
    assert told[language] in text


@in_each_language
def test_a_tip_for_all_editions_names_the_numbers_of_none(language: str) -> None:
    assert len(set(map(tuple, CONTRACT_INFLUENCE.values()))) > 1
    assert not re.search(r"\d", word("port_royal", "help.symbol.cubes", language))


@in_each_language
def test_a_tip_says_how_many_cards_each_takes(language: str) -> None:
    table = Harbour(3).deal(2, "governor")
    ships = [card for card in map(CARDS.__getitem__, table.state.draw) if card.kind == "ship"]
    of_each_colour = {card.colour: card.face for card in ships}
    table.harbour(*of_each_colour.values())
    assert len(of_each_colour) == 5
    assert [table.state.takes_of(seat) for seat in range(3)] == [3, 1, 2]
    told = {"en": "3 with five. Everybody else takes 1. Each governor adds 1.",
            "de": "bei fünf 3. Alle anderen nehmen 1."}  # fmt: skip
    assert told[language] in word("port_royal", "help.symbol.takes", language)


@in_each_language
def test_standing_orders_say_that_the_coin_for_the_active_player_counts(language: str) -> None:
    table = others("settler")
    (hire,) = [move for move in table.moves(1) if isinstance(move, Hire)]
    assert (hire.price, table.state.fee()) == (4, 1)
    assert obeyed(table, "above_4")
    told = {"en": "the coin for the active player included",
            "de": "mit der Münze für den aktiven Spieler"}  # fmt: skip
    assert told[language] in word("port_royal", "orders.others.help", language)
