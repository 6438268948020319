"""Section 7: the events of the log, their facts and their order."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.rules.core.effects import Event
from games.rules.core.play import advance, start
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.moves import Claim, Collect, Decline, Place, Silence, Skip
from tests.rules.santiago_de_cuba.contract import OPTIONS
from tests.rules.santiago_de_cuba.table import Table

FACTS = {
    "game_started": {"seats", "options"},
    "setup_done": {"road", "buildings", "seat", "goods", "pesos", "points"},
    "demand_rolled": {"seat", "ship", "faces", "reroll"},
    "demand_set": {"seat", "ship", "demand", "left_out", "value"},
    "turn_started": {"seat", "turn"},
    "car_moved": {"seat", "origin", "station", "stop", "steps", "pesos", "passed"},
    "cuban_reactivated": {"cuban"},
    "value_changed": {"old", "new", "cause"},
    "cuban_used": {"seat", "cuban"},
    "cuban_inactive": {"seat", "cuban"},
    "pablo_taken": {"seat", "good"},
    "alonso_declined": {"seat"},
    "zorro_gift": {"giver", "thief"},
    "building_claimed": {"seat", "building", "markers_left"},
    "pawn_moved": {"seat", "origin", "building", "flower"},
    "pawn_stayed": {"seat", "building", "reason"},
    "building_used": {"seat", "building", "via"},
    "building_skipped": {"seat", "building"},
    "delivery_started": {"seat", "order"},
    "delivered": {"seat", "good", "amount", "die", "value", "points", "demand"},
    "delivery_passed": {"seat"},
    "delivery_ended": {"result", "remaining"},
    "ship_departed": {"ship", "cause", "trigger", "remaining", "seat"},
    "ship_arrived": {"ship"},
    "owner_bonus": {"owner", "visitor", "building", "points"},
    "turn_ended": {"seat"},
    "game_ended": {"turn", "seat", "cause"},
    "final_scoring": {
        "seat",
        "before",
        "goods",
        "points_for_goods",
        "goods_left",
        "pesos",
        "points",
        "rank",
    },
}


def all_events(seeds: int = 24) -> list[Event]:
    """The events of some random games over all options."""
    events: list[Event] = []
    for number in range(seeds):
        chooser, players = random.Random(number), 2 + number % 3
        fitting = [options for options in OPTIONS if not rules.misfit(options, players)]
        step = start(rules, players, fitting[number % len(fitting)], f"log {number}")
        events += step.events
        while step.decisions:
            decision = chooser.choice(step.decisions)
            move = chooser.choice(decision.moves)
            step = advance(rules, step.position, decision.seat, move, step.decisions)
            events += step.events
    return events


def test_section_7_every_type_occurs_with_its_facts() -> None:
    seen: Counter[str] = Counter()
    for event in all_events():
        kind = event.name.partition(".")[0]
        assert FACTS[kind] <= set(event.public), event
        seen[kind] += 1
    assert set(seen) == set(FACTS)


def test_section_7_only_these_events_have_private_facts() -> None:
    private = {event.name: set(facts) for event in all_events() for facts in event.private.values()}
    assert private == {
        "zorro_gift": {"gift"},
        "building_used.casino": {"direction", "count"},
        "building_skipped": {"reason"},
        "delivery_passed": {"reason"},
    }


def test_section_7_typical_order() -> None:
    """Past the harbour at value 4, stop, pawn, building, owner, new demand."""
    table = Table().car("pablo").ship(1, value=4).own(1, "newspaper").drive(0, "maria")
    names = table.names
    for move in (Place("newspaper"), Collect("newspaper")):
        names += table.play(move, 0).names
    assert names + table.leave_out(0).names == [
        "car_moved",
        "value_changed",
        "ship_departed",
        "ship_arrived",
        "value_changed",
        "cuban_used.maria",
        "pawn_moved",
        "building_used.newspaper",
        "owner_bonus",
        "demand_rolled",
        "demand_set",
        "turn_ended",
        "turn_started",
    ]


def test_section_7_car_moved() -> None:
    table = Table().car("conchita").hold(0, pesos=9).drive(0, "maria")
    assert table.facts("car_moved")[0] == {
        "seat": 0,
        "origin": 8,
        "station": 2,
        "stop": "maria",
        "steps": 4,
        "pesos": 3,
        "passed": [9, 0, 1],
    }


def test_section_7_value_changed_says_the_flag() -> None:
    table = Table().car("pablo").ship(1, value=4).drive(0, "martinez")
    assert [(e["old"], e["new"], e["cause"]) for e in table.facts("value_changed")] == [
        (4, "flag", "harbour_pass"),
        ("flag", 2, "new_ship"),
    ]


def test_section_7_no_change_no_event() -> None:
    """A ship that is full at value 2 leaves the marker where it is."""
    table = Table().car("pablo").hold(0, pesos=1, sugar=1)
    table.demand(sugar=1, citrus=0, tobacco=0, rum=0).drive(0, "harbour")
    table.play(table.moves(0)[0], 0)
    assert "ship_arrived" in table.names and "value_changed" not in table.names


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        (Claim("cafe"), "Ann claims the café and has 2 markers left."),
        (Decline(), "Ann does not use Alonso."),
    ],
)
def test_sentences_of_alonso(play: Claim | Decline, sentence: str) -> None:
    assert Table().car("maria").drive(0, "alonso").play(play, 0).told()[0] == sentence


def test_sentences_of_a_turn() -> None:
    table = Table().car("miguel").hold(0, pesos=1).own(1, "newspaper").drive(0, "conchita")
    assert table.told() == ["Ann drives to Conchita.", "Ann gets 2 citrus from Conchita."]
    assert table.play(Place("newspaper"), 0).told() == ["Ann goes to the newspaper."]
    assert table.play(Silence("jose", 4), 0).told() == [
        "Ann gets 1 peso from the newspaper and turns José face down.",
        "Bo gets 1 point: Ann is at the newspaper.",
        "Ann ends the turn.",
        "Turn 2: Bo.",
    ]


def test_sentences_of_a_skip() -> None:
    table = Table().car("maria").drive(0, "pedro").play(Place("church"), 0).play(Skip(), 0)
    assert table.told()[0] == "Ann does not use the church (by choice)."
