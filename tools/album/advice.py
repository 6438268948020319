"""What an expert thinks, for the album: drawn in a moment, and the same on every machine.

The lines are real ones, by the quick policy; the chances are made up.
"""

from __future__ import annotations

import math
import random
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games.advising import analysing
from games.advising.asking import Asked, asked_at, asked_in, lesson_question, own_question
from games.advising.thinking import line
from games.bots.levels import policy_of
from games.bots.search import BotSearch
from games.guide.lessons import begun, lessons_of, read_on
from games.guide.positions import players_in
from games.models import Analysis, LessonProgress, Study, Thought
from games.rules.core.codec import encode
from games.storing.rows import TableRow, table_load
from games.telling import history
from games.trying.course import course_of, view_from
from games.trying.keeping import Trial


def hint_make(table_id: int, user_id: int) -> None:
    """A hint that is there, for whoever is asked at a table."""
    row = table_load(table_id)
    asked = asked_at(row, own_question(row, user_id))
    thought_make(asked, len(row.seats), table_id)


def hint_wait(table_id: int, user_id: int) -> None:
    """A hint that is still thought about."""
    row = table_load(table_id)
    asked = asked_at(row, own_question(row, user_id))
    Thought.objects.create(key=asked.key, source={}, table_id=table_id, done=40)


def lesson_hint_make(game: str, name: str, user_id: int) -> None:
    """A hint for the first question of a lesson, up to which a user has read."""
    lesson = next(one for one in lessons_of(game) if one.name == name)
    walk = begun(game, lesson)
    while walk.step is not None and not walk.step.accept:
        walk = read_on(walk)
    LessonProgress.objects.create(user_id=user_id, game=game, lesson=name, at=walk.at)
    asked = asked_in(walk, lesson_question(walk, []))
    thought_make(asked, players_in(walk.position.state), None)


def study_make(table_id: int, at: int, user_id: int) -> str:
    """A study of a game that is over, of three lines with a note; the address of its link."""
    row = table_load(table_id)
    place = row.place_of(user_id)
    view = view_from(row, history.steps_of(row), at, place)
    trial = Trial()
    for choice in (0, 1, 2):
        trial = trial.shown(1) if choice and trial.moves else trial
        for _ in range(3):
            course = course_of(row.rules, view, trial.seed, trial.played)
            decision = course.asked(place)
            if decision is None:
                break
            move = decision.moves[choice % len(decision.moves)]
            trial = trial.tried(decision.seat, encode(move))
    trial = trial.shown(2).noted("Here I should have looked at the others first.")
    key = "a-shared-study"
    Study.objects.create(
        user_id=user_id, table_id=table_id, number=1, at=at, seed=trial.seed, key=key,
        moves=[encode(answer) for answer in trial.moves], shown=trial.at, name="Ships and sugar",
        kept_at=timezone.now(),
    )  # fmt: skip
    return reverse("what_if_shared", args=[table_id, key])


def thought_make(asked: Asked, seats: int, table_id: int | None) -> None:
    """A thought with up to three answers, and the answer of somebody else that is feared."""
    search = BotSearch(asked.rules, asked.view, asked.decision, policy_of(asked.rules), "album")
    place = asked.decision.seat
    moves = asked.decision.moves[:3]
    lines = [line(asked, search, move) for move in moves]
    after = [chances_of(seats, place, 0.52 - 0.11 * index) for index, _move in enumerate(moves)]
    others = [(seat, move) for seat, move in lines[0] if seat != place]
    Thought.objects.create(
        key=asked.key,
        source={},
        table_id=table_id,
        done=100,
        found={
            "place": place,
            "chances": chances_of(seats, place, 0.48),
            "answers": [
                {"move": encode(move), "chances": chances, "line": played}
                for move, chances, played in zip(moves, after, lines, strict=True)
            ],
            "fear": {"place": others[0][0], "move": others[0][1], "line": lines[0]}
            if others
            else None,
        },
    )


def chances_of(seats: int, place: int, own: float) -> list[float]:
    """Chances of which one seat has so much, and the others the rest."""
    return [own if seat == place else (1 - own) / (seats - 1) for seat in range(seats)]


def analysis_make(table_id: int) -> None:
    """The analysis of a finished table, with three moves that have cost much."""
    row = table_load(table_id)
    work = analysing.begun(row)
    work.chances = [
        *curves_of(row, len(work.points) - 1),
        analysing.chances_at(row, work.points[-1]),
    ]
    Analysis.objects.create(
        table_id=table_id,
        total=1,
        done=1,
        found={**analysing.found_in(work), "moves": costs_of(row, work)},
        asked_at=timezone.now(),
    )


def analysis_wait(table_id: int) -> None:
    """An analysis under way."""
    Analysis.objects.create(table_id=table_id, done=37, total=118)


def curves_of(row: TableRow, count: int) -> list[list[float]]:
    """Chances that wander about."""
    chance = random.Random("album")
    strength = [0.0 for _ in row.seats]
    found = []
    for _ in range(count):
        strength = [one + chance.gauss(0, 0.35) for one in strength]
        parts = [math.exp(one) for one in strength]
        found.append([round(part / sum(parts), 4) for part in parts])
    return found


def costs_of(row: TableRow, work: analysing.Work) -> list[dict[str, Any]]:
    """Three moves of the game, each with another one that was possible."""
    costs = []
    for index, choice in enumerate(work.choices[5::20][:3]):
        _view, decision, played = analysing.asked_before(row, choice)
        best = next(move for move in decision.moves if move != played)
        costs.append(
            {
                **choice._asdict(),
                "played": encode(played),
                "best": encode(best),
                "could": 0.61 - 0.1 * index,
                "was": 0.38 - 0.05 * index,
                "cost": 0.23 - 0.05 * index,
            }
        )
    return costs
