"""Information-set Monte Carlo tree search over the contract of a game.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012 (one observer). Each
iteration draws a whole state that agrees with the seat's view (`Rules.determine`), goes down the
tree, adds a node and plays on by the game's quick policy. Every seat chooses by its own gain
(max^n). Nodes are told apart by what the searching seat does and sees happen: so chance has its
outcomes, and sealed answers stay sealed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from games.bots.playout import FAR, Playout, Worth
from games.bots.tree import Arm, Node
from games.rules.core.effects import Rng
from games.rules.core.interface import (
    AnyState,
    Bot,
    Decision,
    Move,
    Position,
    Rules,
    Seat,
)
from games.rules.core.levels import Level
from games.rules.core.play import Played, of_seat

FARTHEST = Level(horizon=FAR)
DEEPEST = 200  # questions in the tree; a longer path is played on by the policy


class BotSearch:
    """A search for the answer to one question; it can go on at any time.

    Deterministic: the same view, question, policy and seed lead to the same answer after the same
    work, however often it was interrupted.
    """

    def __init__(
        self,
        rules: Rules[AnyState],
        view: msgspec.Struct,
        decision: Decision,
        policy: Bot,
        seed: str,
        level: Level = FARTHEST,
        most: int | None = None,
    ) -> None:
        """How far it looks ahead, and what counts then, is of the level.

        With `most`, the work that it may do altogether, it is over as soon as no other answer can
        be looked at more often than the best.
        """
        self.rules, self.view, self.decision = rules, view, decision
        self.policy, self.seed = policy, seed
        self.level, self.most = level, most
        self.root = Node()
        self.worth = Worth(level.rank)
        self.iterations = 0
        self.work = 0
        """Moves played so far, in the tree and below it."""
        self.is_over = len(decision.moves) == 1
        """Whether there is nothing to look at: a lone answer, or a game that cannot be searched."""

    def run(self, until: int) -> None:
        """Look at further courses of the game until so much work is done altogether."""
        while self.work < until and not self.is_over:
            try:
                self.iterate()
            except NotImplementedError:  # the game cannot draw what is hidden
                self.is_over = True

    def answer(self) -> Move:
        """The policy's answer, or one that is known to be better by now."""
        suggestion = self.policy(self.view, self.decision, random.Random(self.seed))
        if not self.iterations:
            return suggestion
        return self.root.best(self.decision.moves, self.decision.seat, suggestion)

    def iterate(self) -> None:
        """Look at one course of the game."""
        name = f"{self.seed} {self.iterations}"
        chance = random.Random(name)
        state = self.rules.determine(self.view, Rng(f"{name} hidden"))
        if not self.iterations:  # only a state tells how many play
            self.level = self.level.at(len(self.rules.prospects(state)))
            self.worth = Worth(self.level.rank)
        course = Playout(self.rules, Position(Rng(f"{name} drawn"), state))
        path = self._descend(course, chance)
        course.play_on(self.policy, chance, self.level.horizon)
        if not (results := self.rules.results(course.position.state)):
            course.play_on(self.policy, chance, FAR)  # only its end says how it stands
            results = self.rules.results(course.position.state)
        prospects = self.rules.prospects(course.position.state)
        gained = self.worth.of(results, prospects, is_over=not course.decisions)
        for seat, arm in path:
            arm.tried += 1
            arm.gained += gained[seat]
            arm.left += gained[self.decision.seat]
        self.iterations += 1
        self.work += max(1, course.moves)
        self.is_over = self.most is not None and self._is_settled(self.most)

    def _is_settled(self, most: int) -> bool:
        """Whether the rest of the work, at the pace so far, cannot change the answer."""
        tried = sorted(arm.tried for arm in self.root.arms[self.decision.seat].values())
        to_come = (most - self.work) * self.iterations / self.work
        return to_come < tried[-1] - (tried[-2] if len(tried) > 1 else 0)

    def _descend(self, course: Playout, chance: random.Random) -> list[tuple[Seat, Arm]]:
        """Go down the tree and add one node to it: who chose what on the way."""
        node, path = self.root, list[tuple[Seat, Arm]]()
        for _ in range(DEEPEST):
            if not course.decisions:
                break
            seen = self._answer_all(course, node, path, chance)
            following = node.children.get(seen)
            if following is None:
                node.children[seen] = Node()
                break
            node = following
        return path

    def _answer_all(
        self, course: Playout, node: Node, path: list[tuple[Seat, Arm]], chance: random.Random
    ) -> bytes:
        """Let all who are asked choose, then play their answers: what our seat sees of it."""
        chosen = []
        for decision in course.decisions:
            if len(decision.moves) == 1:
                chosen.append((decision.seat, decision.moves[0]))
                continue
            suggestion = None
            if decision.seat not in node.arms:
                view = self.rules.view(course.position.state, decision.seat)
                suggestion = self.policy(view, decision, chance)
            widening = 0.0 if node is self.root else self.level.widening
            move, arm = node.choose(decision, suggestion, chance, widening)
            path.append((decision.seat, arm))
            chosen.append((decision.seat, move))
        return self.play_all(course, chosen)[0]

    def play_all(self, course: Playout, chosen: Sequence[Played]) -> tuple[bytes, Sequence[Played]]:
        """Play the answers of all who are asked: what our seat sees of it, and which counted."""
        own = [move for seat, move in chosen if seat == self.decision.seat]
        seen, played = [], list[Played]()
        for seat, move in chosen:
            asked = of_seat(course.decisions, seat)
            if asked is None or move not in asked.moves:
                continue  # another's answer has settled it
            course.play(seat, move)
            played.append((seat, move))
            seen += [event.seen_by(self.decision.seat) for event in course.events]
        following = [(decision.seat, decision.key) for decision in course.decisions]
        return msgspec.json.encode((own, seen, following)), played
