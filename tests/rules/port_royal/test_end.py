"""The end of the game and its winners (3.9, 6)."""

from __future__ import annotations

import random

import pytest

from games.rules.core.play import advance, start
from games.rules.port_royal import rules
from games.rules.port_royal.state import Options
from tests.rules.port_royal.table import Table


def results(table: Table) -> list[tuple[int, int, tuple[int, ...]]]:
    """Rank, influence and coins of every seat."""
    outcome = table.outcome
    assert outcome and outcome.reason == "twelve_influence"
    return [(s.rank, s.score, s.tiebreaks) for s in outcome.standings]


def dawdle(table: Table) -> Table:
    """The rest of the game with everybody turning up one card and taking nothing."""
    while not table.outcome:
        first = table.asked[1] in ("discover_first", "repel")
        table.play(table.moves()[0 if first else -1])
    return table


def almost_there() -> Table:
    """Seat 0 has 11 influence and money for a settler, also for one with the fee."""
    table = Table(3).fulfilled(0, "exp_aah", "exp_cc").deal(0, "trader_red_1", coins=5)
    return table.harbour("settler")


def test_edge_44_twelve_influence_in_the_last_seats_turn_end_the_game_with_it() -> None:
    table = almost_there().active(2).stop()
    assert table.asked == (0, "trade_fee") and not table.state.last_round
    table.hire("settler")
    assert table.fact("last_round") == {"seat": 0}
    assert table.outcome and [rank for rank, *_ in results(table)] == [1, 3, 2]


def test_edge_45_after_the_start_players_twelve_the_others_get_one_more_turn() -> None:
    table = almost_there().fulfilled(1, "exp_cch").deal(1, "mademoiselle_3", "settler", "settler")
    table.row("exp_hh").stop().hire("settler")
    assert table.state.last_round and table.asked == (1, "discover_first")
    table.fulfil("exp_hh")
    assert table.state.influence(1) == 13
    dawdle(table)
    assert [turn["seat"] for turn in table.logged("turn")[1:]] == [1, 2]  # after the opening
    assert [(rank, score) for rank, score, _ in results(table)] == [(2, 12), (1, 13), (3, 0)]


def at_thirteen(coins: int, other: int) -> Table:
    """The last turn of a game in which both have 13 influence."""
    table = Table().active(1)
    table.fulfilled(0, "exp_aah", "exp_cc").deal(0, "sailor_3", coins=coins)
    table.fulfilled(1, "exp_cch", "exp_aa").deal(1, "mademoiselle_3", coins=other)
    return table.next("exp_hh").reveal().stop()


def test_edge_46_most_coins_break_the_tie_and_then_the_victory_is_shared() -> None:
    assert results(at_thirteen(4, 4)) == [(1, 13, (4,)), (1, 13, (4,))]
    assert results(at_thirteen(4, 5)) == [(2, 13, (4,)), (1, 13, (5,))]
    assert results(at_thirteen(6, 5)) == [(1, 13, (6,)), (2, 13, (5,))]


def test_7_the_last_log_lines_give_the_result_the_best_first() -> None:
    table = at_thirteen(4, 5)
    assert [tuple(facts.values()) for facts in table.facts("scored")] == [(1, 13, 5), (0, 13, 4)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("expansion", ["none", "cards", "contracts"])
def test_6_everybody_has_been_active_equally_often(players: int, expansion: str) -> None:
    for seed in range(3):
        step = start(rules, players, Options(expansion), f"{seed}")  # type: ignore[arg-type]
        first = step.position.state.start
        active, chance = [first], random.Random(seed)
        triggered = False
        while step.decisions:
            decision = step.decisions[0]
            move = chance.choice(decision.moves)
            step = advance(rules, step.position, decision.seat, move, step.decisions)
            active += [e.public["seat"] for e in step.events if e.name == "turn"]
            triggered |= any(e.name == "last_round" for e in step.events)
        assert triggered
        assert active == [(first + n) % players for n in range(len(active))]
        assert len(active) % players == 0
