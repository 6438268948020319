"""The JSON API of what an expert thinks: asked for, thought in the queue of searches, looked up."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from config.web.documents import respond
from config.web.signing_in import signed_in
from games.advising import keeping
from games.advising.asking import (
    Asked,
    NoHints,
    asked_at,
    own_question,
    question_at,
)
from games.advising.telling import Evaluation, evaluation_of
from games.documents import ACTING, EvaluationBody
from games.errors import NoSuchTable
from games.models import BIGGEST
from games.storing.rows import TableRow, table_load
from games.telling.schemas import schema_of
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


def told_now(document: Evaluation) -> HttpResponse:
    """The answer: 202 while it is thought."""
    return respond(document, 202 if document.status == "waiting" else 200)


ANSWERS: dict[Any, Any] = {200: schema_of(Evaluation), 202: schema_of(Evaluation), **ACTING}


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
    return told_now(evaluation_of(row, asked, thought))


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
    return told_now(evaluation_of(row, asked, keeping.thought_about(asked)))
