"""The analysis of a finished table: win chances over time, and the moves that cost most.

It goes on step by step, and everything between two steps is JSON values: so it can be stored, and
no job takes long. It is the same each time, as all chance comes from the number of the step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from games.advising.found import FoundAnalysis, FoundCost
from games.advising.thinking import strongest
from games.bots.levels import doubtful, policy_of
from games.bots.outlook import Outlook, difference, shares_of
from games.bots.search import BotSearch
from games.bots.tree import key_of
from games.judging.limits import judged
from games.judging.searching import run_in_slices
from games.judging.standings import ranks_of
from games.rules.core.codec import decode_move, encode
from games.rules.core.interface import (
    AnyState,
    Decision,
    Document,
    Move,
    Position,
    Viewer,
)
from games.rules.core.play import of_seat
from games.storing.rows import TableRow, run
from games.telling import history

POINTS = 30
"""Positions whose win chances are told, at most."""
SEARCHES = 80
"""Searches of an expert that all moves share: the more there are, the less work for each."""
DOUBTFUL = 24
"""Moves that are valued again, with all of an expert's work, if there was less for each."""
SUSPECTS, WORST = 8, 5
"""Moves that are looked at closely, and that are told."""
COURSES, POINT_WORK, CLOSE_WORK = 60, 10_000, 20_000
"""Courses to the end for each position, and moves in them at most; for a close look more."""
TRIED, BRIEF = 8, 12
"""Tries of a move in a search that are enough to value it; with fewer, courses at least."""
NOTABLE = 0.03
"""Of the win, what a move costs that is worth telling …"""
SURE = 1.0
"""… and more than so many standard errors."""
AT_A_TIME = 50  # positions rebuilt within one time limit
LONGEST = 30.0  # seconds for one step, on a machine that is busy

MOVES = """
    select number, move::text from games_logentry
    where table_id = %s and number = any(%s) and kind = 'move'
"""

T = TypeVar("T")


class CannotAnalyse(Exception):
    """The positions of the table cannot be rebuilt, or its game cannot draw what is hidden."""


class ChosenMove(NamedTuple):
    """A move where there were others: its entry, the step before it, and whose it was."""

    number: int
    before: int
    place: int


class Work(msgspec.Struct):
    """What is to be looked at, and what was found so far."""

    points: list[int] = []
    choices: list[ChosenMove] = []
    of: int = 0
    """How many choices there were in the whole game."""
    chances: list[list[float]] = []
    losses: list[float] = []
    doubtful: list[ChosenMove] | None = None
    again: list[float] = []
    suspects: list[ChosenMove] | None = None
    costs: list[FoundCost | None] = []

    @property
    def share(self) -> float:
        """The share of an expert's work that there is for each choice."""
        return min(1.0, SEARCHES / max(1, len(self.choices)))

    @property
    def done(self) -> int:
        """The steps that are done."""
        return len(self.chances) + len(self.losses) + len(self.again) + len(self.costs)

    @property
    def total(self) -> int:
        """The steps there are, as far as that is known."""
        again = DOUBTFUL * (self.share < 1) if self.doubtful is None else len(self.doubtful)
        close = min(SUSPECTS, len(self.choices)) if self.suspects is None else len(self.suspects)
        return len(self.points) + len(self.choices) + again + close

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.suspects is not None and self.done == self.total


def spread(items: Sequence[T], most: int) -> list[T]:
    """So many of them at most, evenly spread, the first and the last among them."""
    if len(items) <= most:
        return list(items)
    return [items[round(index * (len(items) - 1) / (most - 1))] for index in range(most)]


def begun(row: TableRow) -> Work:
    """What is to be looked at. Raises CannotAnalyse, RulesFailed."""
    steps = history.steps_of(row)
    numbers = [number for number, _place in steps]
    choices = []
    for start in range(0, len(numbers), AT_A_TIME):
        some = numbers[start : start + AT_A_TIME]
        with judged():
            positions = history.positions_at(row, some)
            asked = [row.rules.pending(position.state) for position in positions]
        if len(asked) != len(some):
            raise CannotAnalyse
        for decisions, before, (number, place) in zip(
            asked, some, steps[start + 1 :], strict=False
        ):
            decision = None if place is None else of_seat(decisions, place)
            if decision is not None and len(decision.moves) > 1:
                choices.append(ChosenMove(number, before, decision.seat))
    return Work(spread(numbers, POINTS), choices, len(choices))


def go_on(row: TableRow, work: Work, seconds: float, is_to_stop: Callable[[], bool]) -> None:
    """Do further steps for so many seconds, or until it is to stop; at least one.

    Raises CannotAnalyse, RulesFailed.
    """
    end = time.monotonic() + seconds
    while not work.is_over:
        try:
            step(row, work)
        except NotImplementedError as error:
            raise CannotAnalyse from error
        if is_to_stop() or time.monotonic() >= end:
            return


def step(row: TableRow, work: Work) -> None:
    """Do the next step."""
    if len(work.chances) < len(work.points):
        work.chances.append(chances_at(row, work.points[len(work.chances)]))
    elif len(work.losses) < len(work.choices):
        work.losses.append(loss_of(row, work.choices[len(work.losses)], work.share))
    elif work.doubtful is None:
        costly = most_costly(work.choices, work.losses, DOUBTFUL)
        work.doubtful = costly if work.share < 1 else []
    elif len(work.again) < len(work.doubtful):
        work.again.append(loss_of(row, work.doubtful[len(work.again)]))
    elif work.suspects is None:
        valued = (work.doubtful, work.again) if work.doubtful else (work.choices, work.losses)
        work.suspects = most_costly(*valued, SUSPECTS)
    else:
        work.costs.append(cost_of(row, work.suspects[len(work.costs)]))


def most_costly(
    choices: Sequence[ChosenMove], losses: Sequence[float], most: int
) -> list[ChosenMove]:
    """Return the choices that have lost most, of those that have lost anything."""
    order = sorted(range(len(choices)), key=lambda index: -losses[index])
    return [choices[index] for index in order[:most] if losses[index] > 0]


def found_in(work: Work) -> Document:
    """The analysis, once it is over."""
    close = (work.share, len(work.again), len(work.costs))
    costs = [cost for cost in work.costs if cost is not None]
    costs.sort(key=lambda cost: -cost.cost)
    points = list(zip(work.points, work.chances, strict=True))
    return encode(FoundAnalysis(points, costs[:WORST], len(work.choices), work.of, *close))


# --- The steps ------------------------------------------------------------------------------------


def position_after(row: TableRow, number: int) -> Position[AnyState]:
    """The position after an entry. Raises CannotAnalyse."""
    position = history.position_at(row, number)
    if position is None:
        raise CannotAnalyse
    return position


def chances_at(row: TableRow, number: int) -> list[float]:
    """How likely each seat wins after an entry, as far as the seat knows that is asked first.

    At a table that keeps its secrets after the end, as far as everybody knows. At the end itself
    they are what came out.
    """
    with judged():
        position = position_after(row, number)
        decisions = row.rules.pending(position.state)
        viewer: Viewer = decisions[0].seat if decisions and history.is_open(row) else None
        view = row.rules.view(position.state, viewer)
    if number == history.steps_of(row)[-1][0] and row.outcome is not None:
        ranks = ranks_of(row.outcome["standings"])
        return shares_of([(-ranks[seat.place],) for seat in row.seats])
    return looked(row, Outlook(row.rules, view, doubtful(row.rules), "point", most=COURSES))


def looked(row: TableRow, outlook: Outlook, most: int = POINT_WORK) -> list[float]:
    """The chances of an outlook, with all its work done."""
    run_in_slices(outlook, most, LONGEST)
    return [round(chance, 4) for chance in outlook.chances()]


def asked_before(row: TableRow, choice: ChosenMove) -> tuple[msgspec.Struct, Decision, Move]:
    """What the seat knew before its move, what it was asked, and what it played."""
    with judged():
        position = position_after(row, choice.before)
        decision = of_seat(row.rules.pending(position.state), choice.place)
        view = row.rules.view(position.state, choice.place)
        played = dict(run(MOVES, [row.id, [choice.number]]))
        if decision is None or choice.number not in played:
            raise CannotAnalyse
        return view, decision, decode_move(row.rules, msgspec.json.decode(played[choice.number]))


def search_at(
    row: TableRow, choice: ChosenMove, view: msgspec.Struct, decision: Decision, share: float = 1
) -> BotSearch:
    """The expert's search for the answer to a question of the game, with a share of its work."""
    level = strongest(row.rules)
    policy, seed = policy_of(row.rules), f"choice {choice.number}"
    search = BotSearch(row.rules, view, decision, policy, seed, level)
    run_in_slices(search, round(level.work * share), LONGEST)
    if not search.iterations:
        raise CannotAnalyse
    return search


def loss_of(row: TableRow, choice: ChosenMove, share: float = 1) -> float:
    """Return the loss of a move against the expert's, by a share of the expert's search.

    0 if it is the same. Where the search has hardly tried one of them, both are played on.
    """
    view, decision, played = asked_before(row, choice)
    search = search_at(row, choice, view, decision, share)
    with judged():
        best = search.answer()
    if best == played:
        return 0.0
    arms = search.root.arms[choice.place]
    mine, theirs = (arms.get(key_of(move)) for move in (played, best))
    if mine is not None and theirs is not None and min(mine.tried, theirs.tried) >= TRIED:
        return round(theirs.mean - mine.mean, 4)
    policy, seed = doubtful(row.rules), f"brief {choice.number}"
    most = max(BRIEF, round(COURSES * share))
    could, was = (
        looked(row, one, round(POINT_WORK * most / COURSES))[choice.place]
        for one in (
            Outlook(row.rules, view, policy, seed, (choice.place, move), most=most)
            for move in (best, played)
        )
    )
    return round(could - was, 4)


def cost_of(row: TableRow, choice: ChosenMove) -> FoundCost | None:
    """What a move has cost of the win, by playing on after it and after the expert's.

    None if that is too little, or may well be by chance.
    """
    view, decision, played = asked_before(row, choice)
    with judged():
        best = search_at(row, choice, view, decision).answer()
    policy, seed = doubtful(row.rules), f"cost {choice.number}"
    better, real = (
        Outlook(row.rules, view, policy, seed, (choice.place, move), most=3 * COURSES)
        for move in (best, played)
    )
    could, was = (looked(row, one, CLOSE_WORK)[choice.place] for one in (better, real))
    gap, error = difference(better, real, choice.place)
    if gap < NOTABLE or gap < SURE * error:
        return None
    return FoundCost(*choice, encode(played), encode(best), could, was, round(gap, 4))
