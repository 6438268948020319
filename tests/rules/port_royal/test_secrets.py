"""What nobody may know: the pile and the faces of coins (4)."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import pytest

from games.rules.core.codec import encode, encode_position
from games.rules.core.play import Step, advance, start
from games.rules.port_royal import rules
from games.rules.port_royal.state import Options, State
from tests.rules.port_royal.table import Table


def hidden(state: State) -> set[int]:
    """The cards that nobody can see."""
    return {*state.draw, *(card for player in state.players for card in player.coins)}


def ids(document: object) -> set[int]:
    """Every card that a document names."""
    return {int(number) for number in re.findall(r'"card:(\d+)"', json.dumps(document))}


def steps(players: int, expansion: str, seed: int) -> Iterator[Step[State]]:
    """A game at random, step by step."""
    chance = random.Random(seed)
    step = start(rules, players, Options(expansion), f"{seed}")  # type: ignore[arg-type]
    yield step
    while step.decisions:
        decision = step.decisions[0]
        move = chance.choice(decision.moves)
        step = advance(rules, step.position, decision.seat, move, step.decisions)
        yield step


@pytest.mark.parametrize("expansion", ["none", "cards", "contracts"])
def test_edge_63_no_view_and_no_event_names_a_hidden_card(expansion: str) -> None:
    named = 0
    for step in steps(3, expansion, seed=63):
        state = step.position.state
        for viewer in (None, 0, 1, 2):
            shown = ids(encode(rules.view(state, viewer)))
            assert not shown & hidden(state)
            named += len(shown)
        if not any(event.name == "reshuffled" for event in step.events):
            facts = [event.public for event in step.events]
            cards = {c for f in facts for c in [f.get("card"), *f.get("cards", ())]}
            assert not cards & hidden(state)
        assert all(not event.private for event in step.events)
    assert named > 1000
    assert state.phase == "over" and hidden(state)  # the coins stay hidden after the end


def test_edge_63_not_even_the_owner_sees_coins_just_received() -> None:
    table = Table().harbour("yellow_4_4").stop().trade("yellow_4_4")
    coins = table.state.players[0].coins
    assert len(coins) == 7
    shown = table.view(0)
    assert shown.players[0].coins == 7
    assert not ids(encode(shown)) & set(coins)
    assert not ids([event.public for event in table.events]) & set(coins)


def test_4_everybody_sees_the_same() -> None:
    for step in steps(4, "contracts", seed=4):
        views = [rules.view(step.position.state, viewer) for viewer in (None, 0, 1, 2, 3)]
        assert all(view == views[0] for view in views)


def test_4_numbers_of_coins_and_of_cards_in_the_piles_are_open() -> None:
    table = Table(3).deal(1, coins=8).harbour("settler").deal(0, coins=4).stop().hire("settler")
    shown = table.view(None)
    assert [player.coins for player in shown.players] == [0, 8, 3]
    assert shown.pile == len(table.state.draw)
    assert shown.discard == 4 and sum(shown.discarded.values()) == 4
    assert shown.discard_top and shown.discard_top.id == f"card:{table.state.discard[-1]}"


def test_4_the_view_carries_what_the_board_shows() -> None:
    table = Table(3, contracts=["fighter", "frigate_foe"]).step("frigate_foe", 1, 2)
    table.deal(0, "sailor_1", "trader_red_1", "governor").row("exp_cch")
    table.harbour("settler", "red_skull_3", "blue_1_1").next("yellow_1_1").reveal()
    shown = table.view(0)
    assert shown.phase == "repel" and shown.ship and shown.ship.face == "yellow_1_1"
    assert shown.ship.number == 4 and shown.players[0].swords == 1
    assert [card.number for card in shown.harbour] == [1, 2, 3]
    assert shown.colours == ["blue", "red"] and shown.takes == 1 + 1
    assert shown.expeditions[0].needs == ("priest", "priest", "settler")
    assert shown.players[0].roles == {"governor": 1, "sailor": 1, "trader_red": 1}
    assert shown.contracts[1].steps == [0, 2, 0] and shown.contracts[1].track == 2
    assert [turned.fate for turned in shown.turn.cards] == ["harbour"] * 3 + ["ship"]


def test_7_the_view_shows_the_turn_before_as_well() -> None:
    table = Table().harbour("yellow_1_1", "settler").stop().trade("yellow_1_1")
    while table.state.turn.number == 1:
        table.done_taking()
    last = table.view(None).last_turn
    assert last and (last.number, last.active, last.bust) == (1, 0, False)
    assert [(t.card.face, t.card.number, t.fate, t.by) for t in last.cards] == [
        ("yellow_1_1", 1, "taken", 0),
        ("settler", 2, "cleared", None),
    ]


def test_stored_positions_and_views_stay_small() -> None:
    """Bytes with five players and all of the expansion, in mid-game and when displays are full."""
    for seed in range(3):
        positions, views = [], []
        step = start(rules, 5, Options("contracts"), f"small {seed}")
        while step.decisions:
            decision, state = step.decisions[0], step.position.state
            shown = rules.view(state, decision.seat)
            views.append(len(json.dumps(encode(shown), separators=(",", ":"))))
            positions.append(len(encode_position(rules, step.position, 999)))
            move = rules.bots["greedy"](shown, decision, random.Random(0))
            step = advance(rules, step.position, decision.seat, move, step.decisions)
        assert max(positions) < 4_000
        assert views[len(views) // 2] < 7_000
        assert max(views) < 10_000
