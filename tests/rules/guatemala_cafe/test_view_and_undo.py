"""Clauses 3.8 and 4: what can be taken back, what can be seen, and how pieces keep their names."""

from __future__ import annotations

import json
import random
from collections import Counter

import msgspec
import pytest

from games.rules.core.codec import encode, encode_position
from games.rules.core.interface import Viewer
from games.rules.core.play import advance, start, undo
from games.rules.guatemala_cafe import rules
from games.rules.guatemala_cafe.components import REGIONS
from games.rules.guatemala_cafe.drawing import drawing
from games.rules.guatemala_cafe.moves import (
    MoveBuyer,
    PickCrossing,
    PickRegion,
    PlaceRoad,
    PlaceShip,
    PlaceWorker,
    TakeShip,
    TakeWorker,
)
from games.rules.guatemala_cafe.state import Options
from games.rules.guatemala_cafe.view import PieceView
from tests.rules.guatemala_cafe.table import ROW_3, ROW_7, Table


def test_clause_3_8_everything_up_to_the_end_of_the_turn_can_be_taken_back() -> None:
    table = Table()
    table.state.buyer = 9
    checkpoint, played = table.position, []
    steps = [
        MoveBuyer(3, ROW_3),
        TakeWorker("3,0", "beige"), PickRegion("green", 2), PlaceWorker("5,5", 2),
        TakeShip("3,3", "white"), PlaceShip("HB", 2),
    ]  # fmt: skip
    for move in steps:
        before = table.position
        assert not table.play(move).barrier
        played.append((0, move))
        assert undo(rules, checkpoint, played, 0) == before
    taken = table.take("3,2")
    assert not table.play(taken).barrier
    assert table.play(table.moves()[0]).barrier, "the third piece ends the turn"


def test_clause_3_8_an_announcement_is_final() -> None:
    table = Table().at(ROW_7)
    step = table.announce("7,5")
    assert step.state.phase == "blockade"
    table = Table(2, blockade_mode="simultaneous").at(ROW_7)
    assert table.play(next(m for m in table.moves() if m.spot == "field:7,5")).barrier


def test_clause_3_8_answers_are_final() -> None:
    for mode in ("sequential", "simultaneous"):
        table = Table(4, blockade_mode=mode).at(ROW_7).announce("7,5")
        decision = table.decisions[0]
        assert table.play(decision.moves[-1], decision.seat).barrier


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_clause_4_only_the_owner_sees_the_colours_of_sacks(viewer: Viewer) -> None:
    table = Table()
    view = table.view(viewer)
    for seat, (seen, player) in enumerate(zip(view.players, table.state.players, strict=True)):
        assert seen.sack_count == 8
        assert seen.sacks == (player.sacks if seat == viewer else None)
    assert view.bag == 5 and view.bag_sacks is None


def test_clause_4_the_deal_is_private_in_the_log() -> None:
    events = [e for e in start(rules, 3, Options(), "x").events if e.name == "sacks_dealt"]
    assert len(events) == 3
    for seat, event in enumerate(events):
        assert "sacks" in event.seen_by(seat)
        assert sum(event.seen_by(seat)["sacks"].values()) == 8
        for other in (None, (seat + 1) % 3):
            assert "sacks" not in event.seen_by(other)


def test_clause_5_colours_on_the_track_can_be_hidden() -> None:
    for option, shown in (("open", ("SB2", "SK2")), ("hidden", ("", ""))):
        view = Table(track_sacks=option).track("brown", "black").view()
        assert view.track == shown and view.last_sack_field == 69
        places = [piece.place for piece in view.pieces if piece.sheet == "track"]
        assert places == ["track:70", "track:69"]
        colours = {piece.colour for piece in view.pieces if piece.sheet == "track"}
        assert colours == ({"brown", "black"} if option == "open" else {None})


def pieces_of(table: Table) -> dict[str, PieceView]:
    pieces = {piece.id: piece for piece in table.view().pieces}
    assert len(pieces) == len(table.view().pieces)
    return pieces


def test_a_piece_keeps_its_id_wherever_it_goes() -> None:
    table = Table().at(ROW_3)
    before = pieces_of(table)
    worker = next(p for p in before.values() if p.place == "field:3,0")
    table.build("3,0", "cell:5,5").build("3,3", "harbour:HB").build("3,2", "site:B1")
    after = pieces_of(table)
    assert after[worker.id].place == "cell:5,5" and after[worker.id].owner == 0
    assert (after[worker.id].x, after[worker.id].y) == (5.5, 5.5)
    assert set(before) < set(after), "three roads are new"
    moved = {name for name in before if before[name] != after[name]}
    assert Counter(after[name].place.split(":")[0] for name in moved) == {
        "cell": 1, "pier": 1, "site": 1,
    }  # fmt: skip


def test_pieces_keep_their_ids_along_random_games() -> None:
    """A piece that stays visible keeps its kind and colour; only ships leave the boards."""
    for seed in range(6):
        chance = random.Random(seed)
        step = start(rules, 2 + seed % 3, Options(), f"{seed}")
        known: dict[str, PieceView] = {}
        while step.decisions:
            view = rules.view(step.position.state, None)
            pieces = {piece.id: piece for piece in view.pieces}
            assert len(pieces) == len(view.pieces)
            for name, piece in known.items():
                if name not in pieces:
                    assert piece.kind == "ship" and name in view.box
                else:
                    assert (pieces[name].kind, pieces[name].colour) == (piece.kind, piece.colour)
            known = pieces
            decision = chance.choice(step.decisions)
            move = chance.choice(decision.moves)
            step = advance(rules, step.position, decision.seat, move, step.decisions)


def test_every_spot_of_a_move_is_drawn() -> None:
    """What is offered has a place on some board, in the drawing or in the player's own hand."""
    for seed in range(6):
        chance, players = random.Random(seed), 2 + seed % 3
        sheet = drawing(players, 70)
        spots = {
            *(f"cell:{cell.id}" for cell in sheet.cells),
            *(f"site:{site.id}" for site in sheet.sites if site.open),
            *(f"edge:{edge.id}" for edge in sheet.edges if edge.open),
            *(f"harbour:{harbour.id}" for harbour in sheet.harbours if harbour.open),
            *(f"region:{region}" for region in REGIONS),
            *(f"crossing:{crossing.id}" for crossing in sheet.crossings),
            *(f"field:{field.id}" for field in sheet.fields),
            *(f"space:{space.number}" for space in sheet.spaces),
            *(f"sack:{colour}" for colour in ("black", "white", "beige", "russet", "brown")),
        }
        step = start(rules, players, Options(), f"{seed}")
        while step.decisions:
            for decision in step.decisions:
                kinds = {type(move).__name__ for move in decision.moves if move.spot is None}
                assert kinds <= {"EndBuild", "Block", "Decline"}
                assert {move.spot for move in decision.moves} - {None} <= spots
            decision = chance.choice(step.decisions)
            move = chance.choice(decision.moves)
            step = advance(rules, step.position, decision.seat, move, step.decisions)


def test_questions_have_fewer_than_100_moves_and_states_stay_small() -> None:
    """The largest is a road with two players: 66 crossings and 23 edges at the rim."""
    largest = biggest = 0
    for seed in range(30):
        chance = random.Random(seed)
        step = start(rules, 2 + seed % 3, Options(), f"{seed}")
        while step.decisions:
            largest = max(largest, *(len(decision.moves) for decision in step.decisions))
            decision = chance.choice(step.decisions)
            move = chance.choice(decision.moves)
            step = advance(rules, step.position, decision.seat, move, step.decisions)
        biggest = max(biggest, len(encode_position(rules, step.position, 1)))
    assert 80 < largest < 100
    assert biggest < 4000, "bytes"


def test_a_road_with_two_players_is_laid_in_two_steps_that_can_be_undone() -> None:
    table = Table(2).at(ROW_3).road_on("3,0")
    checkpoint, played = table.position, []
    for move in (table.take("3,0"), PickCrossing("5,9"), PlaceRoad("h4,9")):
        before = table.position
        assert not table.play(move).barrier
        played.append((0, move))
        assert undo(rules, checkpoint, played, 0) == before


def test_the_view_is_plain_json() -> None:
    table = Table().at(ROW_3)
    table.play(table.take("3,0"))
    document = json.loads(json.dumps(encode(table.view(0))))
    assert document["holding"] == "3,0" and document["phase"] == "place"
    assert document["side"] == "plantation_3_4"
    assert set(document["preview"]) == {"black", "white", "beige", "russet", "brown"}
    assert msgspec.json.encode(table.view(0).drawing)
    table.play(PickRegion("green", 2))
    assert table.view().region == "green"
    table.play(PlaceWorker("5,5", 2))
    assert table.view().players[0].workers["beige"].keys() == {"5,5"}
