"""What a search has to say besides its answer: other good answers, what it fears, the best line."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from games.bots.playout import Playout
from games.bots.search import BotSearch
from games.bots.tree import Arm, Node, key_of
from games.rules.core.codec import encode
from games.rules.core.interface import (
    AnyState,
    Decision,
    Move,
    Position,
    Seat,
)
from games.rules.core.play import Played

TRIED_ENOUGH = 3  # times, for the tree to know better than the policy
DEEP_ENOUGH = 6  # questions down the tree at which somebody else's answer may be feared


class Fear(NamedTuple):
    """An answer of somebody else that hurts the searching seat most."""

    seat: Seat
    move: dict[str, Any]
    """Encoded: which of their answers are possible depends on what is hidden."""


def best_answers(search: BotSearch, most: int) -> list[Move]:
    """The search's own answer, then those that it has looked at most."""
    decision = search.decision
    answer = search.answer()
    known = search.root.arms.get(decision.seat, {})
    arms = [(move, known.get(key_of(move)) or Arm()) for move in decision.moves if move != answer]
    arms.sort(key=lambda one: (-one[1].tried, -one[1].mean))
    return [answer, *(move for move, arm in arms if arm.tried)][:most]


def fear_of(search: BotSearch, answer: Move) -> Fear | None:
    """What others may do next that is worst after this answer; None if no two are known."""
    seat, own = search.decision.seat, key_of(answer)
    nodes = [search.root]
    for _ in range(DEEP_ENOUGH):
        found = worst_of(nodes, seat)
        if found is not None:
            return found
        nodes = [child for node in nodes for child in after(node, own)]
        own = most_tried(nodes, seat)
    return None


def after(node: Node, own: bytes) -> Iterable[Node]:
    """The nodes below, where the searching seat has given this answer, or has not been asked."""
    starts = (b"[[" + own + b"]", b"[[]")
    return [child for seen, child in node.children.items() if seen.startswith(starts)]


def worst_of(nodes: Iterable[Node], seat: Seat) -> Fear | None:
    """Of the answers of others in these nodes the one that leaves least to a seat."""
    left: dict[tuple[Seat, bytes], tuple[int, float]] = {}
    for node in nodes:
        for other, arms in node.arms.items():
            for key, arm in arms.items() if other != seat else ():
                tried, worth = left.get((other, key), (0, 0.0))
                left[other, key] = (tried + arm.tried, worth + arm.left)
    means = {
        which: worth / tried for which, (tried, worth) in left.items() if tried >= TRIED_ENOUGH
    }
    if len(means) < 2:
        return None
    other, key = min(means, key=lambda which: (means[which], which))
    return Fear(other, msgspec.json.decode(key))


def most_tried(nodes: Iterable[Node], seat: Seat) -> bytes:
    """The answer of a seat in these nodes that was looked at most; empty if it is asked nothing."""
    tried: dict[bytes, int] = {}
    for node in nodes:
        for key, arm in node.arms.get(seat, {}).items():
            tried[key] = tried.get(key, 0) + arm.tried
    return max(tried, key=lambda key: (tried[key], key), default=b"")


def line_of(
    search: BotSearch,
    position: Position[AnyState],
    answer: Move,
    most: int,
    fear: Fear | None = None,
) -> list[Played]:
    """The moves that the search expects after an answer, in a whole position that it has drawn.

    Where it has looked too little, the policy plays. What it fears comes as soon as it can. It
    takes over the position.
    """
    course, node = Playout(search.rules, position), search.root
    line: list[Played] = []
    feared = fear
    while course.decisions and len(line) < most:
        chosen = []
        for decision in course.decisions:
            move = expected(search, course, node, decision)
            if not line and decision.seat == search.decision.seat:
                move = answer
            elif feared is not None and decision.seat == feared.seat:
                hurts = next((one for one in decision.moves if encode(one) == feared.move), None)
                move, feared = (move, feared) if hurts is None else (hurts, None)
            chosen.append((decision.seat, move))
        seen, played = search.play_all(course, chosen)
        line += played
        node = node.children.get(seen) or Node()
    return line[:most] if fear is None or feared is None else []


def expected(search: BotSearch, course: Playout, node: Node, decision: Decision) -> Move:
    """What the search expects a seat to answer."""
    arms = node.arms.get(decision.seat, {})
    known = [(move, arms[key_of(move)]) for move in decision.moves if key_of(move) in arms]
    best = max(known, key=lambda one: (one[1].tried, one[1].mean), default=None)
    if best is not None and best[1].tried >= TRIED_ENOUGH:
        return best[0]
    view = search.rules.view(course.position.state, decision.seat)
    return search.policy(view, decision, random.Random(search.seed))
