"""The JSON API: what the operators say to everybody, for programs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from msgspec import Meta, Struct
from ninja import Router

from accounts.announcing.reading import Item, items_now
from accounts.models import User
from config.web.documents import respond
from games.documents import Problem
from games.storing.halts import halt_now
from games.telling.schemas import schema_of

router = Router(tags=["site"])


class WorkDocument(Struct, frozen=True):
    """When no clock runs."""

    since: datetime
    until: Annotated[datetime | None, Meta(description="Null: until somebody lets the site go on.")]
    read_only: Annotated[bool, Meta(description="Whether nothing can be changed then.")]


class NewsDocument(Struct, frozen=True):
    """Something that is said to everybody now."""

    kind: Annotated[str, Meta(description='"stop", "work" that goes on, or "announcement".')]
    text: str
    work: Annotated[WorkDocument | None, Meta(description="That goes on, or is planned.")]


class SiteDocument(Struct, frozen=True):
    """How the site is."""

    halted: Annotated[
        bool, Meta(description="Nothing can be changed now: such requests are answered 503.")
    ]
    news: list[NewsDocument]


@router.get(
    "site", response={200: schema_of(SiteDocument), 401: Problem, 403: Problem, 429: Problem},
    summary="Whether the site is stopped, and what is announced",
)  # fmt: skip
def read_site(request: HttpRequest) -> HttpResponse:
    """Whether the site is stopped, announcements, and planned work; in your language."""
    items = items_now(signed_in=isinstance(request.user, User))
    return respond(SiteDocument(halt_now() is not None, [document_of(one) for one in items]))


def document_of(item: Item) -> NewsDocument:
    """Something that is said, for programs."""
    stop = item.work
    work = None if stop is None else WorkDocument(stop.since, stop.until, stop.read_only)
    return NewsDocument(item.kind, item.text, work)
