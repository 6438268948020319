"""What a choice says before it is made, that a turn ends, and where points come from."""

from __future__ import annotations

import copy

import pytest

from games.rules.core.texts import Wording
from games.rules.cuba.components import PIECES
from games.rules.cuba.moves import (
    Bid,
    Build,
    Buy,
    EndTurn,
    HandIn,
    Load,
    PlaceBuilding,
    PlayCard,
    PlayIdly,
    Sell,
    TakePoints,
    Use,
    UseAlone,
)
from games.rules.cuba.tradeswoman import MOST_TRADES
from tests.rules.cuba.german import ENGLISH, GERMAN
from tests.rules.cuba.table import Table


def says(wording: Wording, table: Table) -> list[str]:
    """The buttons of the only question."""
    return [
        wording.say(move.phrase, {name: getattr(move, name) for name in move.__struct_fields__})
        for move in table.moves()
    ]


# a character without effect


def useless() -> Table:
    """Nothing but the worker can do anything for seat 0: no money, stones, gifts, points."""
    table = Table().pesos(0, 0).figure(0, "B2")
    return table.markers(material=1, cheapest=1, architect=2, mayor=2)


def test_a_1_a_character_without_effect_says_so_and_why() -> None:
    table = useless()
    idle = [PlayIdly(name) for name in ("tradeswoman", "architect", "foreman", "mayor")]
    assert table.moves() == [PlayCard("worker"), *idle]
    assert says(ENGLISH, table) == [
        "worker",
        "tradeswoman (nothing to trade or take now)",
        "architect (nothing to build, no points left)",
        "foreman (no building to use now)",
        "mayor (nothing to load, no points left)",
    ]
    assert says(GERMAN, table)[3] == "Vorarbeiter (jetzt kein Gebäude zu nutzen)"


@pytest.mark.parametrize("character", ["tradeswoman", "architect", "foreman", "mayor"])
def test_a_1_an_idle_character_changes_nothing_but_the_cards(character: str) -> None:
    table = useless()
    before = copy.deepcopy(table.state)
    table.refuses(PlayCard(character))
    table.play(PlayIdly(character))
    assert table.player(0).played == [character] and table.asked == (1, "card")
    table.player(0).played.clear()
    table.state.current = 0
    assert table.state == before


def test_a_1_a_character_that_can_do_something_is_not_idle() -> None:
    for change, character in (
        (useless().own(0, sugar=1), "tradeswoman"),
        (useless().markers(cheapest=0), "tradeswoman"),
        (useless().markers(architect=1), "architect"),
        (useless().own(0, wood=1, stone=1), "architect"),
        (useless().built(0, "C4", "inn"), "foreman"),
        (useless().markers(mayor=1), "mayor"),
        (useless().pier(2, 1).own(0, citrus=1), "mayor"),
    ):
        assert PlayCard(character) in change.moves(), character


def test_a_1_the_default_is_the_card_with_fewest_votes_idle_or_not() -> None:
    table = useless().hand(0, "tradeswoman", "architect", "mayor").markers(mayor=1)
    assert table.moves()[0] == PlayCard("mayor")
    assert table.decision.default == PlayIdly("tradeswoman")


# F-1, F-2: the cross, or a single building


def test_f_2_a_single_building_stands_apart_and_says_that_the_others_are_forfeited() -> None:
    table = Table().built(0, "B2", "hotel").built(0, "A2", "inn").own(0, sugar=1).card("foreman")
    assert table.moves() == [Use("inn"), Use("warehouse"), UseAlone("hotel"), EndTurn()]
    assert says(ENGLISH, table)[:3] == [
        "Inn",
        "Warehouse",
        "Hotel alone, without row and column",
    ]
    assert says(GERMAN, table)[2] == "Nur Hotel, ohne Reihe und Spalte"
    assert [type(move).__name__ for move in table.moves()[:3]] == ["Use", "Use", "UseAlone"]
    assert table.moves()[2].spot == "building:hotel"


def test_f_1_after_a_building_of_the_cross_no_single_one_is_offered() -> None:
    table = Table().built(0, "B2", "hotel").built(0, "A2", "inn").own(0, sugar=1).card("foreman")
    table.play(Use("inn"))
    assert table.moves() == [Use("warehouse"), EndTurn()]


# TR-1: a series of trades ends


def test_tr_1_buying_and_selling_back_comes_to_an_end() -> None:
    table = Table().pesos(0, 30).card("tradeswoman")
    for trade in range(MOST_TRADES):
        assert table.asked == (0, "trade"), trade
        table.play(Sell("rum", 5) if trade % 2 else Buy("rum", 5))
    assert table.asked == (1, "card"), "the turn is over"
    assert table.purses[0] == 30 and table.state.market["rum"] == 2


def test_tr_1_there_are_as_many_trades_as_merchandise() -> None:
    kinds = ("citrus", "tobacco", "sugar", "rum", "cigars")
    assert sum(PIECES[kind] for kind in kinds) == MOST_TRADES == 84


# Amounts


def test_bids_and_units_are_numbers_to_be_typed() -> None:
    assert (Bid.number_field, HandIn.number_field) == ("pesos", "count")
    table = Table().parliament("mayor", "worker")
    decision = table.decisions[0]
    assert list(decision.moves) == [Bid(pesos) for pesos in range(11)]
    for wording, texts in (
        (ENGLISH, ("Buy no votes", "Buy 1 vote for 1 peso", "Buy 9 votes for 9 pesos")),
        (
            GERMAN,
            ("Keine Stimmen kaufen", "1 Stimme für 1 Peso kaufen", "9 Stimmen für 9 Pesos kaufen"),
        ),
    ):
        said = [wording.say(Bid(n).phrase, {"pesos": n}) for n in (0, 1, 9)]
        assert said == list(texts)


def test_the_question_says_what_a_unit_becomes() -> None:
    rum = Table().built(0, "A2", "rum_bar").own(0, rum=2).card("foreman").use("rum_bar")
    assert ENGLISH.say(f"prompt.{rum.decision.key}", rum.decision.args) == (
        "Rum bar: how many units of rum, for 2 points each?"
    )
    sugar = Table().built(0, "A2", "rum_distillery").own(0, sugar=2).card("foreman")
    sugar.use("rum_distillery")
    assert GERMAN.say(f"prompt.{sugar.decision.key}", sugar.decision.args) == (
        "Rumbrennerei: Wie viel Zuckerrohr wird zu Rum?"
    )


# Section 6: where points come from


def test_points_are_counted_by_their_source() -> None:
    table = Table().built(0, "A2", "crane").built(0, "A4", "inn").pier(2, 1).own(0, citrus=2)
    table.card("mayor").play(Load(2, "citrus", 1)).play(Load(2, "citrus", 2)).default_turn()
    table.card("foreman").use("inn").default_turn()
    table.markers(architect=1).card("architect")
    assert table.player(0).sources == {"ships": 4, "crane": 1, "uses": 1, "architect": 1}


def test_every_source_of_section_6_is_counted_and_adds_up() -> None:
    table = Table().bill("T1", "S1", "D5", "O1").round(6).own(0, wood=1, stone=1, rum=1)
    table.hand(0, "architect", "worker").hand(1, "mayor", "worker")
    table.card("architect").play(Build("inn")).play(PlaceBuilding("A2"))
    table.card("mayor")
    while table.state.phase == "action":
        table.play(TakePoints(4))
    table.vote("subsidy", "tax").dues("tax", "none")
    outcome = table.outcome
    assert outcome is not None
    assert [dict(standing.sources) for standing in outcome.standings] == [
        {"dues": 2, "subsidies": 1, "buildings": 2},
        {"mayor": 4},
    ]
    assert [standing.score for standing in outcome.standings] == [5, 4]
    assert [standing.tiebreaks for standing in outcome.standings] == [(9,), (10,)]
