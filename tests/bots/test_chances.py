"""Chances that are told: by courses in which the policy slips, and the bench of their errors."""

from __future__ import annotations

import random
from io import StringIO
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.bots.levels import DOUBT, doubtful, policy_of
from games.bots.outlook import Outlook
from games.rules.core.play import advance, start
from games.rules.registry import GAMES
from tools.bench import chances
from tools.bench.chances import ToldChances, error, pairs_of, rows_of, told
from tools.bench.matches import Match


def test_the_policy_of_an_outlook_slips_now_and_then() -> None:
    rules = GAMES["pier"]
    step = start(rules, 2, rules.options_type(), "slips")
    decision = step.decisions[0]
    view = rules.view(step.position.state, decision.seat)
    usual = policy_of(rules)(view, decision, random.Random(0))
    others = 1 - 1 / len(decision.moves)

    def slipped(share: float) -> float:
        policy = doubtful(rules, share)
        answers = [policy(view, decision, random.Random(n)) for n in range(2_000)]
        assert set(answers) <= set(decision.moves)
        return sum(answer != usual for answer in answers) / len(answers)

    assert slipped(0.0) == 0
    assert slipped(DOUBT) == pytest.approx(DOUBT * others, abs=0.04)


@pytest.mark.costly
def test_slips_leave_in_doubt_what_a_policy_without_them_is_sure_of() -> None:
    """At the beginning of Guatemala Café nobody has all but won, as one of the two would tell."""
    rules = GAMES["guatemala_cafe"]
    sure, doubted = list[float](), list[float]()
    for deal in range(3):
        step = start(rules, 2, rules.options_type(), f"doubt {deal}")
        while len(step.decisions[0].moves) == 1:
            only = step.decisions[0]
            step = advance(rules, step.position, only.seat, only.moves[0], step.decisions)
        view = rules.view(step.position.state, step.decisions[0].seat)
        for policy, found in ((policy_of(rules), sure), (doubtful(rules), doubted)):
            outlook = Outlook(rules, view, policy, "doubt", most=24)
            outlook.run(100_000)
            assert len(outlook.wins) == 24
            found.append(max(outlook.chances()))
    assert max(doubted) < max(sure) and sum(doubted) < sum(sure)


def test_the_error_is_that_of_chances_against_what_came_out() -> None:
    games = [
        ToldChances({0.0: [[0.9, 0.1], [0.5, 0.5]], 0.2: [[1.0, 0.0], [1.0, 0.0]]}, (1.0, 0.0)),
        ToldChances({0.0: [[0.9, 0.1], [0.2, 0.8]], 0.2: [[1.0, 0.0], [1.0, 0.0]]}, (0.5, 0.5)),
    ]
    assert pairs_of(games, 0.0)[:2] == [(0.9, 1.0), (0.1, 0.0)] and len(pairs_of(games, 0.0)) == 8
    assert error([(0.9, 1.0), (0.4, 0.0)]) == pytest.approx((0.01 + 0.16) / 2)
    rows = rows_of("a game", games)
    assert [row.measure for row in rows] == [
        "a game, slips 0: error of 8",
        "a game, slips 0: of 3 likely ones won, said",
        "a game, slips 0.2: error of 8",
        "a game, slips 0.2: of 4 likely ones won, said",
    ]
    assert rows[0].reference == pytest.approx(0.125), "who knows nothing: 0.25, and 0 for a tie"
    assert (rows[3].ours, rows[3].reference) == (0.75, 1.0)


def test_chances_are_told_in_the_middle_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "COURSES", 3)
    match = Match("pier", "told", ("regular",) * 3)
    found = told(match, [0.0, 1.0], 4)
    assert found == told(match, [0.0, 1.0], 4)
    assert [len(of) for of in found.chances.values()] == [4, 4] and len(found.shares) == 3
    for each in (*found.chances[0.0], *found.chances[1.0]):
        assert sum(each) == pytest.approx(1) and len(each) == 3


def benched(*arguments: str) -> list[dict[str, Any]]:
    out = StringIO()
    call_command("bench", "chances", *arguments, "--json", stdout=out, stderr=StringIO())
    found: list[dict[str, Any]] = msgspec.json.decode(out.getvalue())
    return found


def test_the_bench_says_how_far_from_the_truth_chances_are() -> None:
    asked = ("--game", "pier", "--games", "2", "--positions", "2", "--level", "regular")
    rows = benched(*asked, "--seats", "2..3", "--slips", "0.2")
    errors = [row for row in rows if "error of" in row["measure"]]
    assert [row["measure"] for row in errors] == [
        "chances: pier, 2 players, slips 0.2: error of 8",
        "chances: pier, 3 players, slips 0.2: error of 12",
    ]
    for wrong, said in (
        (("--slips", "2"), "shares, from 0 to 1"),
        (("--level", "nobody"), "no level 'nobody'"),
        (("--seats", "many"), "a number, or two"),
    ):
        with pytest.raises(CommandError, match=said):
            benched(*asked, *wrong)
