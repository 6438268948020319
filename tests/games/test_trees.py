"""Trees of answers: what was tried stays, whatever is tried instead of it."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.rules.core.codec import convert, encode
from games.trying.keeping import Trial
from games.trying.trees import Tree, TreeAnswer


def bid(coins: int) -> dict[str, object]:
    return {"kind": "Bid", "coins": coins}


def grown() -> Tree:
    """Bids of 1 and 2, then 3 and 4 instead of the 2, then 5 instead of the 1.

    1 ─ 2
      └ 3 ─ 4
    5
    """
    tree = Tree().tried(0, bid(1)).tried(1, bid(2)).stepped(-1).tried(1, bid(3)).tried(0, bid(4))
    return tree.shown(0).tried(0, bid(5))


def coins(tree: Tree) -> list[object]:
    return [move["coins"] for _seat, move in tree.played]


def test_another_answer_begins_a_line_and_the_first_one_stays() -> None:
    tree = grown()
    assert [tree.after(n) for n in range(6)] == [[1, 5], [2, 3], [], [4], [], []]
    assert coins(tree) == [5] and tree.step == 1 and tree.line == [5]
    assert coins(tree.shown(4)) == [1, 3, 4]
    assert coins(tree.shown(2)) == [1, 2]


def test_the_same_answer_once_more_is_the_one_that_was_tried() -> None:
    tree = grown().shown(1).tried(1, bid(2))
    assert (tree.at, tree.end, len(tree.moves)) == (2, 2, 5)
    assert grown().shown(0).tried(0, bid(1)).line == [1, 3, 4], "on along what was tried last"


def test_steps_go_along_the_line_on_show() -> None:
    tree = grown().shown(2)
    steps = [tree.stepped(by) for by in (-9, -1, 1)]
    assert [step.at for step in steps] == [0, 1, 2]
    assert [step.line for step in steps] == [[1, 2]] * 3, "and it stays on show"
    assert steps[1].shown(3).stepped(1).at == 4
    assert Tree().stepped(1) == Tree().stepped(-1) == Tree()


def test_an_answer_goes_with_all_that_follow_it() -> None:
    tree = grown().shown(4)
    without = tree.without(3)
    assert (without.at, without.line, coins(without.shown(2))) == (1, [1, 2], [1, 2])
    assert coins(without.shown(3)) == [5], "numbers close up"
    assert tree.without(0) == Tree()
    assert coins(tree.without(5)) == [1, 3, 4], "the others stay where they are"
    assert tree.without(2).shown(2).played[-1][1] == bid(3)
    assert coins(tree.without(1).shown(1)) == [5]


def test_a_note_stands_on_the_answer_that_led_here() -> None:
    tree = grown().shown(3).noted("too much")
    assert [answer.note for answer in tree.moves] == ["", "", "too much", "", ""]


def test_a_line_joins_what_was_tried() -> None:
    tree = grown().joined([(0, bid(1)), (1, bid(6))])
    assert (tree.at, tree.line) == (0, [1, 6]) and len(tree.moves) == 6


def test_what_was_kept_before_there_were_trees_is_a_line() -> None:
    """Rows of lines, and sessions of the version before."""
    old = {"seed": 3, "moves": [[0, bid(1)], [1, bid(2)]], "step": 1}
    trial = convert(old, Trial)
    assert trial.seed == 3 and coins(trial.shown(2)) == [1, 2]
    assert convert(old["moves"], list[TreeAnswer])[1] == TreeAnswer(1, bid(2))


@pytest.mark.parametrize("before", [1, 2, -1])
def test_an_answer_cannot_follow_itself_or_a_later_one(before: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        convert({"moves": [[0, bid(1), before, ""]]}, Tree)
    with pytest.raises(msgspec.ValidationError):
        convert({"moves": [[0, bid(1)]], "at": 2}, Tree)


def test_any_tree_is_stored_and_read_as_it_is() -> None:
    chooser = random.Random(5)
    for _ in range(50):
        tree = Trial(seed=2)
        for _ in range(40):
            match chooser.choice(["try", "try", "try", "step", "show", "remove"]):
                case "try":
                    tree = tree.tried(chooser.randrange(2), bid(chooser.randrange(3)))
                case "step":
                    tree = tree.stepped(chooser.choice([-2, -1, 1]))
                case "show":
                    tree = tree.shown(chooser.randint(0, len(tree.moves)))
                case "remove":
                    tree = tree.without(chooser.randint(min(1, len(tree.moves)), len(tree.moves)))
            listed = sorted(n for before in range(len(tree.moves) + 1) for n in tree.after(before))
            assert listed == list(range(1, len(tree.moves) + 1)), "each follows one other"
            assert tree.at in (0, *tree.line)
        assert convert(msgspec.json.decode(msgspec.json.encode(encode(tree))), Trial) == tree
