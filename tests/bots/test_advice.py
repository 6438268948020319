"""What a search has to say besides its answer, in small games whose best play is known."""

from __future__ import annotations

import pytest

from games.bots.advice import Fear, best_answers, fear_of, line_of
from games.bots.outlook import Outlook, difference, in_order, shares_of
from games.rules.core.codec import encode
from games.rules.core.effects import Rng
from games.rules.core.interface import Position, play_at_random
from tests.bots.small import Calls, Closed, Endless, Heap, Matches, Pick, Sealed
from tests.bots.test_search import searched


def test_the_best_answers_begin_with_its_own() -> None:
    search = searched(Matches(), Heap(2, 6), 0, 6_000)
    answers = best_answers(search, 3)
    assert answers[0] == search.answer() == Pick(2)
    assert sorted(encode(answer)["number"] for answer in answers) == [1, 2, 3]
    assert best_answers(search, 1) == [Pick(2)]


def test_it_fears_what_hurts_most_after_an_answer() -> None:
    """Of eight matches, whatever is taken, the other one leaves four and wins."""
    search = searched(Matches(), Heap(2, 8), 0, 12_000)
    answer = search.answer()
    fear = fear_of(search, answer)
    assert fear is not None and isinstance(answer, Pick)
    assert (fear.seat, fear.move) == (1, encode(Pick(4 - answer.number)))
    last = searched(Matches(), Heap(2, 3), 0, 2_000)
    assert fear_of(last, Pick(3)) is None, "the game is over then"


def test_of_what_is_answered_at_once_it_fears_the_worst_too() -> None:
    fear = fear_of(searched(Calls(), Sealed([None, None]), 0, 4_000), Pick(3))
    assert fear is not None and fear.seat == 1


def test_a_line_is_what_is_expected_and_what_is_feared_comes_in_it() -> None:
    search = searched(Matches(), Heap(2, 9), 0, 12_000)
    line = line_of(search, Position(Rng("x"), Heap(2, 9)), Pick(1), 10)
    assert line[0] == (0, Pick(1)) and [seat for seat, _ in line[:4]] == [0, 1, 0, 1]
    assert sum(move.number for _seat, move in line) == 9  # type: ignore[attr-defined]
    assert line[-1][0] == 0, "it wins what is won"
    fear = Fear(1, encode(Pick(3)))
    feared = line_of(search, Position(Rng("x"), Heap(2, 9)), Pick(1), 10, fear)
    assert feared[:2] == [(0, Pick(1)), (1, Pick(3))]
    assert len(line_of(search, Position(Rng("x"), Heap(2, 9)), Pick(1), 2)) == 2
    impossible = Fear(1, encode(Pick(9)))
    assert line_of(search, Position(Rng("x"), Heap(2, 9)), Pick(1), 10, impossible) == []


def test_of_answers_the_first_is_best_unless_another_wins_more_often() -> None:
    """Of five matches the last one wins: who takes three leaves two, and so does not."""

    def outlook(number: int, courses: int = 200) -> Outlook:
        made = Outlook(Matches(), Heap(2, 5), play_at_random, "order", (0, Pick(number)), courses)
        made.run(100_000)
        return made

    one, three = outlook(1), outlook(3)
    assert one.chances()[0] > three.chances()[0] + 0.1
    assert in_order([one, three], 0) == [0, 1]
    assert in_order([three, one], 0) == [1, 0], "another is better beyond chance"
    assert in_order([three, one], 1) == [0, 1], "for the other seat it is worse"
    assert in_order([one, three, outlook(1)], 0) == [0, 2, 1], "the others by their chances"
    assert in_order([outlook(3, 5), outlook(1, 5)], 0)[0] == 0, "too little is known"


def test_an_outlook_counts_who_wins_and_compares_in_the_same_worlds() -> None:
    outlooks = [
        Outlook(Matches(), Heap(2, 5), play_at_random, "seed", (0, Pick(number)), 400)
        for number in (1, 3)
    ]
    for outlook in outlooks:
        outlook.run(100_000)
        assert len(outlook.wins) == 400 and outlook.is_over
        assert sum(outlook.chances()) == pytest.approx(1)
    gap, error = difference(outlooks[0], outlooks[1], 0)
    assert gap > 3 * error > 0, "who leaves two is beaten by chance alone half the time"
    parts = Outlook(Matches(), Heap(2, 5), play_at_random, "seed", (0, Pick(1)), 400)
    while not parts.is_over:
        parts.run(parts.work + 7)
    assert parts.wins == outlooks[0].wins


def test_those_who_tie_share_and_what_cannot_be_drawn_is_said() -> None:
    assert shares_of([(3, 1), (3, 1), (3, 0)]) == [0.5, 0.5, 0.0]
    endless = Outlook(Endless(), Heap(2, 5), play_at_random, "seed", most=1)
    endless.run(1)
    assert endless.chances() == [0.5, 0.5]
    with pytest.raises(NotImplementedError):
        Outlook(Closed(), Heap(2, 5), play_at_random, "seed").run(1)
