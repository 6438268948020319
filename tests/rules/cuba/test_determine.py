"""The hard parts of making a table that looks like a view: sealed answers, purses, decks, tasks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import combinations_with_replacement

from games.rules.core.effects import Rng
from games.rules.core.interface import Viewer
from games.rules.core.play import of_seat
from games.rules.cuba import rules
from games.rules.cuba.components import CHARACTERS, COLOURS, MATERIALS, MONEY, SHIPS
from games.rules.cuba.law_cards import BUILDING_ACT, LAWS
from games.rules.cuba.moves import (
    Bid,
    Build,
    Buy,
    ChooseMaterials,
    ChooseProducts,
    NameColour,
    PayDues,
    PlaceBuilding,
    SetAside,
)
from games.rules.cuba.state import State
from tests.rules.cuba.table import Table
from tests.rules.spread import spread_evenly

MANY = 600  # draws


def made(table: Table, viewer: Viewer, rng: Rng | None = None) -> State:
    """A state from what this viewer sees; it looks the same and asks the viewer the same."""
    view = table.checked().view(viewer)
    state = rules.determine(view, rng or Rng("made"))
    rules.check(state)
    assert rules.view(state, viewer) == view
    questions = rules.pending(state)
    assert not any(it.auto and len(it.moves) == 1 for it in questions), "nothing answers itself"
    if viewer is not None:
        assert of_seat(questions, viewer) == of_seat(rules.pending(table.state), viewer)
    return state


def drawn(table: Table, viewer: Viewer, look: Callable[[State], Hashable]) -> list[Hashable]:
    """What is looked at, in many states that are made from the same view."""
    rng = Rng("drawn")
    return [look(made(table, viewer, rng)) for _ in range(MANY)]


def test_a_sealed_bid_is_kept_for_its_seat_and_anything_up_to_the_purse_for_others() -> None:
    table = Table(3).parliament("worker", "worker", "worker").pesos(1, 3).play(Bid(2), 1)
    assert made(table, 1).players[1].bid == 2
    assert [player.bid is None for player in made(table, 0).players] == [True, False, True]
    for viewer in (0, None):
        spread_evenly(drawn(table, viewer, lambda state: state.players[1].bid), range(4))


def test_who_was_tied_bids_once_more_and_nobody_else() -> None:
    table = Table(3).parliament("mayor", "worker", "worker").bids(0, 4, 0)
    assert table.state.second_bid
    state = made(table, 2)
    assert state.second_bid and state.bidders == [0, 1]
    first = Table(3).parliament("mayor", "mayor", "worker")
    assert made(first, 2).bidders == [0, 1, 2]


def test_a_character_set_aside_is_one_of_those_not_played() -> None:
    table = Table(fifths=("mayor", "foreman"))
    table.hand(1, "worker", "architect")
    assert made(table, 1).players[1].fifth == "foreman"
    assert made(table, 0).players[0].fifth == "mayor"
    left = ["worker", "architect", "foreman"]
    spread_evenly(drawn(table, 0, lambda state: state.players[1].fifth), left)
    spread_evenly(drawn(table, None, lambda state: state.players[0].fifth), CHARACTERS)


def test_whoever_has_not_set_a_character_aside_is_still_asked() -> None:
    table = Table(3, until="bills", hidden_fifth_card=True).play(SetAside("worker"), 1)
    state = made(table, 0)
    assert [bool(player.fifth) for player in state.players] == [False, True, False]
    assert [decision.seat for decision in rules.pending(state)] == [0, 2]


def test_dues_in_secret_are_among_those_that_can_be_paid() -> None:
    table = Table(3).act("T3", "D3").own(1, water=1).parliament("mayor", "worker", "worker")
    table.vote("other", "subsidy").pesos(0, 5).pesos(2, 5)
    assert table.state.phase == "dues"
    table.pesos(1, 2).play(PayDues("none"), 0).play(PayDues("duty"), 1)
    assert made(table, 1).players[1].dues == "duty"
    spread_evenly(drawn(table, 0, lambda state: state.players[1].dues), ["none", "duty"])


def test_colours_and_stones_are_secret_until_all_have_chosen() -> None:
    table = Table(3, until="prepare").choose(1, "red").play(NameColour("blue"), 0)
    for seat, state in enumerate(made(table, seat) for seat in range(3)):
        assert state.players[1].wish and len(state.players[1].products) == 2
        assert state.players[0].wish == ("blue" if seat == 0 else "")
    assert made(table, 1).players[1].wish == "red"
    pairs = combinations_with_replacement(MATERIALS, 2)
    spread_evenly(drawn(table, 0, lambda state: state.players[1].wish), COLOURS)
    spread_evenly(drawn(table, 0, lambda state: tuple(state.players[1].materials)), pairs)


def test_who_is_asked_for_a_colour_again_has_chosen_stones() -> None:
    table = Table(3, until="prepare").choose(0, "red").choose(1, "red").choose(2, "red")
    assert [player.colour for player in table.state.players] == ["red", "", ""]
    table.play(NameColour("blue"), 1)
    state = made(table, 0)
    assert state.players[1].wish and not state.players[2].wish
    assert all(len(player.products) == 2 for player in state.players)
    assert [decision.key for decision in rules.pending(state)] == ["colour"]
    free = [colour for colour in COLOURS if colour != "red"]
    spread_evenly(drawn(table, 2, lambda state: state.players[1].wish), free)


def test_stones_half_chosen_are_kept_for_their_seat() -> None:
    table = Table(2, until="prepare").play(NameColour("red"), 0)
    table.play(ChooseMaterials("wood", "water"), 0)
    assert made(table, 0).players[0].materials == ["wood", "water"]
    table.play(ChooseProducts("citrus", "sugar"), 0)
    assert made(table, 0).players[0].products == ["citrus", "sugar"]


def test_acts_that_were_replaced_are_in_no_deck() -> None:
    table = Table().act("O1").bill("O2").parliament("mayor", "worker").vote("other", "duty")
    table.play_through("dues")
    assert "O1" in table.view().repealed
    for seed in range(20):
        state = made(table, None, Rng(f"{seed}"))
        assert sorted(state.law_decks["other"]) == sorted(table.state.law_decks["other"])
        assert not {"O1", "O2"} & set(state.law_decks["other"])


def test_decks_lie_in_any_order() -> None:
    table = Table().round(4)
    assert [len(deck) for deck in table.state.law_decks.values()] == [2] * len(LAWS)
    both = table.state.law_decks["tax"]
    unseen = set(SHIPS) - set(table.ships())
    spread_evenly(drawn(table, 0, lambda state: state.law_decks["tax"][-1]), both)
    spread_evenly(drawn(table, 0, lambda state: state.ship_deck[-1]), unseen)


def test_purses_not_seen_are_filled_from_the_bank() -> None:
    table = Table(5, hidden_money=True).pesos(2, 60)
    for viewer in (2, 0, None):
        pesos = [player.pesos for player in made(table, viewer).players]
        assert viewer is None or pesos[viewer] == table.purses[viewer]
        assert sum(pesos) + made(table, viewer).bank == MONEY
    spread_evenly(drawn(table, 0, lambda state: state.players[1].pesos), range(21))


def test_who_builds_under_the_building_act_has_the_pesos_for_it() -> None:
    table = Table(hidden_money=True).act(BUILDING_ACT).own(0, wood=4, stone=4).card("architect")
    table.play(table.offers(Build)[0])
    for seed in range(40):
        other = table.copy()
        other.position.state = made(table, 1, Rng(f"{seed}"))
        assert other.state.players[0].pesos >= 2
        other.play(other.offers(PlaceBuilding)[0], 0)


def test_who_is_asked_what_to_buy_can_buy_something() -> None:
    table = Table(hidden_money=True).market(citrus=5).markers(material=1, cheapest=1)
    table.card("tradeswoman")
    assert {move.price for move in table.offers(Buy)} > {2}
    spread_evenly(drawn(table, 1, lambda state: state.players[0].pesos), range(2, 21))


def test_a_turn_goes_on_where_it_is() -> None:
    trading = Table().market(citrus=4).card("tradeswoman").play(Buy("citrus", 3))
    assert made(trading, None).agenda == trading.state.agenda
    working = Table().worker("B2")
    assert made(working, None).agenda == working.state.agenda
    assert made(working, None).agenda[0] is not working.state.agenda[0]
    storing = Table().own(0, rum=2).card("foreman").use("warehouse")
    state = made(storing, 1)
    assert [type(task).__name__ for task in state.agenda] == ["Directing", "Storing"]
    assert rules.pending(state) == storing.decisions


def test_points_keep_their_sources() -> None:
    table = Table().pier(1, 1).own(0, citrus=1).card("mayor")
    table.play(table.moves()[0])
    assert made(table, 1).players[0].sources == table.state.players[0].sources == {"ships": 1}
