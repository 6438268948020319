"""Thoughts and analyses in the words of a reader's language, as pages and the API tell them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.advising.asking import Asked, asked_at, may_know
from games.advising.asking import Source as Where
from games.advising.thinking import DRAW
from games.guide.pictures import PEOPLE
from games.judging.limits import judged
from games.models import Analysis, Thought
from games.page.boards import board_of
from games.rules.core.codec import decode_move, encode
from games.rules.core.interface import Document, IllegalMove, Viewer
from games.rules.core.play import advance, of_seat
from games.storing.rows import TableRow
from games.telling import history
from games.telling.wording import SiteWording, wording_for
from games.trying.course import opened

Line = Sequence[tuple[int, Document]]

LATE = timedelta(minutes=2)
"""After so long without a beginning the reader is told that nobody thinks at present."""


def percent(chance: float) -> int:
    """A chance as a whole number for people."""
    return round(100 * chance)


def people_of(row: TableRow, view: Any, wording: SiteWording) -> list[dict[str, Any]]:
    """The seats with what tells them apart."""
    colours = board_of(row.game).colours_of(encode(view), len(row.seats))
    return [
        {"place": seat.place, "name": wording.seats[seat.place], "colour": colours[seat.place]}
        for seat in row.seats
    ]


def prompt_of(row: TableRow, asked: Asked) -> str:
    """The question."""
    return wording_for(row).prompt(asked.decision)


def learner_name() -> str:
    """What a learner is called who has no name."""
    return PEOPLE[0]


# --- Thoughts -------------------------------------------------------------------------------------


def is_late(asked: Thought | Analysis) -> bool:
    """Whether nobody has begun to think of it for so long that no searcher seems to run."""
    return asked.done == 0 and timezone.now() - asked.asked_at > LATE


def thought_facts(row: TableRow, asked: Asked, thought: Thought) -> dict[str, Any]:
    """What is thought of a question, in words: its answers, what each promises, what is feared."""
    found, wording = thought.found, wording_for(row)
    if found is None:
        return {
            "done": thought.done,
            "failed": thought.failed,
            "late": is_late(thought),
            "answers": [],
            "fear": None,
        }
    people, place = people_of(row, asked.view, wording), found["place"]
    answers = [
        {
            "move": one["move"],
            "text": wording.move(decode_move(row.rules, one["move"]), asked.decision.args),
            "percent": percent(one["chances"][place]),
            "chances": one["chances"],
            "line": line_in_words(asked, one["line"], wording),
            "moves": one["line"],
        }
        for one in found["answers"]
    ]
    fear = found["fear"] and {
        **found["fear"],
        "of": people[found["fear"]["place"]],
        "text": feared(asked, found["fear"], wording),
        "line": line_in_words(asked, found["fear"]["line"], wording),
        "moves": found["fear"]["line"],
    }
    return {
        "done": 100,
        "failed": False,
        "prompt": wording.prompt(asked.decision),
        "place": place,
        "chances": found["chances"],
        "seats": [
            {**seat, "percent": percent(chance)}
            for seat, chance in zip(people, found["chances"], strict=True)
        ],
        "answers": answers,
        "fear": fear,
    }


def feared(asked: Asked, fear: Document, wording: SiteWording) -> str:
    """The answer of somebody else that is feared, in the words of the line in which it is given.

    Without one the question is not known; empty if its words need that.
    """
    said = line_in_words(asked, fear["line"], wording)
    for told, (seat, move) in zip(said, fear["line"], strict=False):
        if seat == fear["place"] and move == fear["move"]:
            return str(told["text"])
    try:
        return wording.move(decode_move(asked.rules, fear["move"]))
    except KeyError:
        return ""


def line_in_words(asked: Asked, line: Line, wording: SiteWording) -> list[dict[str, Any]]:
    """The moves of a line, each with whose it is, as far as they are possible."""
    told: list[dict[str, Any]] = []
    with judged():
        position = opened(asked.rules, asked.view, DRAW)
        decisions = asked.rules.pending(position.state)
        for seat, document in line:
            decision = of_seat(decisions, seat)
            if decision is None:
                break
            try:
                move = decode_move(asked.rules, document)
                step = advance(asked.rules, position, seat, move, decisions)
            except IllegalMove:
                break
            text = wording.move(move, decision.args)
            told.append({"place": seat, "name": wording.seats[seat], "text": text})
            position, decisions = step.position, step.decisions
    return told


# --- Analyses -------------------------------------------------------------------------------------


def analysis_facts(row: TableRow, analysis: Analysis | None, viewer: Viewer) -> dict[str, Any]:
    """The analysis of a table as a viewer may know it: how far it is, or what was found.

    `hidden` if there may be costly moves of others that it may not tell.
    """
    facts: dict[str, Any] = {
        "asked": analysis is not None,
        "failed": analysis is not None and analysis.failed,
        "done": analysis.done if analysis else 0,
        "total": analysis.total if analysis else 0,
        "late": analysis is not None and is_late(analysis),
        "found": analysis is not None and analysis.found is not None,
    }
    if analysis is None or analysis.found is None:
        return facts
    found, steps = analysis.found, [number for number, _place in history.steps_of(row)]
    view = history.view_at(row, row.number, None) or {}
    wording = wording_for(row)
    colours = board_of(row.game).colours_of(view, len(row.seats))
    moves = [cost for cost in found["moves"] if may_know_choice(row, cost, viewer)]
    return {
        **facts,
        "seats": [
            {"place": seat.place, "name": wording.seats[seat.place], "colour": colours[seat.place]}
            for seat in row.seats
        ],
        "points": [
            {
                "number": number,
                "step": steps.index(number) + 1 if number in steps else 0,
                "percents": [percent(chance) for chance in chances],
                "chances": chances,
            }
            for number, chances in found["points"]
        ],
        "steps": len(steps),
        "moves": [choice_facts(row, cost, steps) for cost in moves],
        "hidden": len(moves) < len(found["moves"]),
        "looked": found["looked"],
        "of": found["of"],
    }


def may_know_choice(row: TableRow, cost: Document, viewer: Viewer) -> bool:
    """Whether a viewer may know what a seat should have played, from what only that seat knew."""
    if viewer == cost["place"]:
        return True
    with judged():
        position = history.position_at(row, cost["before"])
        return position is not None and may_know(row, position.state, cost["place"], viewer)


def choice_facts(row: TableRow, cost: Document, steps: list[int]) -> dict[str, Any]:
    """A move that has cost much, in the words of who sat there then."""
    where = Where(table=row.id, at=cost["before"], place=cost["place"])
    args = asked_at(row, where).decision.args
    wording = wording_for(row, cost["number"])
    played, best = (
        wording.move(decode_move(row.rules, cost[name]), args) for name in ("played", "best")
    )
    return {
        "number": cost["number"],
        "before": cost["before"],
        "step": steps.index(cost["before"]) + 1,
        "place": cost["place"],
        "name": wording.seats[cost["place"]],
        "played": played,
        "best": best,
        "moves": {"played": cost["played"], "best": cost["best"]},
        "was": percent(cost["was"]),
        "could": percent(cost["could"]),
    }
