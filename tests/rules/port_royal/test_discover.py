"""Turning up, repelling, stopping and bad luck (3.3, 3.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.codec import decode_position, encode_position
from games.rules.port_royal import rules
from games.rules.port_royal.components import CARDS
from games.rules.port_royal.moves import Accept, Repel, Reveal, Stop
from tests.examples import examples
from tests.rules.port_royal.table import MANY_SWORDS, Table


def test_3_3_the_first_card_is_compulsory_and_not_turned_up_by_itself() -> None:
    table = Table()
    assert table.asked == (0, "discover_first")
    assert table.moves() == [Reveal()] and not table.decision.auto


def test_edge_08_nobody_stops_before_a_card_is_turned_up() -> None:
    Table().refuses(Stop())


def test_3_3_stopping_is_possible_after_every_kind_of_card() -> None:
    for face in ("settler", "yellow_1_1", "exp_cc", "tax_swords"):
        assert Table().next(face).reveal().offers(Stop)


def test_3_4_a_person_comes_into_the_harbour() -> None:
    table = Table().next("governor").reveal()
    assert table.faces(table.state.harbour) == ["governor"]
    facts = table.fact("turned_person")
    assert (facts["seat"], facts["number"], facts["cost"], facts["influence"]) == (0, 1, 8, 0)


def test_3_4_an_expedition_stays_in_the_row_across_turns() -> None:
    table = Table().next("exp_aah", "settler").reveal().reveal().stop()
    assert table.faces(table.state.row) == ["exp_aah"]
    while table.state.turn.number == 1:
        table.play(table.moves()[-1])
    assert table.faces(table.state.row) == ["exp_aah"]
    assert table.state.harbour == []


def test_3_4_cards_are_numbered_within_the_turn() -> None:
    table = Table().next("settler", "tax_swords", "exp_cc", "red_1_1")
    numbers = [table.reveal().events[0].public["number"] for _ in range(4)]
    assert numbers == [1, 2, 3, 4]


def test_edge_09_swords_as_many_as_the_ships_repel_it_and_fewer_do_not() -> None:
    strong = Table().deal(0, "sailor_1", "pirate_1").next("green_3_2").reveal()
    assert strong.asked == (0, "repel")
    assert strong.decision.moves == (Repel(), Accept())
    weak = Table().deal(0, "sailor_1", "sailor_1").next("green_3_2").reveal()
    assert weak.asked == (0, "discover")
    assert weak.faces(weak.state.harbour) == ["green_3_2"]


@pytest.mark.parametrize("face", ["red_skull_3", "black_skull_4"])
def test_edge_10_a_skull_is_never_repelled(face: str) -> None:
    pirates = ["pirate_1", "pirate_2", "pirate_3"]
    sailors = ["sailor_1"] * 7 + ["sailor_2"] * 2 + ["sailor_3"]
    table = Table().deal(0, *pirates, *sailors).next(face)
    assert table.state.players[0].swords == 16  # all there are
    table.reveal()
    assert table.asked == (0, "discover")
    assert table.faces(table.state.harbour) == [face]


def test_edge_11_two_ships_of_a_colour_end_the_turn() -> None:
    table = (
        Table(3)
        .deal(0, "jester_1")
        .deal(2, "jester_2", "jester_3")
        .harbour("settler", "yellow_1_1", "red_1_1")
        .row("exp_cc")
        .next("yellow_4_4")
        .reveal()
    )
    assert table.asked == (1, "discover_first")
    assert table.all_coins() == [4, 3, 5]
    assert table.state.harbour == []
    assert table.faces(table.state.row) == ["exp_cc"]
    assert sorted(table.faces(table.state.discard)) == [
        "red_1_1",
        "settler",
        "yellow_1_1",
        "yellow_4_4",
    ]
    assert table.state.last_turn is not None and table.state.last_turn.bust
    assert [turned.fate for turned in table.state.last_turn.cards] == ["lost"] * 4
    assert table.names == ["turned_ship", "bust", "income", "income", "turn"]


def test_edge_12_a_second_ship_that_can_be_repelled_need_not_end_the_turn() -> None:
    def table() -> Table:
        return Table().deal(0, *MANY_SWORDS).harbour("yellow_1_1").next("yellow_4_3").reveal()

    assert table().asked == (0, "repel_or_bust")
    repelled = table().repel()
    assert repelled.asked == (0, "discover")
    assert repelled.faces(repelled.state.discard) == ["yellow_4_3"]
    assert table().play(Accept()).asked == (1, "discover_first")


def test_edge_13_swords_are_not_used_up() -> None:
    table = Table().deal(0, "sailor_1").next("yellow_1_1", "red_1_1")
    table.reveal().repel().reveal().repel()
    assert table.faces(table.state.discard) == ["yellow_1_1", "red_1_1"]


def test_edge_14_a_repelled_ship_brings_no_coins() -> None:
    table = Table().deal(0, *MANY_SWORDS).next("yellow_4_4").reveal().repel()
    assert table.coins(0) == 3
    assert table.fact("repelled")["number"] == 1
    assert table.state.turn.cards[0].fate == "repelled"


def test_edge_15_an_accepted_ship_stays() -> None:
    table = (
        Table().deal(0, "sailor_1").next("yellow_1_1", "settler").reveal().play(Accept()).reveal()
    )
    assert table.asked == (0, "discover")
    table.refuses(Repel())
    assert table.faces(table.state.harbour) == ["yellow_1_1", "settler"]


def test_3_4_in_repel_nothing_else_is_legal() -> None:
    table = Table().deal(0, "sailor_1", "priest", "priest").row("exp_cc").next("yellow_1_1")
    table.reveal()
    assert table.moves() == [Repel(), Accept()]


def test_edge_64_a_stored_game_asks_the_same_ship_again() -> None:
    table = Table().deal(0, "sailor_1").next("yellow_1_1").reveal()
    document = encode_position(rules, table.position, 12)
    position, header = decode_position(rules, document)
    assert position == table.position and header.number == 12
    (decision,) = rules.pending(position.state)
    assert decision.moves == (Repel(), Accept())
    assert position.state.ship is not None
    assert CARDS[position.state.ship].face == "yellow_1_1"


NO_TAXES = [card.face for card in CARDS[:119] if card.kind != "tax"]  # they would deal coins


@given(cards=st.lists(st.sampled_from(NO_TAXES), max_size=12))
@examples(60)
def test_3_4_the_turn_ends_exactly_at_the_first_repeated_colour(cards: list[str]) -> None:
    table = Table(seed="luck")
    try:
        table.next(*cards).checked()
    except LookupError:  # more copies than there are
        return
    seen: set[str] = set()
    for face in cards:
        card = next(c for c in CARDS if c.face == face)
        table.reveal()
        busts = card.kind == "ship" and card.colour in seen
        assert (table.state.turn.number == 2) == busts
        if busts:
            return
        if card.kind == "ship":
            seen.add(card.colour)
        assert table.state.colours() == seen
