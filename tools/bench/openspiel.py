"""The bots' search beside that of OpenSpiel (its `ISMCTSBot`), where `open_spiel` is installed.

Both have the same rules, look at the same number of courses, and ask the same of each: the game's
quick policy plays on from a new node, as far as a master looks, and both count what that is worth
alike. What differs is the search itself: which courses it looks at, and what it spends on that.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec

from games.bots.levels import policy_of
from games.bots.playout import FAR, Playout, Worth
from games.bots.search import BotSearch
from games.bots.tree import CURIOSITY
from games.rules.core.effects import Rng
from games.rules.core.interface import Decision, Move, Position, Rules, Seat
from games.rules.core.levels import Level
from games.rules.registry import GAMES
from tools.bench.ladder import interval, seatings
from tools.bench.matches import Match, play_through, shares_of
from tools.bench.rows import Row, Tell, row

OURS, THEIRS = "ours", "theirs"

_json = msgspec.json.Encoder(order="sorted")


class OpenSpielMissing(Exception):
    """OpenSpiel is not installed; says how it is."""


class OpenSpielThought(NamedTuple):
    """An answer, and the moves that were played to find it."""

    move: Move
    moves: int


class Duel(NamedTuple):
    """How a game between both ended, and what each spent on the questions with a choice."""

    share: float  # of the victory, ours
    seconds: dict[str, float]  # of processor time
    moves: dict[str, int]  # in the tree and below it
    answers: dict[str, int]


class State:
    """A course of a game as OpenSpiel's search asks for it: one seat after the other decides.

    Drawing is done by the rules in the course of a move, so there is no turn of chance. Answers
    to which there is no alternative are given at once.
    """

    def __init__(self, course: Playout, kind: Any, worth: Callable[[Playout], list[float]]) -> None:
        self.course, self._kind, self._worth = course, kind, worth
        self._go_on()

    def _go_on(self) -> None:
        while self.course.decisions and len(self.course.decisions[0].moves) == 1:
            decision = self.course.decisions[0]
            self.course.play(decision.seat, decision.moves[0])

    def get_game(self) -> Any:
        return SimpleNamespace(get_type=lambda: self._kind)

    def is_terminal(self) -> bool:
        return not self.course.decisions

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> Seat:
        return self.course.decisions[0].seat

    def legal_actions(self) -> list[int]:
        return list(range(len(self.course.decisions[0].moves)))

    def information_state_string(self) -> bytes:
        """What the seat that decides can see, and what it is asked."""
        course, decision = self.course, self.course.decisions[0]
        view = course.rules.view(course.position.state, decision.seat)
        return _json.encode((view, decision.key, decision.moves))

    def apply_action(self, action: int) -> None:
        decision = self.course.decisions[0]
        self.course.play(decision.seat, decision.moves[action])
        self._go_on()

    def returns(self) -> list[float]:
        return self._worth(self.course)


def theirs(
    rules: Rules[Any], view: Any, decision: Decision, chance: random.Random, courses: int
) -> OpenSpielThought:
    """What OpenSpiel's search answers after so many courses."""
    import numpy
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot

    level, policy, worth = level_of(rules), policy_of(rules), Worth(level_of(rules).rank)
    kind = SimpleNamespace(
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    )
    seen = list[Playout]()

    def worth_of(course: Playout) -> list[float]:
        over = not course.decisions
        if not (results := rules.results(course.position.state)):
            course.play_on(policy, chance, FAR)
            results = rules.results(course.position.state)
        return worth.of(results, rules.prospects(course.position.state), is_over=over)

    def drawn(*_given: Any) -> State:
        seed = f"{chance.getrandbits(64):x}"
        position = Position(Rng(f"{seed} drawn"), rules.determine(view, Rng(f"{seed} hidden")))
        course = Playout(rules, position)
        course.decisions = sorted(course.decisions, key=lambda one: one.seat != decision.seat)
        seen.append(course)
        return State(course, kind, worth_of)

    def evaluate(state: State) -> list[float]:
        state.course.play_on(policy, chance, level.horizon)
        return worth_of(state.course)

    def prior(state: State) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    numbers = numpy.random.RandomState(chance.getrandbits(32))
    evaluator = SimpleNamespace(evaluate=evaluate, prior=prior)
    bot = ISMCTSBot(None, evaluator, CURIOSITY, courses, random_state=numbers)
    bot.set_resampler(drawn)
    action = bot.step(drawn())
    return OpenSpielThought(decision.moves[int(action)], sum(course.moves for course in seen))


def ours(
    rules: Rules[Any], view: Any, decision: Decision, chance: random.Random, courses: int
) -> OpenSpielThought:
    """What our search answers after so many courses."""
    seed, policy = f"{chance.getrandbits(64):x}", policy_of(rules)
    search = BotSearch(rules, view, decision, policy, seed, level_of(rules))
    while search.iterations < courses:
        search.iterate()
    return OpenSpielThought(search.answer(), search.work)


def level_of(rules: Rules[Any]) -> Level:
    """The strongest level with two players."""
    return [*rules.levels.values()][-1].at(2)


def duel(match: Match, courses: int) -> Duel:
    """Play a game between both."""
    rules = GAMES[match.slug]
    ways = {OURS: ours, THEIRS: theirs}
    seconds, moves, answers = (dict.fromkeys(ways, 0.0), dict.fromkeys(ways, 0),
                               dict.fromkeys(ways, 0))  # fmt: skip
    chances = [random.Random(f"{match.seed} {seat}") for seat in range(2)]

    def answer(state: Any, decision: Decision) -> Move:
        who, begin = match.names[decision.seat], time.process_time()
        view, chance = rules.view(state, decision.seat), chances[decision.seat]
        move, played = ways[who](rules, view, decision, chance, courses)
        seconds[who] += time.process_time() - begin
        moves[who] += played
        answers[who] += 1
        return move

    ranks, _moves, _first = play_through(match, answer)
    return Duel(shares_of(ranks)[match.names.index(OURS)], seconds, moves, answers)


def measure(
    slugs: Sequence[str], games: int, courses: int, processes: int, tell: Tell
) -> list[Row]:
    """Both against each other at two players; every seed is played from both seats.

    Raises OpenSpielMissing.
    """
    if find_spec("open_spiel") is None:
        raise OpenSpielMissing("bench search compares with OpenSpiel: pip install open-spiel")
    rows: list[Row] = []
    with ProcessPoolExecutor(processes) as pool:
        for slug in slugs:
            matches = list(seatings(slug, OURS, THEIRS, 2, games))
            found = rows_of(slug, courses, list(pool.map(duel, matches, [courses] * len(matches))))
            tell("\n".join(f"{one.measure}: {one.ours} | {one.reference}" for one in found))
            rows += found
    return rows


def rows_of(slug: str, courses: int, duels: Sequence[Duel]) -> list[Row]:
    """What ours has won, and what an answer and a second of either is."""
    name, games = f"search: {slug}, {courses} courses an answer", len(duels)
    share = sum(one.share for one in duels) / games
    low, high = interval(share, games)

    def sums(of: str) -> list[float]:
        return [sum(getattr(one, of)[who] for one in duels) for who in (OURS, THEIRS)]

    seconds, moves, answers = sums("seconds"), sums("moves"), sums("answers")
    return [
        row(f"{name}: share of {games} games won, 95 % between {low:.2f} and {high:.2f}", share),
        row(
            f"{name}: ms an answer", *(1000 * a / b for a, b in zip(seconds, answers, strict=True))
        ),
        row(f"{name}: moves a second", *(a / b for a, b in zip(moves, seconds, strict=True))),
    ]
