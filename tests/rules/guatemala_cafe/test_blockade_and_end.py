"""Edge cases 60 to 78: blockades, standing orders, the end of the game and its ranking."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from games.rules.core.play import advance, start
from games.rules.guatemala_cafe import rules
from games.rules.guatemala_cafe.announcing import announced_colour
from games.rules.guatemala_cafe.components import INCOME
from games.rules.guatemala_cafe.moves import (
    Announce,
    Block,
    Decline,
    EndBuild,
    MoveBuyer,
    TakeHut,
)
from games.rules.guatemala_cafe.state import Options, Orders, State
from tests.rules.guatemala_cafe.contract import scramble
from tests.rules.guatemala_cafe.table import ROW_7, Table


def brown_plantation(table: Table, seat: int = 0) -> Table:
    """A hut with three workers: worth 3 points."""
    return table.hut(seat, "brown", "B1").workers(seat, "brown", "9,5", "10,4", "10,5")


# the blockade


def test_edge_60_the_others_are_asked_from_the_left_until_one_blocks() -> None:
    table = Table(4).at(ROW_7)
    table.state.active = 1
    for seat in (2, 3, 0):
        table.hand(seat, brown=1)
    table.announce("7,5")
    assert table.fact("scoring_announced")["asked"] == [2, 3, 0]
    assert table.decision.seat == 2
    table.play(Decline())
    assert table.decision.seat == 3
    table.play(Block())
    assert (table.state.phase, table.state.active) == ("build", 1)
    assert table.state.players[0].sacks["brown"] == 1


def test_edge_61_to_block_takes_a_sack_of_the_colour() -> None:
    table = Table().at(ROW_7).hand(1, black=2, white=2).announce("7,5")
    assert table.decision.seat == 1 and table.moves() == [Decline()]
    table.refuses(Block())


def test_edge_62_nobody_blocks_their_own_scoring() -> None:
    table = Table().at(ROW_7).hand(0, brown=3).announce("7,5")
    table.refuses(Block(), seat=0)
    assert 0 not in table.state.asked


def test_edge_63_a_blocked_scoring() -> None:
    table = brown_plantation(Table()).at(ROW_7).roads("h4,10", "v5,10", "v5,11")
    table.ships("HB", "brown").hand(1, brown=2, black=1).announce("7,5")
    scored = table.state.grid[7 * 9 + 5]
    table.play(Block())
    assert table.state.players[0].money == 15 + 8
    assert [player.points for player in table.state.players] == [0, 0, 0]
    assert table.ships_in("HB") == ["brown"] and table.state.track == [scored]
    assert table.on("7,5") == "sack brown" and table.state.grid[7 * 9 + 5] != scored
    assert table.state.players[1].sacks["brown"] == 1
    assert table.fact("scoring_blocked")["sack_count"] == 2
    assert table.decision.key == "build_instead" and table.decision.seat == 0
    table.build("7,1", "harbour:HC").build("7,7", "cell:5,5").build("7,2", "cell:3,3")
    assert table.state.active == 1 and table.fact("build_ended")["items"] == 3


def test_edge_64_building_instead_means_building_only() -> None:
    table = Table().at(13).hand(1, beige=1).announce("4,1")
    table.play(Block())
    table.refuses(MoveBuyer(1, 14))
    table.refuses(MoveBuyer(4, 17))
    assert not any(isinstance(move, Announce) for move in table.moves())
    table.refuses(EndBuild())
    assert TakeHut("4,3", "black") in table.moves()


def test_edge_65_with_nothing_to_build_the_turn_ends() -> None:
    table = Table().at(13).hand(1, beige=1)
    for col in (0, 2, 3, 4, 5, 6, 8):
        table.empty(f"4,{col}")
    table.announce("4,1").play(Block())
    assert table.names[-2:] == ["turn_passed", "turn_ended"]
    assert (table.state.active, table.state.phase) == (1, "move")


def test_edge_66_the_income_of_the_blocked_scoring_can_be_spent() -> None:
    table = Table().at(ROW_7, money=0).hand(1, brown=1).announce("7,5")
    table.play(Block())
    table.build("7,8", "site:B1")
    assert table.state.players[0].money == 2


def test_edge_67_the_sack_of_a_blockade_can_be_scored_and_blocked_in_turn() -> None:
    table = Table().at(ROW_7).hand(1, brown=1).hand(2, brown=1).announce("7,5")
    table.play(Block())
    table.build("7,1", "harbour:HC")
    table.play(EndBuild())
    table.at(ROW_7).announce("7,5")
    assert table.state.active == 1 and table.decision.seat == 2
    table.play(Block())
    assert len(table.state.track) == 2 and table.on("7,5") == "sack brown"


def test_edge_68_after_a_blockade_the_announcer_places_no_sack() -> None:
    table = Table().at(ROW_7).hand(0, white=1, black=1).hand(1, brown=1).announce("7,5")
    table.play(Block())
    table.build("7,1", "harbour:HC")
    table.play(EndBuild())
    assert table.state.players[0].sack_count == 2 and table.state.active == 1


def obeyed(table: Table, **orders: object) -> object:
    return rules.obey(table.state, table.decision, Orders(**orders))  # type: ignore[arg-type]


def test_edge_69_a_standing_order_leaves_a_plain_decline() -> None:
    table = Table().at(ROW_7).hand(1, black=1).announce("7,5")
    assert obeyed(table, auto_decline="colours", colours=("brown",)) == Decline()
    table.play(Decline())
    assert table.seen() == [{"event": "scoring_declined", "seat": 1}]
    other = Table().at(ROW_7).hand(1, brown=1).announce("7,5")
    other.play(Decline())
    assert other.seen() == table.seen()


@pytest.mark.parametrize(
    ("orders", "answer"),
    [
        ({}, None),
        ({"auto_decline": "never"}, None),
        ({"auto_decline": "always"}, Decline()),
        ({"auto_decline": "colours", "colours": ("brown",)}, Decline()),
        ({"auto_decline": "colours", "colours": ("white", "beige")}, None),
        ({"auto_decline": "never", "colours": ("brown",)}, None),
    ],
)
def test_clause_3_5_standing_orders_do_not_look_at_the_hand(
    orders: dict[str, object], answer: object
) -> None:
    for hand in ({"brown": 1}, {"white": 1}, {}):
        table = Table().at(ROW_7).hand(1, **hand).announce("7,5")
        assert obeyed(table, **orders) == answer, hand
    assert obeyed(Table().at(ROW_7), auto_decline="always") is None


def test_clause_3_5_a_lone_decline_is_asked_and_is_the_default() -> None:
    table = Table().at(ROW_7).hand(1, white=1).announce("7,5")
    assert table.decision.moves == (Decline(),)
    assert not table.decision.auto and table.decision.default == Decline()


def seen_by_others(state: State, asker: int) -> list[tuple[int, str, bool, object]]:
    """What the others notice of the questions: who, what, and what is answered at once."""
    orders = [
        Orders(auto_decline=kind, colours=("brown", "white"))
        for kind in get_args(Orders.__annotations__["auto_decline"])
    ]
    return [
        (
            decision.seat,
            decision.key,
            decision.auto and len(decision.moves) == 1,
            [rules.obey(state, decision, order) for order in orders],
        )
        for decision in rules.pending(state)
        if decision.seat != asker
    ]


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
def test_clause_3_5_who_is_asked_and_what_is_answered_at_once_tells_nothing_of_hands(
    mode: str,
) -> None:
    """Whatever lies in hands and bag, the same seats are asked, and nobody is answered for."""
    chooser, compared = random.Random(3), 0
    for seed in range(8):
        step = start(rules, 2 + seed % 3, Options(blockade_mode=mode), f"{seed}")  # type: ignore[arg-type]
        while step.decisions:
            state = step.position.state
            if state.phase == "blockade":
                for _ in range(4):
                    other = scramble(state, state.active, chooser)
                    assert seen_by_others(other, state.active) == seen_by_others(
                        state, state.active
                    )
                    hands = [p.sacks[announced_colour(state)] > 0 for p in state.players]
                    compared += hands != [
                        p.sacks[announced_colour(state)] > 0 for p in other.players
                    ]
                assert not any(answered for _, _, answered, _ in seen_by_others(state, -1))
            decision = chooser.choice(step.decisions)
            move = chooser.choice(decision.moves)
            step = advance(rules, step.position, decision.seat, move, step.decisions)
    assert compared > 100, "hands that could block, and others that could not"


def test_clause_3_5_the_question_says_what_a_block_costs_and_brings() -> None:
    table = brown_plantation(Table()).roads("h4,10", "v5,10", "v5,11").ships("HB", "brown")
    table.hut(1, "brown", "C1").workers(1, "brown", "10,8").at(ROW_7).hand(1, brown=2)
    table.announce("7,5")
    wording = table.wording
    assert wording.say(f"prompt.{table.decision.key}", table.decision.args) == (
        "Ana wants to score brown (points: Ana 6, Ben 1, Cleo 0)."
        " Do you block it? Your sacks of this colour: 2."
    )
    assert wording.say("move.Block") == (
        "Block it for one of your sacks: nobody scores; they build instead, and still get the"
        f" {INCOME} centavos"
    )
    money = table.state.players[0].money
    table.play(Block())
    assert table.state.players[1].sacks["brown"] == 1, "costs a sack"
    assert [player.points for player in table.state.players] == [0, 0, 0], "nobody scores"
    assert table.decision.key == "build_instead" and table.decision.seat == 0
    assert table.state.players[0].money == money + INCOME


def test_clause_3_4_nobody_is_made_to_announce() -> None:
    """A sack is all that is left in the line: its scoring is asked for, and can be left."""
    table = Table()
    for col in (*range(3), *range(4, 9)):
        table.empty(f"1,{col}")
    table.state.buyer = 9
    assert not table.play(MoveBuyer(1, 10)).barrier, "it can still be taken back"
    assert table.names == ["buyer_moved"]
    assert table.decision.key == "action" and table.moves() == [Announce("1,3", "black")]
    table.play(Announce("1,3", "black"))
    assert table.state.phase == "blockade"


def sealed(*answers: bool) -> Table:
    """Four players asked at once; seats 1, 2, 3 hold a brown sack and answer from the last on."""
    table = Table(4, blockade_mode="simultaneous").at(ROW_7)
    for seat in (1, 2, 3):
        table.hand(seat, brown=1)
    table.announce("7,5")
    assert [decision.seat for decision in table.decisions] == [1, 2, 3]
    for seat, blocks in reversed(list(enumerate(answers, start=1))):
        assert table.play(Block() if blocks else Decline(), seat).barrier
    return table


def test_clause_3_5_simultaneous_answers_stay_sealed_until_all_are_in() -> None:
    table = Table(4, blockade_mode="simultaneous").at(ROW_7).hand(2, brown=1).announce("7,5")
    table.play(Block(), 2)
    assert table.seen() == [{"event": "answer_sealed", "seat": 2}]
    assert [decision.seat for decision in table.decisions] == [1, 3]
    for viewer in (None, 0, 1, 3):
        player = table.view(viewer).players[2]
        assert player.answered and player.blocks is None
    assert table.view(2).players[2].blocks is True
    table.refuses(Decline(), 2)


@pytest.mark.parametrize(
    ("answers", "blocker"),
    [
        ((False, True, True), 2),
        ((True, True, True), 1),
        ((False, False, True), 3),
        ((False, False, False), None),
    ],
)
def test_clause_3_5_of_simultaneous_answers_the_first_block_counts(
    answers: tuple[bool, ...], blocker: int | None
) -> None:
    table = sealed(*answers)
    held = [table.state.players[seat].sacks["brown"] for seat in (1, 2, 3)]
    assert held == [0 if seat == blocker else 1 for seat in (1, 2, 3)]
    assert all(player.blocks is None for player in table.state.players)
    declined = [e["seat"] for e in table.seen() if e["event"] == "scoring_declined"]
    assert declined == list(range(1, blocker or 4)), "answers after the block are never shown"
    assert ("scoring_blocked" in table.names) == (blocker is not None)
    assert "income" in table.names


# the end


def near_the_end(sacks: int, points: int, seat: int = 0, **options: object) -> Table:
    """Seat 0 has a brown plantation worth 3; so many sacks lie on the track."""
    table = brown_plantation(Table(**options)).at(ROW_7)  # type: ignore[arg-type]
    table.hand(0, white=1, black=1).hand(1, brown=1).fill_track(sacks)
    table.score(seat, points)
    return table


def test_edge_70_reaching_the_latest_sack_ends_the_game() -> None:
    table = near_the_end(13, 54).announce("7,5").decline_all()
    assert table.state.last_sack_field == 57 and table.state.players[0].points == 57
    assert table.state.phase == "over" and table.fact("game_ended")["reason"] == "track_reached"
    outcome = table.outcome
    assert outcome is not None and outcome.reason == "track_reached"
    assert [standing.rank for standing in outcome.standings] == [1, 2, 2]
    assert table.decisions == []


def test_edge_71_one_field_short_the_game_goes_on() -> None:
    table = near_the_end(13, 53).announce("7,5").decline_all()
    assert table.state.last_sack_field == 57 and table.state.players[0].points == 56
    assert table.state.phase == "replace" and table.outcome is None


def test_edge_72_of_two_past_the_latest_sack_the_one_ahead_wins() -> None:
    table = near_the_end(13, 57)
    table.hut(1, "brown", "C1").workers(1, "brown", "10,8", "10,9")
    table.score(1, 60)
    table.announce("7,5").decline_all()
    assert [player.points for player in table.state.players] == [60, 62, 0]
    outcome = table.outcome
    assert outcome is not None
    assert [standing.rank for standing in outcome.standings] == [2, 1, 3]


def test_edge_73_the_sack_of_a_blockade_may_end_the_game() -> None:
    table = near_the_end(12, 58, seat=2)
    assert table.state.last_sack_field == 59
    table.announce("7,5").play(Block())
    assert table.state.last_sack_field == 58 and table.state.phase == "over"
    assert table.state.players[0].money == 23 and table.state.players[0].points == 0
    assert table.decisions == []


def test_edge_74_points_are_awarded_before_the_game_ends() -> None:
    table = near_the_end(12, 58, seat=2)
    table.announce("7,5").decline_all()
    assert table.state.phase == "over"
    assert [player.points for player in table.state.players] == [3, 0, 58]


def test_edge_75_at_the_end_no_ship_leaves_and_no_sack_is_placed() -> None:
    table = near_the_end(13, 54).roads("h4,10", "v5,10", "v5,11").ships("HB", "brown")
    table.announce("7,5").decline_all()
    assert table.ships_in("HB") == ["brown"] and table.on("7,5") == ""
    assert table.state.players[0].sack_count == 2
    assert not {"ship_removed", "sack_placed", "turn_ended", "fields_refilled"} & set(table.names)


def test_edge_76_money_breaks_a_tie_with_the_latest_income() -> None:
    table = near_the_end(13, 54)
    table.score(1, 57).score(2, 57)
    table.state.players[0].money, table.state.players[1].money = 4, 11
    table.state.players[2].money = 12
    table.announce("7,5").decline_all()
    outcome = table.outcome
    assert outcome is not None
    assert [s.rank for s in outcome.standings] == [1, 3, 1]
    assert [(s.score, *s.tiebreaks) for s in outcome.standings] == [(57, 12), (57, 11), (57, 12)]


def test_edge_77_points_are_not_capped() -> None:
    table = near_the_end(13, 70).announce("7,5").decline_all()
    assert table.state.players[0].points == 73


def test_edge_78_without_sacks_on_the_board_the_game_ends() -> None:
    table = Table().at(ROW_7)
    for field in ("1,3", "2,6", "4,1", "4,7", "6,2"):
        table.spend(field)
    table.hand(0).empty_bag().announce("7,5").decline_all()
    assert table.state.phase == "over" and table.fact("game_ended")["reason"] == "no_sacks"
    outcome = table.outcome
    assert outcome is not None and outcome.reason == "no_sacks"


@pytest.mark.parametrize("length", [60, 70, 80])
def test_clause_5_the_length_of_the_track(length: int) -> None:
    table = near_the_end(0, length - 4, track_length=length).announce("7,5").decline_all()
    assert table.fact("sack_to_track")["track_field"] == length
    assert table.state.phase == "replace"
    table = near_the_end(0, length - 3, track_length=length).announce("7,5").decline_all()
    assert table.state.phase == "over"


def test_clause_4_after_the_end_everything_is_open() -> None:
    table = near_the_end(13, 54)
    assert not rules.opens_log(table.state)
    table.announce("7,5").decline_all()
    view = table.view()
    assert rules.opens_log(table.state)
    assert [player.sacks for player in view.players] == [p.sacks for p in table.state.players]
    assert view.bag_sacks == tuple(reversed(table.state.bag))
    shown = [event for event in table.seen() if event["event"] == "sacks_shown"]
    assert [event["seat"] for event in shown] == [
        seat for seat, player in enumerate(table.state.players) if player.sack_count
    ]
