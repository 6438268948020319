"""What always holds on a table (clause 7): every piece is somewhere, and stands where it may."""

from __future__ import annotations

from collections import Counter

from games.rules.guatemala_cafe.components import (
    COLOURS,
    FIELD_INDEX,
    HUTS,
    PIECES,
    ROADS,
    SACK_FIELDS,
    SACKS,
    SHIPS,
    SOURCES,
    WORKERS,
)
from games.rules.guatemala_cafe.places import Room
from games.rules.guatemala_cafe.state import State

NUMBERS = {"worker": WORKERS, "hut": HUTS, "ship": SHIPS}


def check(state: State) -> None:
    """All of clause 7. Raises AssertionError."""
    check_resources(state)
    check_sacks(state)
    check_table(state)
    for colour in COLOURS:
        check_plantations(state, colour)


def open_pieces(state: State) -> list[str]:
    """Every piece that lies open, by name."""
    return [
        *(piece for piece in state.grid if piece),
        *(ship for ships in state.harbours.values() for ship in ships),
        *state.box,
        *state.track,
        *state.roads.values(),
        *(hut.piece for player in state.players for hut in player.huts.values()),
        *(
            piece
            for player in state.players
            for cells in player.workers.values()
            for piece in cells.values()
        ),
    ]


def check_resources(state: State) -> None:
    """Workers, huts and ships by colour, and roads."""
    pieces = open_pieces(state)
    assert len(set(pieces)) == len(pieces), "every piece is in one place"
    numbers = Counter((PIECES[piece].kind, PIECES[piece].colour) for piece in pieces)
    for colour in COLOURS:
        for kind, number in NUMBERS.items():
            assert numbers[kind, colour] == number, (kind, colour)
    assert numbers["road", None] + state.supply == ROADS


def check_sacks(state: State) -> None:
    """Seven of each colour on the grid, in hands, in the bag and on the track."""
    sacks = Counter(PIECES[piece].colour for piece in state.track)
    sacks.update(state.bag)
    for index, piece in enumerate(state.grid):
        if piece and PIECES[piece].kind == "sack":
            assert index in {FIELD_INDEX[field] for field in SACK_FIELDS}
            sacks[PIECES[piece].colour] += 1
    for player in state.players:
        assert all(count >= 0 for count in player.sacks.values())
        sacks.update(player.sacks)
    assert sacks == dict.fromkeys(COLOURS, SACKS), sacks


def check_table(state: State) -> None:
    """Money, piers, places."""
    board = state.board
    assert all(player.money >= 0 for player in state.players)
    for player in state.players:
        assert set(player.scored) <= set(SOURCES)
        assert sum(player.scored.values()) == player.points, "points come from somewhere"
    assert set(state.harbours) == set(board.harbours)
    assert all(
        len(state.harbours[name]) <= len(spot.piers) for name, spot in board.harbours.items()
    )
    assert set(state.roads) <= set(board.edges)
    sites = [hut.site for player in state.players for hut in player.huts.values()]
    assert len(set(sites)) == len(sites) and set(sites) <= set(board.sites)
    cells = [
        cell for player in state.players for group in player.workers.values() for cell in group
    ]
    assert len(set(cells)) == len(cells)
    assert all(board.cell_bit[cell] & board.land for cell in cells)
    assert all(set(player.workers) == set(COLOURS) for player in state.players)


def check_plantations(state: State, colour: str) -> None:
    """3.3: each plantation is in one piece and touches no foreign one of its colour."""
    for seat, player in enumerate(state.players):
        room = Room(state, seat)
        own, foreign = room.plots(colour)
        assert not room.board.spread(own) & foreign
        reached = own & -own
        while (wider := reached | room.board.spread(reached) & own) != reached:
            reached = wider
        assert reached == own, f"the {colour} plantation of seat {seat} is torn"
        for named, piece in ((colour, name) for name in player.workers[colour].values()):
            assert PIECES[piece].colour == named
