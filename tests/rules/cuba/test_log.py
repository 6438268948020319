"""Section 7 of the sheet, line by line: what the log holds and says, in English and German."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.core.interface import Viewer
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
from tests.rules.cuba.german import ENGLISH, GERMAN, told
from tests.rules.cuba.table import Table
from tests.rules.playing import playout


def facts(table: Table, name: str) -> dict[str, Any]:
    """The public facts of the latest event of this name."""
    return dict(table.facts(name)[-1])


def lines(table: Table, *names: str, viewer: Viewer = None) -> list[tuple[str, str]]:
    """The events of these names, in both languages."""
    return [told(event, viewer) for event in table.log if event.name in names]


def built(table: Table, building: str) -> Table:
    """Seat 0 builds it on A3."""
    return table.card("architect").play(Build(building)).play(PlaceBuilding("A3"))


def test_started_names_the_start_player_and_the_first_ships() -> None:
    table = Table(until="bills")
    assert facts(table, "host_starts") == {"seat": 0}
    assert [ship["pier"] for ship in table.facts("ship_arrived")] == [1, 2]
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
            "Anna has the figure on B3 (before: A1), which activates row B and column 3, and gets "
            "1 wood, 1 stone, 1 water.",
            "Anna hat die Figur auf B3 (vorher: A1), aktiviert Reihe B und Spalte 3 und erhält "
            "1 Holz, 1 Stein, 1 Wasser.",
        )
    ]


def test_worker_names_fields_without_yield_because_the_supply_was_empty() -> None:
    table = Table().supply(1, wood=1, citrus=0).worker("C2")
    assert table.facts("barren") == [
        {"seat": 0, "field": "C2", "good": "citrus"},
    ]
    scarce = Table().supply(1, wood=1, stone=0, water=0).built(0, "A3", "inn").worker("B2")
    assert scarce.facts("barren") == [
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
    assert [free["marker"] for free in table.facts("took_free")] == ["material", "cheapest"]
    assert facts(table, "took_free")["units"] == 2
    assert lines(table, "took_free", "took_nothing") == [
        (
            "Anna gets 1 wood for nothing and sets the marker for building material.",
            "Anna erhält 1 Holz umsonst und setzt den Markierungsstein: Baustoff.",
        ),
        (
            "Bert gets 1 sugar for nothing and sets the marker for cheapest product.",
            "Bert erhält 1 Zuckerrohr umsonst und setzt den Markierungsstein: billigster Rohstoff.",
        ),
        ("Cleo neither trades nor takes anything.", "Cleo handelt nicht und nimmt nichts."),
    ]
    traded = Table().own(0, sugar=1).card("tradeswoman").play(Sell("sugar", 3)).end()
    assert not traded.facts("took_nothing")


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
    assert [(p["character"], p["marker"]) for p in table.facts("took_points")] == [
        ("mayor", 1),
        ("mayor", 0),
    ]
    assert lines(table, "took_points") == [
        (
            "Anna takes 4 points with the mayor (first marker).",
            "Anna nimmt 4 Siegpunkte (Bürgermeister, erster Markierungsstein).",
        ),
        (
            "Bert takes 0 points with the mayor (no marker left).",
            "Bert nimmt 0 Siegpunkte (Bürgermeister, kein Markierungsstein mehr).",
        ),
    ]


@pytest.mark.parametrize(
    ("building", "mode", "english", "german"),
    [
        ("A2", "all", "buildings in the figure's row and column", "Gebäude in Reihe und Spalte"),
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
    assert table.facts("directed") == [{"seat": 0, "mode": mode}]
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
    assert table.facts("ship_left") == [{"pier": 3, "ship": 4, "reason": "last_pier", "cargo": {}}]
    assert table.facts("ship_moved") == [
        {"ship": 7, "origin": 1, "pier": 2},
        {"ship": 12, "origin": 2, "pier": 3},
    ]
    assert table.facts("ship_arrived") == [{"ship": 5, "pier": 1}]
    assert lines(table, "ship_left", "ship_moved", "ship_arrived")[::2] == [
        (
            "Ship 4 leaves pier 3 empty: it was the last pier.",
            "Schiff 4 verlässt Pier 3 leer: Es war der letzte Pier.",
        ),
        (
            "Ship 12 moves up from pier 2 to pier 3.",
            "Schiff 12 rückt von Pier 2 nach Pier 3 vor.",
        ),
    ]


def fourth_cards(*cards: str) -> Table:
    """The fourth characters have been played; a fifth is left to everybody."""
    table = Table(len(cards))
    for seat, card in enumerate(cards):
        fifth = "tradeswoman" if card != "tradeswoman" else "worker"
        table.hand(seat, card, fifth)
    for card in cards:
        table.card(card)
        while table.state.agenda:
            table.default()
    return table


def test_start_player_names_the_old_one_the_votes_and_the_tie_rule() -> None:
    table = fourth_cards("architect", "foreman", "worker")
    assert facts(table, "start_player") == {
        "seat": 1,
        "before": 0,
        "votes": 4,
        "fourth": [3, 4, 1],
        "decided": "start_votes",
    }
    tied = fourth_cards("mayor", "worker", "mayor")
    assert facts(tied, "start_player")["decided"] == "start_tie"
    assert lines(tied, "start_player") == [
        (
            "Cleo is the start player after Anna, with 5 votes on the fourth character: of those "
            "tied the first clockwise.",
            "Cleo wird nach Anna Startspieler, mit 5 Stimmen auf der vierten Personenkarte: bei "
            "Gleichstand im Uhrzeigersinn zuerst.",
        )
    ]


def voted(*fifths: str, town_hall: bool = False, **options: Any) -> Table:
    """Parliament with these fifth characters; seat 0 may have used the town hall."""
    table = Table(len(fifths), **options)
    if town_hall:
        table.state.vote_tile = 0
    return table.parliament(*fifths)


def test_votes_base_tells_the_card_from_the_town_hall() -> None:
    table = voted("mayor", "foreman", town_hall=True)
    assert [(v["card"], v["tile"], v["votes"]) for v in table.facts("votes_counted")] == [
        (5, 2, 7),
        (4, 0, 4),
    ]
    assert lines(table, "votes_counted", "town_hall_counted") == [
        (
            "Anna has 5 votes in parliament, with the mayor.",
            "Anna hat 5 Stimmen im Parlament (Bürgermeister).",
        ),
        (
            "Anna has 2 more votes by the town hall, 7 in all.",
            "Anna hat 2 Stimmen mehr durch das Rathaus, zusammen 7.",
        ),
        (
            "Bert has 4 votes in parliament, with the foreman.",
            "Bert hat 4 Stimmen im Parlament (Vorarbeiter).",
        ),
    ]


def test_bids_revealed_names_first_and_second_bid() -> None:
    table = voted("mayor", "worker").bids(0, 4).bids(2, 1)
    assert [(b["bidding"], b["pesos"], b["votes"]) for b in table.facts("bid_opened")] == [
        (1, 0, 5),
        (1, 4, 5),
        (2, 2, 7),
        (2, 1, 6),
    ]
    assert lines(table, "bid_opened")[-1] == (
        "Bert buys 1 (second bid) and has 6 votes.",
        "Bert kauft 1 (zweiter Kauf) und hat 6 Stimmen.",
    )


def test_vote_won_says_by_what() -> None:
    by_votes = voted("mayor", "worker").bids(0, 0)
    assert facts(by_votes, "elected") == {
        "seat": 0,
        "votes": 5,
        "totals": [5, 1],
        "decided": "votes",
    }
    second = voted("mayor", "worker").bids(0, 4).bids(0, 1)
    assert facts(second, "elected")["decided"] == "second_bid"
    assert lines(second, "elected") == [
        (
            "Bert wins parliament with 6 votes: most of all after the second bid.",
            "Bert gewinnt das Parlament mit 6 Stimmen: die meisten nach dem zweiten Kauf.",
        )
    ]


def test_vote_won_says_why_a_tied_vote_was_won() -> None:
    table = Table(3).parliament("mayor", "worker", "mayor", start=1).bids(0, 0, 0).bids(1, 1)
    assert facts(table, "tie_broken") == {"seat": 2, "tied": [0, 2], "start": 1}
    assert facts(table, "elected") == {
        "seat": 2,
        "votes": 6,
        "totals": [6, 1, 6],
        "decided": "start_order",
    }
    assert lines(table, "tie_broken", "elected") == [
        (
            "Equally many votes: Anna, Cleo. Counted from the start player Bert on, Cleo comes "
            "first.",
            "Gleich viele Stimmen: Anna, Cleo. Vom Startspieler (Bert) an gezählt kommt Cleo "
            "zuerst.",
        ),
        (
            "Cleo wins parliament with 6 votes: of those tied the first from the start player on.",
            "Cleo gewinnt das Parlament mit 6 Stimmen: bei Gleichstand vom Startspieler an zuerst.",
        ),
    ]


def test_vote_won_under_the_corruption_act_says_so() -> None:
    table = Table().act("O6").parliament("mayor", "worker")
    assert table.facts("bids_barred") == [{"law": "O6"}] and not table.facts("tie_broken")
    assert facts(table, "elected")["decided"] == "votes"
    ((en, de),) = lines(table, "bids_barred")
    assert "no votes can be bought" in en and "Korruptionsgesetz" in de


def test_laws_enacted_names_the_replaced_acts_and_the_discarded_bills() -> None:
    table = Table().bill("T5", "S6", "D1", "O1").parliament("mayor", "worker")
    table.vote("tax", "subsidy")
    assert table.facts("enacted") == [
        {"seat": 0, "law": "T5", "replaced": "T0"},
        {"seat": 0, "law": "S6"},
    ]
    assert table.facts("bills_discarded") == [{"laws": ["D1", "O1"]}]
    assert lines(table, "enacted", "bills_discarded") == [
        (
            "Anna passes an act: tax of 4 pesos in place of tax of 2 pesos.",
            "Anna beschließt „Steuer: 4 Pesos“ statt „Steuer: 2 Pesos“.",
        ),
        (
            "Anna passes an act: subsidy for money.",
            "Anna beschließt ein Gesetz: Subvention für Geld.",
        ),
        (
            "Not passed: duty of 1 tobacco, scarcity.",
            "Nicht beschlossen: Abgabe: 1 Tabak, Marktgesetz: Verknappung.",
        ),
    ]


def test_dues_names_who_pays_nothing() -> None:
    table = Table().parliament("mayor", "worker").vote("duty", "other").dues("tax", "none")
    assert table.facts("dues_declined") == [{"seat": 1}]
    assert lines(table, "dues_declined") == [
        ("Bert pays neither tax nor duty.", "Bert zahlt weder Steuer noch Abgabe.")
    ]


def test_subsidy_names_the_counted_quantity_of_every_seat() -> None:
    table = Table().bill("S6").pesos(1, 2).parliament("mayor", "worker")
    table.vote("subsidy", "other").dues()
    assert table.facts("subsidised") == [{"seat": 0, "law": "S6", "points": 3, "counted": 10}]
    assert table.facts("not_subsidised") == [{"seat": 1, "law": "S6", "points": 0, "counted": 2}]
    assert lines(table, "subsidised", "not_subsidised") == [
        (
            "Anna gets 3 points: subsidy for money, 10 counted.",
            "Anna erhält 3 Siegpunkte: Subvention für Geld, gezählt 10.",
        ),
        (
            "Bert gets no points: subsidy for money, 2 counted.",
            "Bert erhält keine Siegpunkte: Subvention für Geld, gezählt 2.",
        ),
    ]


def test_subsidy_does_not_tell_hidden_pesos() -> None:
    table = Table(hidden_money=True).bill("S6").pesos(1, 2).parliament("mayor", "worker")
    table.vote("subsidy", "other").dues("none", "none")
    assert "counted" not in facts(table, "subsidised")
    names = ("subsidised", "not_subsidised")
    assert "10 counted" in lines(table, *names, viewer=0)[0][0]
    assert [line for line, _ in lines(table, *names, viewer=None)] == [
        "Anna gets 3 points as a subsidy (subsidy for money).",
        "Bert gets no points as a subsidy (subsidy for money).",
    ]


def test_other_act_is_named_with_its_changes_or_that_there_are_none() -> None:
    table = Table().bill("O1").market(tobacco=0, citrus=1, sugar=3)
    table.parliament("mayor", "worker").vote("other", "duty").dues()
    assert table.facts("market_thinned") == [{"law": "O1", "goods": {"citrus": 1, "sugar": 2}}]
    assert lines(table, "market_thinned") == [
        (
            "The market loses 1 citrus fruit, 2 sugar (scarcity).",
            "Der Markt verliert 1 Zitrusfrucht, 2 Zuckerrohr (Marktgesetz: Verknappung).",
        )
    ]
    idle = Table().bill("O2").market(tobacco=5, citrus=5, sugar=5)
    idle.parliament("mayor", "worker").vote("other", "duty").dues()
    assert idle.facts("market_unchanged") == [{"law": "O2"}]
    assert lines(idle, "market_unchanged")[0][0] == "Nothing changes on the market (surplus)."


def test_round_end_names_the_markers_that_are_cleared() -> None:
    table = Table().markers(material=1, cheapest=1, architect=2)
    table.log.clear()
    table.parliament("worker", "mayor").vote("duty", "other").dues()
    (cleared,) = table.facts("markers_cleared")
    assert cleared["markers"]["architect"] == 2 and "mayor" not in cleared["markers"]
    assert lines(table, "markers_cleared")[0] == (
        "Markers taken off: 1 building material, 1 cheapest product, 2 architect.",
        "Markierungssteine entfernt: 1 Baustoff, 1 billigster Rohstoff, 2 Architekt.",
    )


def test_final_names_points_and_pesos_in_their_order_and_joint_winners() -> None:
    table = Table(3).round(6).pesos(0, 3).pesos(1, 9).pesos(2, 9).end_round()
    assert [(e["seat"], e["rank"], e["pesos"]) for e in table.facts("ended")] == [
        (1, 1, 9),
        (2, 1, 9),
        (0, 3, 3),
    ]
    assert table.facts("tied_for_good") == [{"seats": [1, 2]}]
    assert lines(table, "tied_for_good") == [
        (
            "Equal in points and pesos: Bert, Cleo.",
            "Gleich an Siegpunkten und Pesos: Bert, Cleo.",
        )
    ]
    points = table.points[1]
    assert lines(table, "ended")[0] == (
        f"Bert ends with {points} points; pesos: 9.",
        f"Bert beendet das Spiel mit {points} Siegpunkten; Pesos: 9.",
    )
    alone = Table().round(6).pesos(0, 3).end_round()
    assert not alone.facts("tied_for_good")


@pytest.mark.parametrize("seed", range(3))
def test_every_event_is_told_by_its_fuller_text_to_who_may_read_all_of_it(seed: int) -> None:
    """The plain texts are for older entries and for what is secret; nothing falls back to them."""
    for turn in playout(rules, seed):
        for event in turn.step.events:
            key, known = f"event.{event.name}.known", event.seen_by(None, log_open=True)
            if key in rules.texts and (event.name != "enacted" or "replaced" in known):
                assert ENGLISH.event(known) == ENGLISH.say(key, known)
                assert GERMAN.event(known) == GERMAN.say(key, known)
