"""Pier: the deck, other seats' crates and sealed bids as one seat must think them."""

from __future__ import annotations

from itertools import permutations

from games.rules.core.effects import Rng
from games.rules.core.interface import Viewer
from games.rules.pier import rules
from games.rules.pier.state import Options, Player, State
from tests.rules.spread import spread_as, spread_evenly

SEALED = State(
    Options(),
    [Player(3, [12, 11, 10, 9], 2), Player(2, [8, 7], 1), Player(4, [], None)],
    deck=[4, 5, 6],
    row=[1, 2, 3],
)


def made(state: State, viewer: Viewer, draws: int) -> list[State]:
    """So many states that agree with what the viewer sees."""
    view, rng = rules.view(state, viewer), Rng("pier")
    return [rules.determine(view, rng) for _ in range(draws)]


def test_the_order_of_the_deck_is_open() -> None:
    """Seat 0 knows its own crates and the row: six are left for the deck and for seat 1."""
    decks = [tuple(state.deck) for state in made(SEALED, 0, 3000)]
    spread_evenly(decks, permutations((4, 5, 6, 7, 8), 3))


def test_a_sealed_bid_is_any_that_can_be_paid() -> None:
    states = made(SEALED, 0, 900)
    spread_evenly([state.players[1].bid for state in states], (0, 1, 2))
    assert {state.players[0].bid for state in states} == {2}, "its own bid it knows"
    assert {state.players[2].bid for state in states} == {None}, "that there is none all see"


def test_bids_say_nothing_about_each_other() -> None:
    bids = [(state.players[0].bid, state.players[1].bid) for state in made(SEALED, None, 2400)]
    spread_as(bids, {(first, second): 1 for first in range(4) for second in range(3)})


def test_with_public_scores_everybody_knows_the_crates() -> None:
    state = State(Options(public_scores=True), SEALED.players, SEALED.deck, SEALED.row)
    for one in made(state, 2, 20):
        assert [player.crates for player in one.players] == [[12, 11, 10, 9], [8, 7], []]
        assert sorted(one.deck) == [4, 5, 6]


def test_a_taker_who_has_taken_has_only_to_confirm() -> None:
    """The end of the deck: the row is no sign of it any more."""
    for taken, key in ((False, "take"), (True, "confirm")):
        players = [Player(5, [1, 2, 3, 4, 5]), Player(5, [6, 7, 8, 9, 10])]
        state = State(Options(), players, [], [11, 12], taker=1, taken=taken)
        (one,) = made(state, 0, 1)
        assert [decision.key for decision in rules.pending(one)] == [key]
