"""The log of section 7 from the start player on: votes, bids, laws, dues and the end."""

from __future__ import annotations

from typing import Any

from tests.rules.cuba.german import facts, lines
from tests.rules.cuba.table import Table


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
            "Cleo is the start player after Anna, with 5 votes on the fourth character: first "
            "of those tied, clockwise.",
            "Cleo wird nach Anna Startspieler, mit 5 Stimmen auf dem vierten Charakter: bei "
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
    assert [(v["card"], v["tile"], v["votes"]) for v in table.logged("votes_counted")] == [
        (5, 2, 7),
        (4, 0, 4),
    ]
    assert lines(table, "votes_counted", "town_hall_counted") == [
        (
            "Anna has 5 votes in parliament through the mayor.",
            "Anna hat durch den Bürgermeister 5 Stimmen im Parlament.",
        ),
        (
            "Anna has 2 more votes through the town hall, 7 in all.",
            "Anna hat durch das Rathaus 2 Stimmen mehr, zusammen 7.",
        ),
        (
            "Bert has 4 votes in parliament through the foreman.",
            "Bert hat durch den Vorarbeiter 4 Stimmen im Parlament.",
        ),
    ]


def test_bids_revealed_names_first_and_second_bid() -> None:
    table = voted("mayor", "worker").bids(0, 4).bids(2, 1)
    assert [(b["bidding"], b["pesos"], b["votes"]) for b in table.logged("bid_opened")] == [
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
            "Bert wins parliament with 6 votes: the most votes after the second bid.",
            "Bert gewinnt das Parlament mit 6 Stimmen: die meisten Stimmen nach dem zweiten Kauf.",
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
            "A tie: Anna, Cleo. Counting from the start player Bert, Cleo comes first.",
            "Gleichstand: Anna, Cleo. Vom Startspieler (Bert) an gezählt kommt Cleo zuerst.",
        ),
        (
            "Cleo wins parliament with 6 votes: first of those tied, from the start player.",
            "Cleo gewinnt das Parlament mit 6 Stimmen: bei Gleichstand vom Startspieler an zuerst.",
        ),
    ]


def test_vote_won_under_the_corruption_act_says_so() -> None:
    table = Table().act("O6").parliament("mayor", "worker")
    assert table.logged("bids_barred") == [{"law": "O6"}] and not table.logged("tie_broken")
    assert facts(table, "elected")["decided"] == "votes"
    ((en, de),) = lines(table, "bids_barred")
    assert "forbids buying votes" in en and "Korruptionsgesetz" in de


def test_laws_enacted_names_the_replaced_acts_and_the_discarded_bills() -> None:
    table = Table().bill("T5", "S6", "D1", "O1").parliament("mayor", "worker")
    table.vote("tax", "subsidy")
    assert table.logged("enacted") == [
        {"seat": 0, "law": "T5", "replaced": "T0"},
        {"seat": 0, "law": "S6"},
    ]
    assert table.logged("bills_discarded") == [{"laws": ["D1", "O1"]}]
    assert lines(table, "enacted", "bills_discarded") == [
        (
            "Anna passes an act: tax of 4 pesos, replacing tax of 2 pesos.",
            "Anna beschließt ein Gesetz (Steuer: 4 Pesos) statt eines anderen (Steuer: 2 Pesos).",
        ),
        (
            "Anna passes an act: subsidy for money.",
            "Anna beschließt ein Gesetz (Subvention für Geld).",
        ),
        (
            "Not passed: duty of 1 tobacco, scarcity.",
            "Nicht beschlossen: Abgabe: 1 Tabak, Verknappung.",
        ),
    ]


def test_dues_names_who_pays_nothing() -> None:
    table = Table().parliament("mayor", "worker").vote("duty", "other").dues("tax", "none")
    assert table.logged("dues_declined") == [{"seat": 1}]
    assert lines(table, "dues_declined") == [
        ("Bert pays neither tax nor duty.", "Bert zahlt weder Steuer noch Abgabe.")
    ]


def test_subsidy_names_the_counted_quantity_of_every_seat() -> None:
    table = Table().bill("S6").pesos(1, 2).parliament("mayor", "worker")
    table.vote("subsidy", "other").dues()
    assert table.logged("subsidised") == [{"seat": 0, "law": "S6", "points": 3, "counted": 10}]
    assert table.logged("not_subsidised") == [{"seat": 1, "law": "S6", "points": 0, "counted": 2}]
    assert lines(table, "subsidised", "not_subsidised") == [
        (
            "Anna gets 3 points: subsidy for money, counting 10.",
            "Anna erhält 3 Siegpunkte: Subvention für Geld, gezählt 10.",
        ),
        (
            "Bert gets no points: subsidy for money, counting 2.",
            "Bert erhält keine Siegpunkte: Subvention für Geld, gezählt 2.",
        ),
    ]


def test_subsidy_does_not_tell_hidden_pesos() -> None:
    table = Table(hidden_money=True).bill("S6").pesos(1, 2).parliament("mayor", "worker")
    table.vote("subsidy", "other").dues("none", "none")
    assert "counted" not in facts(table, "subsidised")
    names = ("subsidised", "not_subsidised")
    assert "counting 10" in lines(table, *names, viewer=0)[0][0]
    assert [line for line, _ in lines(table, *names, viewer=None)] == [
        "Anna gets 3 points as a subsidy (subsidy for money).",
        "Bert gets no points as a subsidy (subsidy for money).",
    ]


def test_other_act_is_named_with_its_changes_or_that_there_are_none() -> None:
    table = Table().bill("O1").market(tobacco=0, citrus=1, sugar=3)
    table.parliament("mayor", "worker").vote("other", "duty").dues()
    assert table.logged("market_thinned") == [{"law": "O1", "goods": {"citrus": 1, "sugar": 2}}]
    assert lines(table, "market_thinned") == [
        (
            "The market loses 1 citrus fruit, 2 sugar (scarcity).",
            "Der Markt verliert 1 Zitrusfrucht, 2 Zuckerrohr (Verknappung).",
        )
    ]
    idle = Table().bill("O2").market(tobacco=5, citrus=5, sugar=5)
    idle.parliament("mayor", "worker").vote("other", "duty").dues()
    assert idle.logged("market_unchanged") == [{"law": "O2"}]
    assert lines(idle, "market_unchanged")[0][0] == "Nothing changes on the market (surplus)."


def test_round_end_names_the_markers_that_are_cleared() -> None:
    table = Table().markers(material=1, cheapest=1, architect=2)
    table.log.clear()
    table.parliament("worker", "mayor").vote("duty", "other").dues()
    (cleared,) = table.logged("markers_cleared")
    assert cleared["markers"]["architect"] == 2 and "mayor" not in cleared["markers"]
    assert lines(table, "markers_cleared")[0] == (
        "Markers removed: 1 building material, 1 cheapest product, 2 architect.",
        "Markierungssteine entfernt: 1 Baustoff, 1 billigster Rohstoff, 2 Architekt.",
    )


def test_final_names_points_and_pesos_in_their_order_and_joint_winners() -> None:
    table = Table(3).round(6).pesos(0, 3).pesos(1, 9).pesos(2, 9).end_round()
    assert [(e["seat"], e["rank"], e["pesos"]) for e in table.logged("ended")] == [
        (1, 1, 9),
        (2, 1, 9),
        (0, 3, 3),
    ]
    assert table.logged("tied_for_good") == [{"seats": [1, 2]}]
    assert lines(table, "tied_for_good") == [
        (
            "Tied on points and pesos: Bert, Cleo.",
            "Gleich viele Siegpunkte und Pesos: Bert, Cleo.",
        )
    ]
    points = table.points[1]
    assert lines(table, "ended")[0] == (
        f"Bert ends with {points} points; pesos: 9.",
        f"Bert beendet die Partie mit {points} Siegpunkten; Pesos: 9.",
    )
    alone = Table().round(6).pesos(0, 3).end_round()
    assert not alone.logged("tied_for_good")
