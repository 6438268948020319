"""The search: what it finds, what it never does, and that it can be stopped and go on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.bots import playout
from games.bots.search import BotSearch
from games.bots.tree import Node
from games.rules.core.effects import Rng
from games.rules.core.interface import Decision, Position, Rules, play_at_random
from games.rules.core.levels import Level
from games.rules.core.play import advance
from tests.bots.small import Calls, Closed, Endless, Heap, Matches, Pick, Sealed


def searched(rules: Rules[Any], state: Any, seat: int, work: int, seed: str = "any") -> BotSearch:
    """A search for what a seat should answer in this state."""
    decision = next(one for one in rules.pending(state) if one.seat == seat)
    search = BotSearch(rules, rules.view(state, seat), decision, play_at_random, seed)
    search.run(work)
    return search


@pytest.mark.parametrize(("left", "take"), [(5, 1), (6, 2), (7, 3), (9, 1), (10, 2)])
def test_it_finds_the_winning_answer(left: int, take: int) -> None:
    assert searched(Matches(), Heap(2, left), 0, 12_000).answer() == Pick(take)


def test_a_game_that_says_nothing_before_its_end_is_played_to_it() -> None:
    rules, state = Matches(), Heap(2, 5)
    (decision,) = rules.pending(state)
    search = BotSearch(rules, state, decision, play_at_random, "any", Level(horizon=1))
    search.run(12_000)
    assert search.answer() == Pick(1)


def test_everybody_else_plays_for_themselves() -> None:
    """Once seat 0 has left three matches, seat 1 looks most at taking them all, for itself."""
    search = searched(Matches(), Heap(3, 5), 0, 6_000)
    followed = next(node for seen, node in search.root.children.items() if b'"number":2' in seen)
    arms = followed.arms[1]
    best = max(arms, key=lambda key: arms[key].tried)
    assert best == b'{"kind":"Pick","number":3}', "what wins"
    assert arms[best].mean > 0.85


def test_those_asked_at_once_do_not_see_each_other() -> None:
    """Seat 0 calls its best number; seat 1 guesses that, although it is sealed."""
    assert searched(Calls(), Sealed([None, None]), 0, 4_000).answer() == Pick(3)
    assert searched(Calls(), Sealed([None, None]), 1, 4_000).answer() == Pick(3)


def test_a_sealed_answer_is_not_known() -> None:
    """Whatever seat 0 has called, the search of seat 1 does the same."""
    answers = {
        tuple(
            arm.tried
            for arm in searched(Calls(), Sealed([call, None]), 1, 500).root.arms[1].values()
        )
        for call in range(4)
    }
    assert len(answers) == 1


def test_it_goes_on_where_it_was_stopped() -> None:
    whole = searched(Matches(), Heap(2, 10), 0, 3_000)
    parts = searched(Matches(), Heap(2, 10), 0, 1)
    for until in (2, 700, 701, 2_999, 3_000):
        parts.run(until)
    assert parts.iterations == whole.iterations and parts.work == whole.work
    assert shape(parts.root) == shape(whole.root)
    other = searched(Matches(), Heap(2, 10), 0, 3_000, seed="another")
    assert shape(other.root) != shape(whole.root)


def shape(node: Any) -> Any:
    """All that a tree holds."""
    arms = {
        seat: {key: (arm.tried, arm.offered, arm.gained) for key, arm in known.items()}
        for seat, known in node.arms.items()
    }
    return arms, {seen: shape(child) for seen, child in node.children.items()}


def test_with_widening_few_answers_are_tried_at_a_question_that_is_seldom_asked() -> None:
    (decision,) = Matches().pending(Heap(2, 10))
    suggestion, chance = decision.moves[1], random.Random("any")
    all_at_once, few, tried = Node(), Node(), list[int]()
    for _ in range(9):
        for node, widening in ((all_at_once, 0.0), (few, 0.5)):
            _move, arm = node.choose(decision, suggestion, chance, widening)
            arm.tried += 1
            arm.gained += 0.5
        tried.append(sum(1 for arm in few.arms[0].values() if arm.tried))
    assert [arm.tried for arm in all_at_once.arms[0].values()] == [3, 3, 3]
    assert tried == [1, 1, 1, 1, 2, 2, 2, 2, 2]
    first, _arm = Node().choose(decision, suggestion, chance, 0.5)
    assert first == suggestion


def test_without_work_the_policy_answers() -> None:
    asked: list[Decision] = []

    def policy(view: Any, decision: Decision, chance: random.Random) -> Any:
        asked.append(decision)
        return decision.moves[-1]

    (decision,) = Matches().pending(Heap(2, 10))
    assert BotSearch(Matches(), Heap(2, 10), decision, policy, "any").answer() == Pick(3)
    assert asked == [decision]


def test_a_course_that_does_not_end_is_cut_off() -> None:
    (decision,) = Endless().pending(Heap(2, 10))
    search = BotSearch(Endless(), Heap(2, 10), decision, play_at_random, "any", Level(horizon=40))
    search.run(500)
    assert search.iterations >= 5 and search.answer() in decision.moves


def test_it_may_search_otherwise_with_more_than_two() -> None:
    level = Level(horizon=40, rank=0.5, crowded=Level(horizon=70, rank=0.1))
    for players, ahead, rank in ((2, 40, 0.5), (3, 70, 0.1), (5, 70, 0.1)):
        (decision,) = Endless().pending(Heap(players, 10))
        search = BotSearch(Endless(), Heap(players, 10), decision, play_at_random, "any", level)
        search.iterate()
        assert search.work == 1 + ahead, "one move in the tree, the others below it"
        assert search.worth.rank == rank
        search.iterate()
        assert search.worth.courses == 2


def test_worth_tells_who_is_ahead() -> None:
    rules, worth = Calls(), playout.Worth()

    def of(scores: list[int], kept: list[int]) -> list[float]:
        state = Sealed(scores, kept)
        return worth.of(rules.results(state), rules.prospects(state), is_over=True)

    assert of([2, 3], [2, 2]) == [0.5, 0.5]
    far, near = (of([1, 1], [0, lead]) for lead in (9, 1))
    assert 0 <= far[0] < near[0] < 0.5 < near[1] < far[1] <= 1
    first, second, third = playout.Worth().of([(4,), (3,), (1,)], [4, 3, 1], is_over=True)
    assert first > second > third


def test_a_lead_counts_beside_those_before() -> None:
    worth = playout.Worth()
    for lag in (50, 60):
        worth.of([(0,), (lag,)], [0, lag], is_over=False)
    closer, _ = worth.of([(0,), (45,)], [0, 45], is_over=False)
    further, _ = worth.of([(0,), (65,)], [0, 65], is_over=False)
    assert closer > further + 0.2, "also where the rank will not change"


def test_how_much_the_rank_counts_is_the_levels() -> None:
    """Of a game that goes on; who is ahead by a little may be behind in the end."""
    only_lead, only_rank = playout.Worth(0.0), playout.Worth(1.0)
    for lead in (-9, 9, 1):
        lead_says = only_lead.of([(0,), (0,)], [float(lead), 0.0], is_over=False)
        rank_says = only_rank.of([(0,), (0,)], [float(lead), 0.0], is_over=False)
    assert rank_says == [1, 0] and 0.5 < lead_says[0] < 0.7


def test_a_search_is_over_when_nothing_can_change_its_answer() -> None:
    (decision,) = Matches().pending(Heap(2, 10))
    whole = searched(Matches(), Heap(2, 10), 0, 4_000)
    search = BotSearch(Matches(), Heap(2, 10), decision, play_at_random, whole.seed, most=4_000)
    search.run(4_000)
    assert search.is_over and search.work < 4_000
    assert search.answer() == whole.answer()


def test_a_game_that_cannot_draw_what_is_hidden_has_its_policy() -> None:
    search = searched(Closed(), Heap(2, 10), 0, 500)
    assert search.iterations == 0
    assert search.answer() in Matches().pending(Heap(2, 10))[0].moves


def test_what_is_searched_stays_as_it_is() -> None:
    state = Heap(2, 10)
    searched(Matches(), state, 0, 500)
    assert state == Heap(2, 10)
    step = advance(Matches(), Position(Rng("after"), state), 0, Pick(2))
    assert step.position.state.left == 8
