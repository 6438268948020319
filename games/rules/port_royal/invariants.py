"""What always holds on a table of Port Royal."""

from __future__ import annotations

from games.rules.core.interface import Seat
from games.rules.port_royal.components import CARDS, CUBES
from games.rules.port_royal.state import State


def check(state: State) -> None:
    """Cards and cubes are somewhere, and no two ships of a colour meet. Raises AssertionError."""
    pack = [card for player in state.players for card in player.pack]
    held = [
        card
        for player in state.players
        for card in (*player.coins, *player.persons, *player.expeditions)
    ]
    pending = [] if state.ship is None else [state.ship]
    lying = [*state.draw, *state.discard, *state.harbour, *state.row, *held, *pack, *pending]
    assert len(lying) == len(set(lying)) == cards_in_game(state), "every card is somewhere, once"
    colours = [CARDS[card].colour for card in state.harbour if CARDS[card].kind == "ship"]
    assert len(set(colours)) == len(colours), "no two ships of a colour in the harbour"
    assert (state.ship is not None) == (state.phase == "repel")
    assert all(CARDS[card].kind == "person" for player in state.players for card in player.persons)
    assert all(CARDS[card].kind == "expedition" for card in state.row)
    scores = [state.influence(seat) for seat in range(len(state.players))]
    assert state.last_round == (max(scores) >= 12), "the last round begins with 12 influence"
    for seat, player in enumerate(state.players):
        total = CUBES if state.contracts else 0
        assert player.cubes + cubes_out(state, seat) == total and player.cubes >= 0
        assert not player.pack or player.cubes, "ships are kept only for a free cube"
        assert len({CARDS[card].colour for card in player.pack}) == len(player.pack) < 5


def cubes_out(state: State, seat: Seat) -> int:
    """How many cubes of this seat lie on contracts, on a track or a space."""
    placed = state.fulfilled(seat)
    return placed + len([1 for contract in state.contracts if contract.steps[seat]])


def cards_in_game(state: State) -> int:
    """How many cards this table plays with (2)."""
    cards = 119 + (len(state.players) == 5)
    return cards + (24 if state.options.expansion != "none" else 0)
