"""The greedy bot: stops in time, sees what everybody sees, beats chance."""

from __future__ import annotations

import random

import pytest

from games.rules.core.interface import Move
from games.rules.core.play import Step, advance, start
from games.rules.port_royal import rules
from games.rules.port_royal.bots import unseen_cards
from games.rules.port_royal.components import CARDS
from games.rules.port_royal.moves import (
    Forgo,
    Fulfil,
    Gift,
    Hire,
    Repel,
    Reveal,
    Stop,
    Trade,
)
from games.rules.port_royal.state import Options, State
from tests.rules.port_royal.contract import scramble
from tests.rules.port_royal.table import MANY_SWORDS, Table

GREEDY, RANDOM = rules.bots["greedy"], rules.bots["random"]


def choice(table: Table) -> Move:
    """What the greedy bot answers."""
    decision = table.decision
    return GREEDY(table.view(decision.seat), decision, random.Random(0))


def winner_share(expansion: str, games: int) -> float:
    """How much of the victories against the random bot are the greedy one's; ties count half."""
    won = 0.0
    for game in range(games):
        mine = game % 2
        bots = [RANDOM, RANDOM]
        bots[mine] = GREEDY
        chance = random.Random(game)
        options = Options(expansion)  # type: ignore[arg-type]
        step: Step[State] = start(rules, 2, options, f"bots {game}")
        while step.decisions:
            decision = step.decisions[0]
            view = rules.view(step.position.state, decision.seat)
            move = bots[decision.seat](view, decision, chance)
            step = advance(rules, step.position, decision.seat, move, step.decisions)
        outcome = rules.outcome(step.position.state)
        assert outcome
        ranks = [standing.rank for standing in outcome.standings]
        won += 0.5 if ranks[0] == ranks[1] else ranks[mine] == 1
    return won / games


@pytest.mark.parametrize("expansion", ["none", "cards", "contracts"])
def test_greedy_beats_random(expansion: str) -> None:
    assert winner_share(expansion, 30) >= 0.8


def test_greedy_goes_on_while_little_lies_there_and_stops_before_it_is_lost() -> None:
    assert choice(Table().harbour("pirate_3")) == Reveal()
    assert choice(Table().harbour("yellow_1_1")) == Reveal()
    full = Table().harbour("yellow_4_4", "blue_5_4", "green_5_4", "red_skull_4")
    assert choice(full) == Stop()


def test_greedy_with_swords_dares_more_than_without() -> None:
    lying = ("yellow_2_3", "blue_2_3", "green_3_3")
    assert choice(Table().harbour(*lying)) == Stop()
    armed = Table().deal(0, *MANY_SWORDS).deal(1, "sailor_1", "sailor_1").harbour(*lying)
    assert choice(armed) == Reveal()


def test_greedy_repels_what_would_end_its_turn() -> None:
    table = Table().deal(0, *MANY_SWORDS).harbour("red_1_1").next("red_6_3").reveal()
    assert choice(table) == Repel()


def test_greedy_goes_on_expeditions_and_takes_what_brings_influence_at_the_end() -> None:
    assert isinstance(choice(Table().deal(0, "priest", "priest").row("exp_cc")), Fulfil)
    table = Table().fulfilled(1, "exp_cc", "exp_aa", "exp_hh").deal(0, coins=4)
    assert isinstance(choice(table.harbour("settler", "yellow_4_4").stop()), Hire)


def test_greedy_takes_the_ship_that_its_traders_like() -> None:
    table = Table().deal(0, "trader_red_1", "trader_red_1", coins=0)
    move = choice(table.harbour("red_3_2", "blue_5_3").stop())
    assert isinstance(move, Trade) and CARDS[move.card].face == "red_3_2"


def test_greedy_forgoes_coins_when_a_contract_pays_more() -> None:
    table = Table(contracts=["frigate_foe"]).step("frigate_foe", 0, 2).harbour("red_3_2").stop()
    assert isinstance(choice(table), Forgo)
    plain = Table(contracts=["galleon_foe"]).harbour("red_3_2").stop()
    assert isinstance(choice(plain), Trade)


def test_greedy_gives_the_extra_coin_to_whom_it_helps_least() -> None:
    table = Table(3, expansion="cards").deal(1, "sailor_3").harbour("yellow_4_3_gift").stop()
    assert choice(table.trade("yellow_4_3_gift")) == Gift(2)


def test_greedy_counts_the_cards_that_are_not_to_be_seen() -> None:
    table = (
        Table(5).deal(0, "governor", coins=4).harbour("yellow_1_1").discarded("exp_cc").checked()
    )
    unseen = unseen_cards(table.view(0))
    hidden = len(table.state.draw) + sum(table.all_coins())
    assert sum(unseen.values()) == hidden
    assert unseen["governor"] == 3 and unseen["yellow_1_1"] == 2 and "exp_cc" not in unseen


def test_greedy_decides_the_same_however_the_hidden_cards_lie() -> None:
    chance = random.Random(1)
    step = start(rules, 3, Options("contracts"), "blind")
    while step.decisions:
        decision, state = step.decisions[0], step.position.state
        move = GREEDY(rules.view(state, decision.seat), decision, random.Random(0))
        other = scramble(state, decision.seat, chance)
        assert GREEDY(rules.view(other, decision.seat), decision, random.Random(0)) == move
        step = advance(rules, step.position, decision.seat, move, step.decisions)


def test_what_a_governor_promises_goes_down_evenly_with_more_players() -> None:
    """Fitted with two and with five; between them it lies on the line."""

    def promises(players: int) -> float:
        state = Table(players).deal(0, "governor").checked().state
        own, other = rules.prospects(state)[:2]
        return own - other

    two, three, four, five = (promises(players) for players in range(2, 6))
    assert two > five > 0
    assert three == pytest.approx(two + (five - two) / 3)
    assert four == pytest.approx(two + (five - two) * 2 / 3)


def test_over_it_is_the_score_that_counts() -> None:
    state = Table(3).deal(0, "governor", coins=9).checked().state
    state.phase = "over"
    assert rules.prospects(state) == [result[0] for result in rules.results(state)]
