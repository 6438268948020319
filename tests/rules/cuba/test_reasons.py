"""What is not offered says why: the refusals of the use cases, each by the name of its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.rules.core.interface import Move, NotOffered
from games.rules.core.play import of_seat, play
from games.rules.cuba import rules
from games.rules.cuba.components import MERCHANDISE, SHIPS
from games.rules.cuba.moves import (
    Bid,
    Build,
    Buy,
    BuyFromSupply,
    Export,
    HandIn,
    Harvest,
    Irrigate,
    Load,
    NameColour,
    PassLaw,
    PayDues,
    PlaceBuilding,
    PlaceExport,
    PlayCard,
    Sell,
    SellHere,
    SellToSupply,
    TakeCheapest,
    TakeMaterial,
    Use,
    UseAlone,
)
from games.rules.cuba.tradeswoman import MOST_TRADES
from tests.rules.cuba.german import ENGLISH, GERMAN
from tests.rules.cuba.table import Table

Why = tuple[str, Mapping[str, Any]] | None


def why(table: Table, move: Move, seat: int | None = None) -> Why:
    """The reason for which a move is refused, which it must be; None is none given."""
    asked = table.decisions[0].seat if seat is None else seat
    decision = of_seat(table.decisions, asked)
    assert decision is not None
    with pytest.raises(NotOffered):
        play(rules, table.position, asked, move)
    for reason in rules.unavailable(table.state, decision):
        if reason.move == move:
            return reason.why, dict(reason.args)
    return None


def said(reason: Why) -> tuple[str, str]:
    """A reason in English and German."""
    assert reason is not None
    name, facts = reason
    return ENGLISH.say(f"why.{name}", facts), GERMAN.say(f"why.{name}", facts)


def test_su_3_a_colour_that_somebody_plays() -> None:
    table = Table(until="prepare")
    for seat in (0, 1):
        table.choose(seat, "red")
    assert table.decision.seat == 1
    assert said(why(table, NameColour("red"))) == (
        "Anna already plays this colour.",
        "Anna spielt diese Farbe schon.",
    )


def test_uc_3_2_ext_1a_a_character_that_was_played_says_so() -> None:
    table = Table().card("foreman").default_turn()
    assert table.asked == (0, "card")
    assert said(why(table, PlayCard("foreman"))) == (
        "You have already played this character in this round.",
        "Du hast diesen Charakter in dieser Runde schon gespielt.",
    )


def test_uc_3_2_rem_the_character_set_aside_says_so_to_its_owner_only() -> None:
    table = Table(fifths=("mayor", "foreman"))
    assert why(table, PlayCard("mayor")) == ("set_aside", {})
    table.worker().default_turn()
    assert why(table, PlayCard("foreman")) == ("set_aside", {})
    assert PlayCard("mayor") in table.moves()


# Worker


def test_uc_3_2_1_1_ext_2b_a_field_with_a_building_names_it() -> None:
    table = Table().built(0, "B4", "bank").worker("B3")
    assert said(why(table, Harvest("B4"))) == (
        "There is already a building here: Bank.",
        "Hier steht schon ein Gebäude: Bank.",
    )
    assert why(table, Harvest("A2")) == ("field_inactive", {})


def test_uc_3_2_1_1_ext_2c_a_third_field_needs_water_and_a_used_one_is_used() -> None:
    table = Table().own(0, water=1).worker("A1").play(Harvest("A2")).play(Harvest("B1"))
    assert why(table, Irrigate("A2")) == ("field_used", {})
    assert Irrigate("A4") in table.moves()
    assert said(why(table, Harvest("A4"))) == (
        "You can harvest only 2 fields in a turn without water.",
        "Ohne Wasser kannst du in einem Zug nur 2 Felder ernten.",
    )


def test_uc_3_2_1_1_ext_2a_by_the_drought_act_a_second_field_needs_water() -> None:
    table = Table().act("O3").own(0, water=1).worker("A1").play(Harvest("A2"))
    assert (
        said(why(table, Harvest("B1")))[0]
        == "You can harvest only 1 field in a turn without water."
    )


def test_uc_3_2_1_1_ext_2d_a_product_that_the_supply_lacks() -> None:
    table = Table().supply(1, citrus=0).worker("B3")
    assert why(table, Harvest("B4")) == ("supply_empty", {"good": "citrus"})


# Tradeswoman


def test_uc_3_2_2_ext_1_1_1a_neither_the_market_nor_the_supply_has_it() -> None:
    gone = Table().market(rum=0).supply(1, rum=0).pesos(0, 14).card("tradeswoman")
    assert said(why(gone, BuyFromSupply("rum", 7)))[0] == (
        "Neither the market nor the supply has rum."
    )


def test_uc_3_2_2_ext_1_1_1b_too_little_money_names_price_and_purse() -> None:
    table = Table().market(rum=0).pesos(0, 3).card("tradeswoman")
    assert said(why(table, Buy("citrus", 4))) == (
        "Costs 4 pesos; you have 3.",
        "Kostet 4 Pesos; du hast 3.",
    )
    assert why(table, BuyFromSupply("rum", 7)) == ("pesos", {"need": 7, "have": 3})


def test_uc_3_2_2_ext_1_1_2b_a_bank_that_cannot_pay() -> None:
    table = Table().market(sugar=5).own(0, sugar=1, rum=1).bank(0, rich=1).card("tradeswoman")
    assert why(table, SellToSupply("sugar", 1)) == ("bank", {"need": 1})
    assert said(why(table, Sell("rum", 4))) == (
        "The bank cannot pay 4 pesos.",
        "Die Bank kann 4 Pesos nicht zahlen.",
    )


def test_uc_3_2_2_ext_1_2_1a_the_free_building_material_is_gone() -> None:
    table = Table().card("tradeswoman").play(TakeMaterial("wood")).card("tradeswoman")
    assert why(table, TakeMaterial("stone")) == ("material_taken", {})


def test_uc_3_2_2_ext_1_2_1b_the_supply_has_none_of_a_building_material() -> None:
    table = Table().supply(1, wood=0).card("tradeswoman")
    assert why(table, TakeMaterial("wood")) == ("supply_empty", {"good": "wood"})


def test_uc_3_2_2_ext_1_2_2a_the_free_product_is_gone() -> None:
    table = Table().card("tradeswoman").play(TakeCheapest("sugar")).card("tradeswoman")
    assert why(table, TakeCheapest("sugar")) == ("cheapest_taken", {})


def test_uc_3_2_2_ext_1_2_2b_no_product_is_on_the_market() -> None:
    table = Table().market(citrus=0, tobacco=0, sugar=0).card("tradeswoman")
    assert why(table, TakeCheapest("sugar")) == ("market_empty", {})


def test_uc_3_2_2_rem_3_what_one_does_not_own() -> None:
    table = Table().card("tradeswoman")
    assert said(why(table, Sell("rum", 4))) == ("You have no rum.", "Du hast nichts davon: Rum.")


def test_tr_4_a_dearer_product_and_tr_1_free_gains_after_a_trade() -> None:
    table = Table().market(sugar=5).own(0, rum=1).card("tradeswoman")
    assert why(table, TakeCheapest("citrus")) == ("not_cheapest", {})
    table.play(Sell("rum", 4))
    assert why(table, TakeCheapest("sugar")) == ("trading", {})
    assert why(table, TakeMaterial("wood")) == ("trading", {})


def test_tr_1_after_the_most_trades_of_a_turn() -> None:
    table = Table().own(0, rum=1).card("tradeswoman")
    task: Any = table.state.agenda[-1]
    task.trades = MOST_TRADES
    (first, *_) = rules.unavailable(table.state, table.decision)
    assert (first.why, first.args) == ("most_trades", {"count": 84})


# Architect


def test_uc_3_2_3_ext_1_1a_the_building_act_cannot_be_paid() -> None:
    table = Table().act("O4").own(0, wood=1, stone=1).pesos(0, 1).card("architect")
    assert table.state.agenda == [] and table.asked[0] == 1, "nothing but points was left"
    poor = Table().act("O4").own(0, wood=1, stone=1).pesos(0, 2).card("architect")
    poor.pesos(0, 1)
    assert why(poor, Build("inn")) == ("pesos", {"need": 2, "have": 1})


def test_uc_3_2_3_ext_1_1_1a_too_few_materials_names_what_is_missing() -> None:
    table = Table().own(0, wood=1, stone=1).card("architect")
    assert said(why(table, Build("hotel"))) == (
        "Costs 2 wood, 2 stones; you lack 1 wood, 1 stone.",
        "Kostet 2 Holz, 2 Steine; dir fehlt: 1 Holz, 1 Stein.",
    )


def test_ar_1_a_building_that_stands_names_its_owner() -> None:
    table = Table().own(0, wood=1, stone=1).built(1, "A2", "bank").card("architect")
    assert said(why(table, Build("bank"))) == (
        "Bert has already built it.",
        "Bert hat es schon gebaut.",
    )


def test_uc_3_2_3_ext_1_1_2a_a_built_field_names_its_building() -> None:
    table = Table().own(0, wood=1, stone=1).built(0, "C1", "bank").card("architect")
    table.play(Build("inn"))
    assert why(table, PlaceBuilding("C1")) == ("field_built", {"building": "bank"})
    assert why(table, PlaceBuilding("A1")) == ("field_warehouse", {})


# Foreman


def directing(**buildings: str) -> Table:
    """Seat 0, on A1, has these buildings by field, and an inn on A2, and plays the foreman."""
    table = Table().built(0, "A2", "inn")
    for field, building in buildings.items():
        table.built(0, field, building)
    return table


def test_uc_3_2_4_1_ext_1a_without_its_input_a_building_names_it() -> None:
    table = directing(A3="rum_distillery", A4="shop").card("foreman")
    assert said(why(table, Use("rum_distillery")))[0] == "You have no sugar."
    assert said(why(table, Use("shop")))[0] == "You have no rum, cigars."
    assert why(table, Use("warehouse")) == ("nothing_to_store", {})


@pytest.mark.parametrize(
    ("building", "reason"),
    [
        ("trading_house", ("nothing_fits", {})),
        ("export_house", ("nothing_to_load", {})),
        ("customs_house", ("harbour_empty", {})),
        ("crane", ("permanent", {})),
        ("cement_works", ("none_owned", {"good": "stone"})),
    ],
)
def test_f_3_what_a_building_lacks(building: str, reason: Why) -> None:
    assert why(directing(A3=building).card("foreman"), Use(building)) == reason


def test_f_4_nothing_is_left_that_a_building_could_give() -> None:
    broke = directing(A3="bank", A4="market_hall", B1="customs_house").pier(2, 1, "citrus")
    broke.own(0, sugar=1).bank(0, rich=1).card("foreman")
    assert why(broke, Use("bank")) == ("bank_empty", {})
    assert why(broke, Use("customs_house")) == ("bank_empty", {})
    assert why(broke, Use("market_hall")) == ("bank", {"need": 3})
    dry = directing(A3="dam", A4="rum_distillery").own(0, sugar=1)
    dry.supply(1, water=0, rum=0).card("foreman")
    assert why(dry, Use("dam")) == ("supply_empty", {"good": "water"})
    assert why(dry, Use("rum_distillery")) == ("supply_empty", {"good": "rum"})
    full = directing(A3="export_house").full_harbour().own(0, rum=1).card("foreman")
    assert why(full, Use("export_house")) == ("no_free_space", {})
    voted = directing(A3="town_hall")
    voted.state.vote_tile = 0
    assert why(voted.card("foreman"), Use("town_hall")) == ("tile_taken", {})


def test_f_1_a_used_building_and_f_2_one_outside_the_cross_after_a_use() -> None:
    table = directing(A3="savings_bank", B2="hotel").card("foreman").use("inn")
    assert why(table, Use("inn")) == ("used", {})
    assert said(why(table, UseAlone("hotel")))[0] == (
        "It is not in your figure’s row or column, so you can use it only instead of all others."
    )


def test_f_3_one_unit_more_than_there_is() -> None:
    table = directing(A3="rum_distillery").own(0, sugar=3).card("foreman").use("rum_distillery")
    assert why(table, HandIn(4)) == ("most", {"count": 3})


def test_g13_a_kind_that_one_lacks() -> None:
    table = directing(A3="shop").own(0, rum=2).card("foreman").use("shop")
    assert why(table, SellHere("cigars", 6)) == ("none_owned", {"good": "cigars"})


# Harbour


def test_uc_3_2_5_1_ext_1a_a_full_ship_says_so() -> None:
    table = Table().pier(2, 2, *SHIPS[2]).pier(1, 1).own(0, citrus=1).card("mayor")
    assert why(table, Load(2, "citrus", 1)) == ("ship_full", {})


def test_uc_3_2_5_1_ext_2a_a_unit_that_does_not_fit_names_ship_and_kind() -> None:
    table = Table().pier(2, 4).free_pier(1).own(0, sugar=1, citrus=1).card("mayor")
    assert said(why(table, Load(2, "sugar", 1))) == (
        "The ship at pier 2 has no free space for sugar.",
        "Das Schiff an Pier 2 hat keinen freien Platz für Zuckerrohr.",
    )
    assert why(table, Load(2, "rum", 4)) == ("none_owned", {"good": "rum"})
    assert why(table, Load(2, "citrus", 2)) == ("first_space", {"space": 1})


def test_m_2_one_ship_only_and_a_space_that_is_taken() -> None:
    table = Table().pier(1, 1).pier(2, 4).own(0, citrus=3, rum=1).card("mayor")
    table.play(Load(2, "citrus", 1))
    assert why(table, Load(1, "citrus", 1)) == ("one_ship", {"pier": 2})
    assert why(table, Load(2, "citrus", 1)) == ("space_taken", {})


def test_g24_the_export_house_names_taken_spaces_and_other_ships() -> None:
    table = directing(A3="export_house").pier(1, 1).pier(2, 4, "citrus").own(0, rum=2, sugar=1)
    table.card("foreman").use("export_house")
    assert why(table, Export("cigars")) == ("none_owned", {"good": "cigars"})
    table.play(Export("rum"))
    assert why(table, PlaceExport(2, 1)) == ("space_taken", {})
    table.play(PlaceExport(2, 4)).play(Export("sugar"))
    assert why(table, PlaceExport(1, 1)) == ("one_ship", {"pier": 2})


# Parliament and laws


def test_pa_2_more_votes_than_pesos() -> None:
    table = Table().parliament("mayor", "worker")
    assert said(why(table, Bid(11), 0)) == (
        "Costs 11 pesos; you have 10.",
        "Kostet 11 Pesos; du hast 10.",
    )


def test_uc_3_3_ext_4a_a_forbidden_bill_says_so_and_so_does_a_passed_one() -> None:
    table = Table().bill("T5", "D5", "S6", "O1")
    table.state.veto = "tax"
    table.parliament("mayor", "worker").vote("duty")
    assert why(table, PassLaw("T5")) == ("vetoed", {})
    assert why(table, PassLaw("D5")) == ("passed", {})


def test_uc_3_4_1_rem_1_the_whole_tax_is_needed() -> None:
    table = Table().bill("T6").own(0, citrus=1).pesos(0, 4).parliament("mayor", "worker")
    table.vote("tax", "other")
    assert why(table, PayDues("tax"), 0) == ("pesos", {"need": 5, "have": 4})
    assert why(table, PayDues("both"), 0) == ("pesos", {"need": 5, "have": 4})


def test_uc_3_4_2_rem_1_the_whole_duty_is_needed() -> None:
    table = Table().bill("D4").own(0, wood=2).parliament("mayor", "worker").vote("duty", "other")
    assert said(why(table, PayDues("duty"), 0)) == ("You lack 1 stone.", "Dir fehlt: 1 Stein.")
    assert why(table, PayDues("both"), 0) == ("lacking", {"missing": {"stone": 1}})


def test_what_is_offered_has_no_reason() -> None:
    """Everything can be bought and sold: nothing is in the way but what the round has used up."""
    table = Table().pesos(0, 60).own(0, **dict.fromkeys(MERCHANDISE, 1)).card("tradeswoman")
    assert rules.unavailable(table.state, table.decision) == []
