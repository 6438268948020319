"""What always holds on a table of Cuba (C-1, C-13 and the printed limits)."""

from __future__ import annotations

from collections import Counter

from games.rules.cuba.components import (
    KINDS,
    MARKERS,
    MERCHANDISE,
    MONEY,
    PIECES,
    SHIPS,
    SLOTS,
    SOURCES,
    WAREHOUSE_FIELD,
)
from games.rules.cuba.law_cards import GROUPS, LAWS
from games.rules.cuba.state import State
from games.rules.cuba.tiles import BUILDINGS


def check(state: State) -> None:
    """Every piece, peso, card and tile is somewhere, exactly once. Raises AssertionError."""
    check_pieces(state)
    check_cards(state)
    built = [name for player in state.players for name in player.buildings.values()]
    assert sorted([*state.tiles, *built]) == sorted(BUILDINGS), "a tile is lost"
    for player in state.players:
        assert set(player.sources) <= set(SOURCES) and min(player.sources.values(), default=1) > 0
        assert WAREHOUSE_FIELD not in player.buildings
        assert len(set(player.played)) == len(player.played)
    colours = [player.colour for player in state.players if player.colour]
    assert len(set(colours)) == len(colours), "two players of one colour"
    for marker, count in state.markers.items():
        assert 0 <= count <= MARKERS[marker]


def check_pieces(state: State) -> None:
    """C-1: the sums of pieces and money never change."""
    aboard = Counter(good for ship in state.piers if ship for good in ship.spaces)
    for kind in KINDS:
        held = [player.owned(kind) for player in state.players]
        assert min(held) >= 0 <= state.supply[kind]
        market = state.market.get(kind, 0)
        assert sum(held) + state.supply[kind] + market + aboard[kind] == PIECES[kind], kind
    for good in MERCHANDISE:
        assert 0 <= state.market[good] <= len(SLOTS[good])
    pesos = [player.pesos for player in state.players]
    assert min(pesos) >= 0 <= state.bank
    assert sum(pesos) + state.bank == MONEY


def check_cards(state: State) -> None:
    """Every ship is in the deck, at a pier, at sea or gone; every law card in one place."""
    piers = [ship.card for ship in state.piers if ship]
    sea = [state.sea] if state.sea else []
    assert sorted([*state.ship_deck, *state.departed, *piers, *sea]) == sorted(SHIPS)
    shown = [*state.bills.values(), *state.acts.values(), *state.discarded]
    for group in GROUPS:
        known = [card for card in shown if card in LAWS[group]]
        assert len({*state.law_decks[group], *known}) == len(state.law_decks[group]) + len(known)
