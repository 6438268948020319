"""On a phone, what is commonly decided needs no scrolling: the answer is in reach of the thumb."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from accounts.models import User
from games.rules.core.codec import decode_move, encode
from games.rules.core.play import advance, of_seat
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.telling.history import position_of
from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import begin, user_at
from tests.browser.conftest import Opener
from tools import corpus
from tools.living.table import PHONE, play_one, wait_for_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COMMONEST = 2  # kinds of decision of a game
GAMES_READ = 12
TIMES = 12  # that each kind is looked at
REACHED = """async ([move, field]) => {
    const rest = async () => {
        const isMoving = (one) =>
            one.playState === "running" && one.effect.getComputedTiming().iterations !== Infinity;
        for (let still = 0; still < 3; still += 1) {
            await new Promise(requestAnimationFrame);
            if (document.getAnimations().some(isMoving)) still = 0;
        }
    };
    const isHit = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [0.5, 0.25, 0.75].some((part) => {
            const hit = document.elementFromPoint(x + part * width, y + part * height);
            return hit !== null && element.contains(hit);
        });
    };
    const isOf = ({ value }) => Object.entries(JSON.parse(value)).every(([name, part]) =>
        name === field || JSON.stringify(part) === JSON.stringify(move[name]));
    await rest();
    const button = [...document.querySelectorAll("#panel button.answer")].find(isOf);
    const spot = button?.dataset.for;
    const lit = spot ? `#board .legal[data-spot="${CSS.escape(spot)}"]` : "";
    if (lit && [...document.querySelectorAll(lit)].some(isHit)) return "board";
    if (document.querySelector("#panel.folded")) document.getElementById("handle").click();
    await rest();
    if (!button) return "not offered";
    return isHit(button) ? "sheet" : `by scrolling: ${button.value} ${lit}`;
}"""
"""Where a finger hits an answer: on the board, or on the sheet when that has been opened."""


def commonest(game: str) -> list[str]:
    """Return the keys of the decisions that people take most often, of those with a choice."""
    rules, recorded = GAMES[game], corpus.read(game)
    known = [decode_move(rules, move) for move in recorded.moves]
    counted: Counter[str] = Counter()
    for one in recorded.games[:GAMES_READ]:
        step = corpus.opening_of(rules, one.setting)
        for seat, move in corpus.moves_of(one, known):
            decision = of_seat(step.decisions, seat)
            assert decision is not None
            counted[decision.key] += len(decision.moves) > 1
            step = advance(rules, step.position, seat, move, step.decisions)
    return [key for key, _ in counted.most_common(COMMONEST)]


@pytest.mark.parametrize("game", games_in_lobby())
def test_what_is_commonly_decided_needs_no_scrolling(open_table: Opener, game: str) -> None:
    table = begin(game)
    User.objects.update(catch_up=False)
    page = open_table(table, user_at(table, 0), **PHONE, reduced_motion="reduce")
    chance, kinds = random.Random(5), commonest(game)
    reached: Counter[tuple[str, str]] = Counter()
    looked: Counter[str] = Counter()
    while (position := position_of(row := table_load(table.pk))) and row.status == "playing":
        decision = row.rules.pending(position.state)[0]
        key, rules = decision.key, row.rules
        if decision.seat == 0 and key in kinds and looked[key] < TIMES and len(decision.moves) > 1:
            wait_for_entry(page, table)
            move = rules.bots["greedy"](rules.view(position.state, 0), decision, chance)
            looked[key] += 1
            reached[key, page.evaluate(REACHED, [encode(move), move.number_field])] += 1
        if all(looked[key] >= TIMES for key in kinds):
            break
        play_one(table, chance)
    assert min(looked[key] for key in kinds) >= TIMES // 2
    assert {where for _, where in reached} <= {"board", "sheet"}, reached
