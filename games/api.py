"""The JSON API of tables: the same services and the same views as the pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from config.web.documents import JSON, respond
from config.web.refusal import Malformed, Refused, told
from config.web.signing_in import signed_in
from games.changing import clocks, plan_changes, services
from games.documents import (
    ACTING,
    READING,
    Answer,
    Final,
    OrdersBody,
    OrdersDocument,
    PlanBody,
    Problem,
    WishAnswer,
    WishBody,
)
from games.errors import NoSuchTable, NotPossible, OutdatedMove
from games.rules.core.proof import ProvenTable, written
from games.storing.rows import TableRow, table_load
from games.telling import history
from games.telling.moves import ToldMove, moves_after
from games.telling.plan_reading import PlanDocument, planned_moves, plans_at
from games.telling.proofs import Fairness, fairness_of, proof_of
from games.telling.schemas import Outdated, Update, listed, schema_of
from games.telling.selectors import may_watch
from games.telling.updates import table_update, updates_after
from games.trying.course import view_from
from games.trying.planning import course_plan
from games.trying.scene import Place

router = Router(tags=["tables"])

Since = Annotated[int, Query(ge=0, le=2**31 - 1, description="The latest log entry you know.")]


def load_for(request: HttpRequest, table_id: int) -> TableRow:
    """A table that the user may look at. Raises NoSuchTable."""
    row = table_load(table_id)
    if not may_watch(row, request.user):
        raise NoSuchTable
    return row


def user_id_of(request: HttpRequest) -> int:
    """The id of the user; `auth` lets nobody through who is not signed in."""
    assert request.user.pk is not None
    return request.user.pk


def updated(
    request: HttpRequest, table_id: int, since: int = 0, refused: Refused | None = None
) -> HttpResponse:
    """The update of a table as the user may see it, with the refusal if there was one."""
    row = table_load(table_id)
    update = table_update(row, request.user.pk, since)
    if refused is None:
        return respond(update.fields())
    return respond({**update.fields(), **told(refused)}, refused.status)


@router.get("tables/{int:table_id}", response={200: Update, **READING}, summary="A table")
def read_table(request: HttpRequest, table_id: int, since: Since = 0) -> HttpResponse:
    """The table as you may see it, with the events after log entry `since`."""
    row = load_for(request, table_id)
    return respond(table_update(row, request.user.pk, since).fields())


@router.get(
    "tables/{int:table_id}/fairness",
    response={200: schema_of(Fairness), **READING},
    summary="What binds the server",
)
def read_fairness(request: HttpRequest, table_id: int) -> HttpResponse:
    """The commitments to the server's secret, and to each seed; neither is told before the end."""
    return respond(fairness_of(load_for(request, table_id)))


@router.get(
    "tables/{int:table_id}/proof",
    response={200: schema_of(ProvenTable), **READING, 409: Problem},
    summary="A finished table, to be proven",
)
def read_proof(request: HttpRequest, table_id: int) -> HttpResponse:
    """All of it, to the byte as `python -m games.rules verify` wants it."""
    proof = written(proof_of(load_for(request, table_id)))
    return HttpResponse(proof, content_type=JSON)


@router.get(
    "tables/{int:table_id}/moves",
    response={200: listed(ToldMove), **READING},
    summary="The answers that were given, as they were sent",
)
def read_moves(request: HttpRequest, table_id: int, since: Since = 0) -> HttpResponse:
    """Return the moves after log entry `since`, at most a thousand, the oldest first."""
    row = load_for(request, table_id)
    return respond(moves_after(row, row.place_of(request.user.pk), since))


@router.post(
    "tables/{int:table_id}/moves",
    auth=signed_in,
    response={200: Update | schema_of(Final), **ACTING, 409: Outdated | Problem},
    summary="Answer a question",
)
def submit_move(request: HttpRequest, table_id: int, answer: Answer) -> HttpResponse:
    """Play a move. The same answer sent again counts once.

    With `ask`, a move that could not be taken back is not played; the answer is `{"final": true}`.
    """
    row = load_for(request, table_id)
    user_id, question, move = user_id_of(request), answer.question, answer.move
    try:
        if answer.ask and services.move_is_final(
            table_id=table_id, user_id=user_id, question=question, move=move, row=row
        ):
            return respond(Final(True))
        after, change = services.move_answer(
            table_id, row, user_id=user_id, question=question, move=move
        )
    except OutdatedMove as refused:
        return updated(request, table_id, row.number, refused)
    if change is None or change.before != row.number:  # there is more to tell than this move
        return updated(request, table_id, row.number)
    return respond(updates_after(after, change).of(user_id, row.number).fields())


@router.post(
    "tables/{int:table_id}/undo",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Take back your latest move",
)
def undo_move(request: HttpRequest, table_id: int) -> HttpResponse:
    """Possible until something was revealed or somebody else was asked."""
    row = load_for(request, table_id)
    services.move_undo(table_id=table_id, user_id=user_id_of(request), row=row)
    return updated(request, table_id, row.number)


@router.post(
    "tables/{int:table_id}/resign",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Give up",
)
def resign_seat(request: HttpRequest, table_id: int) -> HttpResponse:
    """A bot plays on for your seat, which will be ranked last."""
    row = load_for(request, table_id)
    services.seat_resign(table_id=table_id, user_id=user_id_of(request), row=row)
    return updated(request, table_id, row.number)


@router.post(
    "tables/{int:table_id}/return",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Take your seat back",
)
def return_to_seat(request: HttpRequest, table_id: int) -> HttpResponse:
    """End the bot's play for your seat after your time was over."""
    row = load_for(request, table_id)
    services.seat_return(table_id=table_id, user_id=user_id_of(request), row=row)
    return updated(request, table_id, row.number)


@router.post(
    "tables/{int:table_id}/wish",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Ask all for a pause or for time",
)
def make_wish(request: HttpRequest, table_id: int, wish: WishBody) -> HttpResponse:
    """It is done when all who play at the table have agreed."""
    row = load_for(request, table_id)
    clocks.wish_make(
        table_id=table_id,
        user_id=user_id_of(request),
        kind=wish.kind,
        place=wish.place,
        time=timedelta(minutes=wish.minutes),
        increment=timedelta(minutes=wish.increment),
        cap=timedelta(minutes=wish.cap),
    )
    return updated(request, table_id, row.number)


@router.post(
    "tables/{int:table_id}/wish/answer",
    auth=signed_in,
    response={200: Update, **ACTING},
    summary="Agree to what is asked, or not",
)
def answer_wish(request: HttpRequest, table_id: int, answer: WishAnswer) -> HttpResponse:
    """Without `agree` it is declined; whoever has asked takes it back like that."""
    row = load_for(request, table_id)
    clocks.wish_answer(
        table_id=table_id, user_id=user_id_of(request), seen=answer.stamp, agree=answer.agree
    )
    return updated(request, table_id, row.number)


@router.get(
    "tables/{int:table_id}/orders",
    auth=signed_in,
    response={200: schema_of(OrdersDocument), **ACTING},
    summary="Your standing orders",
)
def read_orders(request: HttpRequest, table_id: int) -> HttpResponse:
    """What is answered for your seat without asking you; 422 where a game knows no such orders."""
    load_for(request, table_id)
    return respond(
        OrdersDocument(plan_changes.orders_of(table_id=table_id, user_id=user_id_of(request)))
    )


@router.post(
    "tables/{int:table_id}/orders",
    auth=signed_in,
    response={200: schema_of(OrdersDocument), **ACTING},
    summary="Give standing orders",
)
def set_orders(request: HttpRequest, table_id: int, body: OrdersBody) -> HttpResponse:
    """They hold until others are given; null goes back to the usual ones of the game."""
    load_for(request, table_id)
    try:
        plan_changes.orders_set(table_id=table_id, user_id=user_id_of(request), orders=body.orders)
    except Malformed as error:
        raise NotPossible from error  # the code that this address has always answered with
    return read_orders(request, table_id)


@router.get(
    "tables/{int:table_id}/plan",
    auth=signed_in,
    response={200: schema_of(PlanDocument), **ACTING},
    summary="What you have planned",
)
def read_plan(request: HttpRequest, table_id: int) -> HttpResponse:
    """Answers for questions to come; null if there are none. `dropped` says why it was given up."""
    services.seat_of(load_for(request, table_id), user_id_of(request))
    plan = plans_at(user_id_of(request), table_id).steps
    return respond(PlanDocument(None if plan is None else planned_moves(plan)))


@router.put(
    "tables/{int:table_id}/plan",
    auth=signed_in,
    response={200: schema_of(PlanDocument), **ACTING},
    summary="Plan answers to come",
)
def make_plan(request: HttpRequest, table_id: int, body: PlanBody) -> HttpResponse:
    """Your moves are played when you are asked, after a while; they replace an earlier plan."""
    row, user_id = load_for(request, table_id), user_id_of(request)
    place = services.seat_of(row, user_id)
    steps = history.steps_of(row)
    if body.at not in [number for number, _place in steps]:
        raise OutdatedMove
    moves = [(one.seat, one.move) for one in body.moves]
    here = Place(row, body.at, steps[-1][0], place, view_from(row, steps, body.at, place))
    course_plan(here, user_id=user_id, seed=1, moves=moves, exact=body.exact)
    return read_plan(request, table_id)


@router.delete(
    "tables/{int:table_id}/plan",
    auth=signed_in,
    response={200: schema_of(PlanDocument), **ACTING},
    summary="Take your plan back",
)
def delete_plan(request: HttpRequest, table_id: int) -> HttpResponse:
    """Also puts away one that was dropped."""
    services.seat_of(load_for(request, table_id), user_id_of(request))
    plan_changes.plan_delete(user_id=user_id_of(request), table_id=table_id)
    return read_plan(request, table_id)
