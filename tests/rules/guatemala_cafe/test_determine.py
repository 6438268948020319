"""Guatemala Café: hands, bag, a hidden track and sealed answers as one seat must think them."""

from __future__ import annotations

from collections import Counter
from math import comb

from games.rules.core.effects import Rng
from games.rules.core.interface import Viewer
from games.rules.guatemala_cafe import rules
from games.rules.guatemala_cafe.components import COLOURS, PIECES
from games.rules.guatemala_cafe.moves import BLOCK, DECLINE, Announce
from games.rules.guatemala_cafe.state import State
from tests.rules.guatemala_cafe.table import ROW_7, Table
from tests.rules.spread import spread_as, spread_evenly


def made(state: State, viewer: Viewer, draws: int) -> list[State]:
    """So many states that agree with what the viewer sees."""
    view, rng = rules.view(state, viewer), Rng("guatemala")
    return [rules.determine(view, rng) for _ in range(draws)]


def test_the_bag_holds_any_sack_that_is_not_seen() -> None:
    """With one's own hand known the number of each colour in the bag is hypergeometric."""
    table = Table(2).hand(0, black=4, white=3, beige=2, russet=2, brown=1)
    open_blacks = sum(PIECES[p].kind + str(PIECES[p].colour) == "sackblack" for p in grid(table))
    unseen, blacks = len(state_colours(table.state, 0)), 7 - 4 - open_blacks
    drawn = len(table.state.bag)
    states = made(table.state, 0, 2500)
    spread_as(
        [state.bag.count("black") for state in states],
        {n: comb(blacks, n) * comb(unseen - blacks, drawn - n) for n in range(blacks + 1)},
    )
    spread_as(  # the same holds for what is drawn first
        [state.bag[-1] for state in states],
        Counter(state_colours(table.state, 0)),
    )
    assert all(state.players[0].sacks == table.state.players[0].sacks for state in states)


def grid(table: Table) -> list[str]:
    return [piece for piece in table.state.grid if piece]


def state_colours(state: State, viewer: int) -> list[str]:
    """The colours of the sacks that a seat does not see."""
    hidden = [player for seat, player in enumerate(state.players) if seat != viewer]
    return [*state.bag, *(c for player in hidden for c in Counter(player.sacks).elements())]


def test_a_sealed_answer_is_one_that_the_hand_allows() -> None:
    """Half of those who could have blocked have; who has no sack of the colour has declined."""
    table = Table(3, blockade_mode="simultaneous").at(ROW_7)
    announced = table.offers(Announce)[0]
    table.hand(1, **{announced.colour: 2}).play(announced, 0).play(BLOCK, 1)
    states = made(table.state, 0, 1500)
    able = [state for state in states if state.players[1].sacks[announced.colour]]
    assert 0 < len(able) < len(states)
    spread_evenly([state.players[1].blocks for state in able], (True, False))
    assert all(state.players[1].blocks is not None for state in states)
    assert not any(state.players[1].blocks for state in states if state not in able)
    assert all(state.players[2].blocks is None for state in states)
    for state in made(table.state, 1, 20):
        assert state.players[1].blocks is True, "one's own answer one knows"


def test_whoever_chooses_a_sack_has_two_colours() -> None:
    table = Table(2).at(ROW_7)
    announced = table.offers(Announce)[0]
    table.hand(0, black=1, white=1).play(announced, 0).play(DECLINE, 1)
    assert table.state.phase == "replace"
    hands = [state.players[0].sacks for state in made(table.state, 1, 1200)]
    held = [tuple(colour for colour in COLOURS if hand[colour]) for hand in hands]
    assert all(len(colours) == 2 for colours in held)
    left = Counter(state_colours(table.state, 1))
    pairs = {(a, b): left[a] * left[b] for a in COLOURS for b in COLOURS[COLOURS.index(a) + 1 :]}
    spread_as(held, pairs)


def test_a_hidden_track_holds_what_the_numbers_of_later_sacks_tell() -> None:
    """The third black sack lies open, so the first two lie on the track, under it or elsewhere."""
    table = Table(2, track_sacks="hidden")
    field = table.find("sack", "black")
    first, table.state.grid[field] = table.state.grid[field], ""
    table.state.track.append(first)
    table.track("black", "white")
    table._hidden_sack("black")
    table.state.grid[field] = table._new_sack("black")
    table.checked()
    tracks = [state.track for state in made(table.state, 0, 400)]
    known = {*table.state.track[:2], table.state.grid[field]}
    assert all(known - {table.state.grid[field]} < set(track) for track in tracks)
    assert len({piece for track in tracks for piece in track} - known) > 2, "the third is open"
    spread_evenly([track.index(first) for track in tracks], range(3))


def test_with_an_open_track_it_is_known() -> None:
    table = Table(3).track("black", "brown", "black")
    for state in made(table.state, None, 5):
        assert state.track == table.state.track


def test_after_the_end_all_is_known() -> None:
    table = Table(2)
    table.state.phase, table.state.reason = "over", "no_sacks"
    for viewer in (None, 0, 1):
        assert made(table.state, viewer, 1) == [table.state]
