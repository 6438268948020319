"""Edge cases 1 to 14 of the sheet: lobby, setup, bills, cards."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.codec import decode_options, encode
from games.rules.core.play import play, start
from games.rules.cuba import rules
from games.rules.cuba.components import COLOURS, LAYOUTS
from games.rules.cuba.moves import (
    ChooseMaterials,
    ChooseProducts,
    ConfirmBills,
    Load,
    NameColour,
    PlayCard,
    SetAside,
)
from games.rules.cuba.state import Options
from tests.examples import examples
from tests.rules.cuba.table import Table


def test_edge_1_options_cannot_change_once_players_have_agreed_by_joining() -> None:
    options = Options(plantation_side="individual", hidden_fifth_card=True)
    with pytest.raises(AttributeError):
        options.plantation_side = "identical"  # type: ignore[misc]
    chance, step = random.Random(1), start(rules, 2, options, "edge 1")
    while step.decisions:
        decision = chance.choice(step.decisions)
        step = play(rules, step.position, decision.seat, chance.choice(decision.moves))
        assert step.position.state.options == options


def test_edge_2_two_equal_materials_and_two_equal_products_can_be_chosen() -> None:
    table = Table(until="prepare")
    table.play(NameColour("red"), 0)
    table.refuses(ChooseMaterials("wood", "rum"), 0)
    table.play(ChooseMaterials("water", "water"), 0)
    table.refuses(ChooseProducts("rum", "citrus"), 0)
    table.play(ChooseProducts("citrus", "citrus"), 0)
    table.choose(1, "blue")
    assert table.courtyard(0) == {"water": 2, "citrus": 2}
    with pytest.raises(TypeError):
        ChooseMaterials("wood", "wood", "wood")  # type: ignore[call-arg]


def test_edge_3_five_players_take_the_same_stones() -> None:
    table = Table(5, until="prepare")
    for seat, colour in enumerate(COLOURS):
        table.choose(seat, colour, ("wood", "wood"), ("sugar", "sugar"))
    assert table.state.supply["wood"] == 5
    assert table.state.supply["sugar"] == 18 - 3 - 10


@pytest.mark.parametrize("players", [0, 1, 6])
def test_edge_4_one_or_six_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        start(rules, players, Options(), "edge 4")


def test_edge_5_the_bank_after_setup_with_five_players() -> None:
    assert Table(5).state.bank == 120


def test_edge_6_pier_3_is_empty_in_round_1() -> None:
    table = Table().own(0, citrus=3, tobacco=3, sugar=3, rum=2, cigars=2)
    assert [ship is not None for ship in table.state.piers] == [True, True, False]
    table.card("mayor")
    assert {move.pier for move in table.offers(Load)} == {1, 2}
    for good in ("citrus", "tobacco", "sugar", "rum", "cigars"):
        table.refuses(Load(3, good, 1))


def test_edge_7_individual_layouts_belong_to_the_colour_and_colours_are_different() -> None:
    table = Table(3, plantation_side="individual", colours=("red", "green", "yellow"))
    for seat, colour in enumerate(("red", "green", "yellow")):
        fields = {field.field: field.kind for field in table.view(None).players[seat].fields}
        assert fields == LAYOUTS[colour]
    clash = Table(3, until="prepare")
    clash.choose(0, "red").choose(1, "red").choose(2, "green")
    assert clash.player(0).colour == "red" and not clash.player(1).colour
    assert clash.asked == (1, "colour")
    seen = clash.view(None).players
    assert [player.answered for player in seen] == [True, False, True]
    clash.refuses(NameColour("red"))
    clash.refuses(NameColour("green"))
    clash.play(NameColour("blue"))
    assert [player.colour for player in clash.state.players] == ["red", "blue", "green"]


def test_edge_8_nobody_acts_before_everybody_has_confirmed_the_bills() -> None:
    table = Table(3, until="bills")
    table.play(ConfirmBills(), 0).play(ConfirmBills(), 2)
    assert table.asked == (1, "bills")
    for seat in range(3):
        table.refuses(PlayCard("worker"), seat)
    table.play(ConfirmBills(), 1)
    assert table.asked == (0, "card")


def test_edge_9_the_hidden_fifth_card_is_required_unplayable_and_secret() -> None:
    table = Table(until="bills", hidden_fifth_card=True)
    table.refuses(ConfirmBills(), 0)
    table.play(SetAside("mayor"), 0).play(SetAside("worker"), 1)
    table.refuses(PlayCard("mayor"), 0)
    assert PlayCard("mayor") not in table.moves()
    for viewer in (1, None):
        seen = table.view(viewer).players[0]
        assert seen.fifth == "" and "mayor" in seen.hand
        assert "mayor" not in json.dumps([event.seen_by(viewer) for event in table.log])
    assert table.view(0).players[0].fifth == "mayor"


def test_edge_10_a_card_cannot_be_played_twice_in_a_round() -> None:
    table = Table()
    table.card("foreman").card("foreman")
    assert table.asked == (0, "card")
    table.refuses(PlayCard("foreman"))
    assert table.asked == (0, "card")


def test_edge_11_only_the_current_player_plays_a_card() -> None:
    table = Table(3)
    table.refuses(PlayCard("worker"), 1)
    table.refuses(PlayCard("worker"), 2)


def fourth_cards(*characters: str, start: int = 0) -> Table:
    """Everybody plays this character as the fourth one."""
    table = Table(len(characters))
    table.state.start = table.state.current = start
    order = [*range(start, len(characters)), *range(start)]
    for seat, character in enumerate(characters):
        table.hand(seat, character, "tradeswoman")
    for seat in order:
        table.card(characters[seat])
        if table.state.phase == "action" and table.state.agenda:
            table.default_turn()
    return table


def test_edge_12_two_mayors_as_fourth_cards_the_one_after_the_start_player_begins() -> None:
    assert fourth_cards("mayor", "mayor", "architect").state.start == 1


def test_edge_13_two_foremen_as_fourth_cards_the_start_player_is_met_last() -> None:
    assert fourth_cards("foreman", "worker", "foreman").state.start == 2


def test_edge_14_the_start_player_with_most_votes_alone_stays() -> None:
    assert fourth_cards("mayor", "foreman", "architect").state.start == 0


@given(
    start_seat=st.integers(0, 4),
    cards=st.lists(
        st.sampled_from(["worker", "architect", "foreman", "mayor"]), min_size=5, max_size=5
    ),
)
@examples(25)
def test_a3_the_new_start_player_is_the_first_clockwise_with_most_votes(
    start_seat: int, cards: list[str]
) -> None:
    """A-3, by walking round the table instead of by the rules' own code."""
    votes = {"worker": 1, "architect": 3, "foreman": 4, "mayor": 5}
    best, winner = 0, -1
    for distance in range(1, 6):
        seat = (start_seat + distance) % 5
        if votes[cards[seat]] > best:
            best, winner = votes[cards[seat]], seat
    assert fourth_cards(*cards, start=start_seat).state.start == winner


def test_options_are_read_strictly() -> None:
    assert decode_options(rules, encode(Options(pier3="until_full"))).pier3 == "until_full"
    for wrong in ({"pier3": "never"}, {"hidden_money": "yes"}, {"colour": "red"}):
        with pytest.raises(ValueError):
            decode_options(rules, wrong)
