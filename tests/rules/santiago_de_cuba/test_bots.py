"""The greedy bot: clearly better than chance, in both variants."""

from __future__ import annotations

import random

import pytest

from games.rules.core.golden import play_out
from games.rules.core.interface import Move, Outcome
from games.rules.core.play import advance, of_seat, start
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.moves import Deliver, Give, Pass
from games.rules.santiago_de_cuba.state import Options
from tests.rules.santiago_de_cuba.table import Table

GAMES = 40


def outcome(options: Options, bots: list[str], seed: str) -> Outcome:
    """How a game between these bots ends."""
    step = start(rules, len(bots), options, seed)
    moves = play_out(rules, step, [rules.bots[name] for name in bots], seed)
    step = start(rules, len(bots), options, seed)
    for seat, move in moves:
        step = advance(rules, step.position, seat, move, step.decisions)
    result = rules.outcome(step.position.state)
    assert result is not None
    return result


@pytest.mark.parametrize("info", ["public", "screens"])
def test_greedy_beats_random(info: str) -> None:
    won = 0.0
    for number in range(GAMES):
        bots = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        standings = outcome(Options(info=info), bots, f"match {number // 2}").standings  # type: ignore[arg-type]
        greedy = bots.index("greedy")
        if standings[greedy].rank == 1:
            won += 1 / sum(standing.rank == 1 for standing in standings)
    assert won >= 0.8 * GAMES


def choice(table: Table, seat: int) -> Move:
    """What the greedy bot answers."""
    decision = of_seat(table.decisions, seat)
    assert decision is not None
    return rules.bots["greedy"](table.view(seat), decision, random.Random(1))


def test_greedy_delivers_what_pays_most() -> None:
    table = Table().car("pablo").hold(0, citrus=3, wood=1).drive(0, "harbour")
    assert choice(table, 0) == Deliver("citrus", 3)


def test_greedy_gives_what_hurts_least() -> None:
    table = Table().car("pedro").hold(1, pesos=2, points=5, rum=1).drive(0, "el_zorro")
    assert choice(table, 1) == Give("peso")


def test_greedy_passes_when_it_must() -> None:
    table = Table(info="screens").car("pablo").hold(0, pesos=1).drive(0, "harbour")
    assert choice(table, 0) == Pass()
