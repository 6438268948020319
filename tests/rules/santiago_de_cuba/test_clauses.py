"""Clauses of the sheet that have no edge case of their own: components, set-up, turn, options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from games.rules.core.codec import decode_options, encode
from games.rules.core.effects import Rng
from games.rules.core.play import start
from games.rules.santiago_de_cuba import components as c
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.moves import Drive, Place, Skip
from games.rules.santiago_de_cuba.state import Layout, Options
from tests.rules.santiago_de_cuba.contract import LAYOUT
from tests.rules.santiago_de_cuba.table import Table


def test_clause_1_1_goods() -> None:
    assert len(c.GOODS) == 6 and c.PIECES == 8
    assert set(c.GOODS) - set(c.REGULAR) == {"wood"}


def test_clause_1_3_two_cubans_for_each_flower() -> None:
    assert Counter(c.FLOWER_OF.values()) == dict.fromkeys(c.FLOWERS, 2)
    assert set(c.CUBANS) - set(c.FLOWER_OF) == {"el_zorro"}
    assert {cuban for cuban, flower in c.FLOWER_OF.items() if flower == "white"} == {
        "pedro",
        "alonso",
    }
    assert c.FLOWER_OF["miguel"] == "blue" and c.FLOWER_OF["jose"] == "yellow"


@pytest.mark.parametrize(("players", "left"), [(2, 6), (3, 5), (4, 4)])
def test_clause_2_set_up(players: int, left: int) -> None:
    state = start(rules, players, Options(), "set up").position.state
    rules.check(state)
    assert {good: state.stock[good] for good in ("sugar", "citrus", "tobacco")} == dict.fromkeys(
        ("sugar", "citrus", "tobacco"), left
    )
    assert {state.stock[good] for good in ("rum", "cigar", "wood")} == {8}
    assert (state.car, state.ship, state.value, state.face_down) == (0, 1, 2, [])
    for seat, player in enumerate(state.players):
        assert (player.pesos, player.points, player.pawn) == (3, 2, None)
        assert {good for good, count in player.goods.items() if count} == set(c.START_GOODS)
        assert state.markers_left(seat) == 3


def test_clause_2_1_boards_differ() -> None:
    states = [start(rules, 2, Options(), f"{n}").position.state for n in range(20)]
    assert len({tuple(state.road) for state in states}) == 20
    assert len({tuple(state.buildings) for state in states}) == 20


def test_clause_2_7_the_first_demand() -> None:
    step = start(rules, 3, Options(start_player="seat_2"), "x")
    state = step.position.state
    assert [(d.seat, d.key, len(d.moves)) for d in step.decisions] == [(0, "demand", 5)]
    assert set(state.rolled) == set(c.REGULAR) and state.demand == {}


def test_clause_3_8_the_first_turn_follows() -> None:
    table = Table()
    assert table.asked == (0, "drive") and table.state.turn == 1


def test_clause_3_8_dice_fall_fairly() -> None:
    """Each face as often as it is on the die, within what chance allows."""
    rng, count = Rng("dice"), 6000
    for faces in set(c.FACES.values()):
        thrown = Counter(faces[rng.below(6)] for _ in range(count))
        for face, sides in Counter(faces).items():
            assert abs(thrown[face] - count * sides / 6) < 150


def test_clause_3_10_turns_go_round() -> None:
    table, order = Table(3), []
    for _ in range(6):
        table.sleep(*c.CUBANS)
        order.append(table.state.active)
        table.hold(table.state.active, pesos=1)
        free = next(m for m in table.moves(table.state.active) if isinstance(m, Drive))
        if free.stop == "harbour":
            break
        table.play(free, table.state.active)
    assert order == [0, 1, 2, 0, 1, 2]


def test_clause_3_12_nobody_else_may_answer() -> None:
    table = Table(3)
    table.refuses(Drive("martinez", 1, 0), 1)
    table.refuses(Skip(), 2)
    table.refuses(Place("bank"), 0)


def test_clause_3_12_own_answers_of_a_turn_can_be_taken_back() -> None:
    table = Table().drive(0, "martinez")
    assert not table.barrier
    table.play(Place("cafe"), 0)
    assert table.barrier, "nothing to use, so the turn is over: somebody else is asked"


def test_clause_3_12_a_gift_cannot_be_taken_back() -> None:
    table = Table(3).car("pedro").drive(0, "el_zorro")
    table.play(table.moves(1)[0], 1)
    assert table.barrier


@pytest.mark.parametrize(
    "broken",
    [
        {"road": ("pedro",) * 9, "buildings": LAYOUT.buildings},
        {"road": LAYOUT.road[:8], "buildings": LAYOUT.buildings},
        {"road": LAYOUT.road, "buildings": ("bank",) * 12},
        {"road": LAYOUT.road, "buildings": LAYOUT.buildings, "more": 1},
        {"road": (*LAYOUT.road[:8], "fidel"), "buildings": LAYOUT.buildings},
    ],
)
def test_option_layout_must_be_a_whole_board(broken: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_options(rules, {"layout": broken})


def test_option_layout_gives_the_board() -> None:
    state = start(rules, 2, Options(layout=LAYOUT), "x").position.state
    assert tuple(state.road[1:]) == LAYOUT.road and tuple(state.buildings) == LAYOUT.buildings
    again = Layout(tuple(state.road[1:]), tuple(state.buildings))  # type: ignore[arg-type]
    assert again == LAYOUT, "a rematch on the same board"


def test_section_5_defaults() -> None:
    assert encode(Options()) == {
        "info": "public",
        "screens_log": "strict",
        "auto_pass": "standard",
        "zorro_order": "simultaneous",
        "owner_bonus": "end_of_turn",
        "max_steps": "one_lap",
        "zero_ship": "forbid",
        "pablo_wood": False,
        "start_player": "random",
        "layout": None,
    }
    assert Options().passes_for_me and not Options(info="screens").passes_for_me
    assert Options(info="screens", auto_pass="on").passes_for_me
    assert not Options(auto_pass="off").passes_for_me


@pytest.mark.parametrize(
    "wrong", [{"info": "secret"}, {"pablo_wood": "yes"}, {"max_steps": 10}, {"colour": "red"}]
)
def test_section_5_unknown_values_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_options(rules, wrong)
