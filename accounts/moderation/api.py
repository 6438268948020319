"""The JSON API of what moderators have decided about its user, and what came of their reports."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from msgspec import Struct
from ninja import Field, Router

from accounts.models import Decision, Report
from accounts.models.moderation import LONGEST
from accounts.moderation.appeals import appeal_make
from accounts.moderation.decisions import decision_read
from accounts.people.decisions import link_to
from accounts.people.selectors import user_of
from config.web.documents import respond
from config.web.refusal import NotFound
from config.web.signing_in import signed_in
from games.documents import ACTING, Body, Problem
from games.telling.schemas import listed, schema_of

router = Router(tags=["people"])

LATEST = 100
SIGNED_IN = {401: Problem, 403: Problem, 429: Problem}


class AppealDocument(Struct, frozen=True):
    """Your appeal against a decision: `open`, `granted` or `upheld`, with the answer."""

    text: str
    status: str
    answer: str


class DecisionDocument(Struct, frozen=True):
    """A decision of moderators about you: `kind` is `warn`, `mute`, `suspend` or `hide`.

    `rule` is a section of the page on fair play; `quoted` are the words that it is about.
    """

    id: int
    kind: str
    rule: str
    text: str
    quoted: str
    at: datetime
    until: datetime | None
    lifted_at: datetime | None
    read: bool
    url: str
    appeal: AppealDocument | None


class ReportDocument(Struct, frozen=True):
    """A report of yours: `open`, `settled` or `dismissed`, with an answer if there is one."""

    about: str | None
    text: str
    at: datetime
    status: str
    answer: str


class Appealing(Body):
    """Why a decision is wrong."""

    text: Annotated[str, Field(max_length=LONGEST)]


def own_decision(request: HttpRequest, decision_id: int) -> Decision:
    """Return a decision about whoever asks. Raises NotFound."""
    found = user_of(request).decisions.select_related("appeal").filter(pk=decision_id).first()
    if found is None:
        raise NotFound
    return found


def document_of(decision: Decision) -> DecisionDocument:
    """Return a decision as the API sends it."""
    appeal = getattr(decision, "appeal", None)
    return DecisionDocument(
        id=decision.pk,
        kind=decision.kind,
        rule=decision.rule,
        text=decision.text,
        quoted=decision.quoted,
        at=decision.at,
        until=decision.until,
        lifted_at=decision.lifted_at,
        read=decision.read_at is not None,
        url=link_to(decision),
        appeal=appeal and AppealDocument(appeal.text, appeal.status, appeal.answer),
    )


@router.get(
    "me/decisions",
    auth=signed_in,
    response={200: listed(DecisionDocument), **SIGNED_IN},
    summary="What moderators have decided about you",
)
def read_decisions(request: HttpRequest) -> HttpResponse:
    """The latest hundred, newest first."""
    found = user_of(request).decisions.select_related("appeal").order_by("-at")[:LATEST]
    return respond([document_of(decision) for decision in found])


@router.post(
    "me/decisions/{int:decision_id}/read",
    auth=signed_in,
    response={204: None, **ACTING},
    summary="You have read a decision",
)
def read(request: HttpRequest, decision_id: int) -> HttpResponse:
    """It stands on no page any more."""
    decision_read(user=user_of(request), decision_id=own_decision(request, decision_id).pk)
    return HttpResponse(status=204)


@router.post(
    "me/decisions/{int:decision_id}/appeal",
    auth=signed_in,
    response={201: schema_of(DecisionDocument), **ACTING},
    summary="Appeal against a decision",
)
def appeal(request: HttpRequest, decision_id: int, appealing: Appealing) -> HttpResponse:
    """Once; another moderator than the one who decided answers, where there is one."""
    appeal_make(decision=own_decision(request, decision_id), text=appealing.text)
    return respond(document_of(own_decision(request, decision_id)), 201)


@router.get(
    "me/reports",
    auth=signed_in,
    response={200: listed(ReportDocument), **SIGNED_IN},
    summary="What came of your reports",
)
def read_reports(request: HttpRequest) -> HttpResponse:
    """The latest hundred, newest first."""
    found = Report.objects.filter(reporter=user_of(request)).select_related("about")[:LATEST]
    return respond(
        [
            ReportDocument(
                about=report.about.username if report.about else None,
                text=report.text,
                at=report.at,
                status=report.status,
                answer=report.answer,
            )
            for report in found
        ]
    )
