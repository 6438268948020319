"""The JSON API of what an expert thinks: asked for, thought in the queue of searches, looked up."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from config.web.documents import respond
from config.web.signing_in import signed_in
from games.advising import keeping, telling
from games.advising.asking import (
    Asked,
    NoHints,
    asked_at,
    own_question,
    question_at,
)
from games.advising.telling import HintAnswer, HintFear
from games.documents import ACTING, Evaluation, EvaluationBody
from games.errors import NoSuchTable
from games.models import BIGGEST, Thought
from games.storing.rows import TableRow, table_load
from games.telling.selectors import may_watch

router = Router(tags=["tables"])

At = Annotated[int | None, Query(ge=1, le=BIGGEST, description="As it was asked for.")]
Place = Annotated[int | None, Query(ge=0, le=100, description="As it was asked for.")]


def question_of(
    request: HttpRequest, table_id: int, at: int | None, place: int | None
) -> tuple[TableRow, Asked]:
    """The position that somebody may have judged.

    Raises NoSuchTable, and what `own_question`, `question_at` and `asked_at` do.
    """
    row = table_load(table_id)
    if not may_watch(row, request.user):
        raise NoSuchTable
    if row.status != "playing":
        return row, asked_at(row, question_at(row, request.user.pk, at or row.number, place))
    own = own_question(row, request.user.pk)
    if place not in (None, own.place) or at not in (None, own.at):
        raise NoHints
    return row, asked_at(row, own)


def told(row: TableRow, asked: Asked, thought: Thought | None) -> dict[str, object]:
    """The evaluation as it is documented."""
    about = {"at": asked.source.at, "place": asked.decision.seat}
    if thought is None or thought.found is None:
        waits = "failed" if thought and thought.failed else "waiting"
        done = thought.done if thought else 0
        status = waits if thought else "none"
        return {
            **about, "status": status, "done": done, "chances": None, "answers": [], "fear": None,
        }  # fmt: skip
    hint = telling.thought_facts(row, asked, thought)
    fear = hint.fear
    return {
        **about,
        "status": "found",
        "done": 100,
        "chances": hint.chances,
        "answers": [
            {
                "move": answer.move,
                "text": answer.text,
                "chances": answer.chances,
                "line": line_of(answer),
            }
            for answer in hint.answers
        ],
        "fear": fear
        and {
            "place": fear.place,
            "move": fear.move,
            "text": fear.text,
            "line": line_of(fear),
        },
    }


def line_of(said: HintAnswer | HintFear) -> list[dict[str, object]]:
    """The moves of a line with their words."""
    return [
        {"place": words.place, "move": move, "text": words.text}
        for words, (_seat, move) in zip(said.line, said.moves, strict=False)
    ]


def told_now(document: dict[str, object]) -> HttpResponse:
    """The answer: 202 while it is thought."""
    return respond(document, 202 if document["status"] == "waiting" else 200)


ANSWERS: dict[Any, Any] = {200: Evaluation, 202: Evaluation, **ACTING}


@router.post(
    "tables/{int:table_id}/evaluation",
    auth=signed_in,
    response=ANSWERS,
    summary="Have a position judged",
)
def ask_evaluation(
    request: HttpRequest, table_id: int, body: EvaluationBody | None = None
) -> HttpResponse:
    """Of a finished table, or your own question where the terms allow hints; else 403.

    202 while it is thought: look again with GET. The same position is thought about once.
    """
    at, place = (body.at, body.place) if body else (None, None)
    row, asked = question_of(request, table_id, at, place)
    thought = keeping.thought_about(asked)
    if thought is None or thought.found is None:
        thought = keeping.thought_ask(asked, request.user.pk)
    return told_now(told(row, asked, thought))


@router.get(
    "tables/{int:table_id}/evaluation",
    auth=signed_in,
    response=ANSWERS,
    summary="How a position was judged",
)
def read_evaluation(
    request: HttpRequest, table_id: int, at: At = None, place: Place = None
) -> HttpResponse:
    """The evaluation, or how far it is; `none` if nobody has asked for it."""
    row, asked = question_of(request, table_id, at, place)
    return told_now(told(row, asked, keeping.thought_about(asked)))
