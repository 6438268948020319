"""The JSON API: what the operators say to everybody, for programs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Field, Router, Schema

from accounts.announcing.reading import Item, items_now
from accounts.models import User
from config.web.documents import respond
from games.documents import Problem
from games.storing.halts import halt_now

router = Router(tags=["site"])


class WorkDocument(Schema):
    """When no clock runs."""

    since: datetime
    until: Annotated[
        datetime | None, Field(description="Null: until somebody lets the site go on.")
    ]
    read_only: Annotated[bool, Field(description="Whether nothing can be changed then.")]


class NewsDocument(Schema):
    """Something that is said to everybody now."""

    kind: Annotated[str, Field(description='"stop", "work" that goes on, or "announcement".')]
    text: str
    work: Annotated[WorkDocument | None, Field(description="That goes on, or is planned.")]


class SiteDocument(Schema):
    """How the site is."""

    halted: Annotated[
        bool, Field(description="Nothing can be changed now: such requests are answered 503.")
    ]
    news: list[NewsDocument]


@router.get(
    "site", response={200: SiteDocument, 401: Problem, 403: Problem, 429: Problem},
    summary="Whether the site is stopped, and what is announced",
)  # fmt: skip
def read_site(request: HttpRequest) -> HttpResponse:
    """Whether the site is stopped, announcements, and planned work; in your language."""
    items = items_now(signed_in=isinstance(request.user, User))
    return respond({"halted": halt_now() is not None, "news": [document_of(one) for one in items]})


def document_of(item: Item) -> dict[str, Any]:
    """Something that is said, for programs."""
    stop = item.work
    times = stop and {"since": stop.since, "until": stop.until, "read_only": stop.read_only}
    return {"kind": item.kind, "text": item.text, "work": times}
