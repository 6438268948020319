"""The greedy bot: clearly better than chance, in both variants."""

from __future__ import annotations

import random

import pytest

from games.rules.core.golden import play_out
from games.rules.core.interface import Move, Outcome
from games.rules.core.play import Played, advance, of_seat, start
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.moves import Deliver, Give, Pass, Place, ShiftValue
from games.rules.santiago_de_cuba.state import Options
from tests.rules.santiago_de_cuba.table import Table

GAMES = 40
PATIENT = (187, 486, 635, 738, 903, 920, 1804, 2334)
"""Games in which two bots once undid for ever what the other did."""
LONG = 450  # moves; most games have 180


def moves_of(options: Options, players: int, seed: str) -> list[Played]:
    """All moves of a game between greedy bots."""
    step = start(rules, players, options, seed)
    return play_out(rules, step, [rules.bots["greedy"]] * players, seed)


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


@pytest.mark.parametrize("number", PATIENT)
def test_greedy_grows_impatient(number: int) -> None:
    """One lowered the value of the ship, turn by turn, that the other's driving had raised."""
    assert len(moves_of(Options(), 2, f"long {number}")) < LONG


@pytest.mark.parametrize("info", ["public", "screens"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_game_between_greedy_bots_is_endless(info: str, players: int) -> None:
    options = Options(info=info)  # type: ignore[arg-type]
    longest = max(len(moves_of(options, players, f"bound {number}")) for number in range(50))
    assert longest < LONG


def test_a_late_ship_is_not_held_back() -> None:
    """Early on it is worth a turn to lower the value of a ship that others would profit from."""
    table = Table().ship(2, value=3).hold(0).hold(1, sugar=2, citrus=3).pawn(0, "church")
    table.car("jose").drive(0, "pedro").play(Place("harbour_office"), 0)
    table.state.turn = 20
    assert choice(table.checked(), 0) == ShiftValue("down")
    table.state.turn = 60
    assert choice(table.checked(), 0) == ShiftValue("up")
