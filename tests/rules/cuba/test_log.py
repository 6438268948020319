"""Section 7 of the sheet, line by line: what the log holds and says, in English and German."""

from __future__ import annotations

import pytest

from games.rules.cuba import rules
from games.rules.cuba.moves import (
    Build,
    Buy,
    BuyFromSupply,
    Load,
    PlaceBuilding,
    Sell,
    SellToSupply,
    TakeCheapest,
    TakeMaterial,
    TakePoints,
)
from tests.rules.cuba.german import ENGLISH, GERMAN, facts, lines
from tests.rules.cuba.table import Table
from tests.rules.playing import playout


def built(table: Table, building: str) -> Table:
    """Seat 0 builds it on A3."""
    return table.card("architect").play(Build(building)).play(PlaceBuilding("A3"))


def test_started_names_the_start_player_and_the_first_ships() -> None:
    table = Table(until="bills")
    assert facts(table, "host_starts") == {"seat": 0}
    assert [ship["pier"] for ship in table.logged("ship_arrived")] == [1, 2]
    assert lines(table, "host_starts") == [
        ("Anna begins as the start player.", "Anna beginnt als Startspieler.")
    ]


def test_worker_names_where_from_and_what_is_activated() -> None:
    table = Table().worker("B3")
    assert facts(table, "figure_placed") == {
        "seat": 0,
        "origin": "A1",
        "field": "B3",
        "row": "B",
        "column": "3",
        "active": ["A3", "B1", "B2", "B3", "B4", "C3"],
        "goods": {"wood": 1, "stone": 1, "water": 1},
    }
    assert lines(table, "figure_placed") == [
        (
            "Anna’s figure is on B3 (before: A1); row B and column 3 bring 1 wood, 1 stone, 1 "
            "water.",
            "Die Figur von Anna steht auf B3 (vorher: A1); Reihe B und Spalte 3 bringen 1 Holz, "
            "1 Stein, 1 Wasser.",
        )
    ]


def test_worker_names_fields_without_yield_because_the_supply_was_empty() -> None:
    table = Table().supply(1, wood=1, citrus=0).worker("C2")
    assert table.logged("barren") == [
        {"seat": 0, "field": "C2", "good": "citrus"},
    ]
    scarce = Table().supply(1, wood=1, stone=0, water=0).built(0, "A3", "inn").worker("B2")
    assert scarce.logged("barren") == [
        {"seat": 0, "field": "B2", "good": "stone"},
        {"seat": 0, "field": "B3", "good": "water"},
    ]
    assert lines(scarce, "figure_placed_idle", "barren")[0][0].endswith("no building material.")
    assert lines(scarce, "barren")[0] == (
        "Anna gets no stone on B2: the supply has none left.",
        "Anna erhält auf B2 nichts (Stein): Der Vorrat ist leer.",
    )


def test_trade_names_the_new_stock_on_the_track() -> None:
    table = Table().market(rum=0, sugar=5).own(0, citrus=1, sugar=1).pesos(0, 30)
    table.card("tradeswoman").play(Buy("tobacco", 4)).play(BuyFromSupply("rum", 7))
    table.play(Sell("citrus", 3)).play(SellToSupply("sugar", 1))
    stocks = [
        facts(table, name)["units"]
        for name in ("bought", "bought_from_supply", "sold", "sold_to_supply")
    ]
    assert stocks == [2, 0, 4, 5]
    assert lines(table, "bought", "sold_to_supply") == [
        (
            "Anna buys 1 tobacco for 4 pesos (now 2 on the market).",
            "Anna kauft 1 Tabak für 4 Pesos (jetzt 2 auf dem Markt).",
        ),
        (
            "Anna sells 1 sugar to the supply for 1 peso (now 5 on the market).",
            "Anna verkauft 1 Zuckerrohr für 1 Peso an den Vorrat (jetzt 5 auf dem Markt).",
        ),
    ]


def test_trade_free_names_the_marker_and_that_nothing_was_taken() -> None:
    table = Table(3).card("tradeswoman").play(TakeMaterial("wood"))
    table.card("tradeswoman").play(TakeCheapest("sugar")).card("tradeswoman").end()
    assert [free["marker"] for free in table.logged("took_free")] == ["material", "cheapest"]
    assert facts(table, "took_free")["units"] == 2
    assert lines(table, "took_free", "took_nothing") == [
        (
            "Anna gets 1 wood for free and sets the marker for building material.",
            "Anna erhält kostenlos 1 Holz und setzt den Markierungsstein: Baustoff.",
        ),
        (
            "Bert gets 1 sugar for free and sets the marker for cheapest product.",
            "Bert erhält kostenlos 1 Zuckerrohr und setzt den Markierungsstein: billigster "
            "Rohstoff.",
        ),
        ("Cleo neither trades nor takes anything.", "Cleo handelt nicht und nimmt nichts."),
    ]
    traded = Table().own(0, sugar=1).card("tradeswoman").play(Sell("sugar", 3)).end()
    assert not traded.logged("took_nothing")


def test_built_names_the_stones_and_the_pesos_paid() -> None:
    table = built(Table().act("O4").own(0, wood=2, stone=2), "church")
    assert facts(table, "built") == {
        "seat": 0,
        "building": "church",
        "field": "A3",
        "stones": {"wood": 1, "stone": 1},
        "pesos": 2,
    }
    assert lines(table, "built") == [
        (
            "Anna builds on A3 for 1 wood, 1 stone: Church.",
            "Anna baut auf A3 für 1 Holz, 1 Stein: Kirche.",
        )
    ]
    free = built(Table().own(0, wood=2, stone=2), "inn")
    assert facts(free, "built")["pesos"] == 0


def test_points_instead_name_the_character_and_the_marker_or_none() -> None:
    table = Table(3).card("mayor")
    if table.asked[0] == 0:
        table.play(TakePoints(4))
    table.markers(mayor=2).card("mayor")
    assert [(p["character"], p["marker"]) for p in table.logged("took_points")] == [
        ("mayor", 1),
        ("mayor", 0),
    ]
    assert lines(table, "took_points") == [
        (
            "Anna takes 4 points with the mayor (first marker).",
            "Anna nimmt durch den Bürgermeister 4 Siegpunkte (erster Markierungsstein).",
        ),
        (
            "Bert takes 0 points with the mayor (no marker left).",
            "Bert nimmt durch den Bürgermeister 0 Siegpunkte (kein Markierungsstein mehr).",
        ),
    ]


@pytest.mark.parametrize(
    ("building", "mode", "english", "german"),
    [
        ("A2", "all", "buildings in the figure’s row and column", "Gebäude in Reihe und Spalte"),
        ("B2", "single", "a single building", "ein einzelnes Gebäude"),
        ("", "none", "no building", "kein Gebäude"),
    ],
)
def test_foreman_names_the_mode(building: str, mode: str, english: str, german: str) -> None:
    table = Table()
    if building:
        table.built(0, building, "inn")
    table.card("foreman")
    if building:
        table.use("inn")
    assert table.logged("directed") == [{"seat": 0, "mode": mode}]
    ((en, de),) = lines(table, "directed")
    assert en == f"Anna uses {english}."
    assert german in de


def test_foreman_names_the_mode_once_and_before_the_uses() -> None:
    table = Table().built(0, "A2", "inn").built(0, "A3", "hotel").card("foreman")
    table.use("inn").use("hotel")
    assert [e.name for e in table.log if e.name in ("directed", "building_points")] == [
        "directed",
        "building_points",
        "building_points",
    ]


def test_loaded_names_the_ship_the_points_of_a_unit_and_the_crane() -> None:
    table = Table().built(0, "A2", "crane").pier(2, 1).free_pier(1).own(0, citrus=2)
    table.card("mayor").play(Load(2, "citrus", 1)).play(Load(2, "citrus", 2))
    assert facts(table, "loaded") == {
        "seat": 0,
        "ship": 1,
        "pier": 2,
        "goods": {"citrus": 2},
        "each": 2,
        "points": 4,
        "crane": 1,
    }
    assert lines(table, "loaded") == [
        (
            "Anna loads 2 citrus fruits on ship 1 at pier 2, 2 each: 4 points.",
            "Anna verlädt 2 Zitrusfrüchte auf Schiff 1 an Pier 2, je 2: 4 Siegpunkte.",
        )
    ]


def test_ships_are_named_where_they_leave_move_and_arrive() -> None:
    table = Table().pier(1, 7).pier(2, 12, "citrus").pier(3, 4).at_sea(5, 8)
    table.log.clear()
    table.end_round()
    assert table.logged("ship_left") == [{"pier": 3, "ship": 4, "reason": "last_pier", "cargo": {}}]
    assert table.logged("ship_moved") == [
        {"ship": 7, "origin": 1, "pier": 2},
        {"ship": 12, "origin": 2, "pier": 3},
    ]
    assert table.logged("ship_arrived") == [{"ship": 5, "pier": 1}]
    assert lines(table, "ship_left", "ship_moved", "ship_arrived")[::2] == [
        (
            "Ship 4 leaves pier 3 empty: it was the last pier.",
            "Schiff 4 verlässt Pier 3 leer: es war der letzte Pier.",
        ),
        (
            "Ship 12 moves up from pier 2 to pier 3.",
            "Schiff 12 rückt von Pier 2 an Pier 3 vor.",
        ),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_every_event_is_told_by_its_fuller_text_to_who_may_read_all_of_it(seed: int) -> None:
    """The plain texts are for older entries and for what is secret; nothing falls back to them."""
    for turn in playout(rules, seed):
        for event in turn.step.events:
            key, known = f"event.{event.name}.known", event.seen_by(None, log_open=True)
            if key in rules.texts and (event.name != "enacted" or "replaced" in known):
                assert ENGLISH.event(known) == ENGLISH.say(key, known)
                assert GERMAN.event(known) == GERMAN.say(key, known)
