"""The JSON API of studies: one's own, and one that is shared."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from msgspec import Meta, Struct
from msgspec.structs import asdict
from ninja import Router

from config.web.documents import respond
from config.web.refusal import NotFound
from config.web.signing_in import signed_in
from games.documents import ACTING, READING
from games.models import Study
from games.page.views import load
from games.rules.core.codec import encode
from games.rules.core.interface import Document
from games.telling.schemas import schema_of
from games.telling.studies import shared_study, studies_at
from games.trying.studies import link_of, trial_of

router = Router(tags=["tables"])


class StudyAnswer(Struct, frozen=True):
    """An answer of a study, in the order in which they were tried."""

    number: int
    before: Annotated[
        int, Meta(description="The number of the answer that it follows; 0 at the start.")
    ]
    seat: int
    move: Document
    note: str


class StudyDocument(Struct, frozen=True):
    """A tree of answers, tried from log entry `at` as far as its user knew it then."""

    name: str
    at: int
    draw: Annotated[int, Meta(description="Which draw of all that was hidden.")]
    shown: Annotated[
        int, Meta(description="The number of the answer that was on the board; 0 for none.")
    ]
    answers: list[StudyAnswer]


class OwnStudy(StudyDocument, frozen=True):
    """A study of yours."""

    number: int
    link: Annotated[str, Meta(description="Where others read it; empty if it is not shared.")]


class Studies(Struct, frozen=True):
    """Your studies of a table, by number."""

    studies: list[OwnStudy]


def document_of(study: Study) -> StudyDocument:
    """Return a study as it is documented."""
    trial = trial_of(study)
    answers = [
        StudyAnswer(
            number=number,
            before=trial.before(number),
            seat=answer.seat,
            move=encode(answer.move),
            note=answer.note,
        )
        for number, answer in enumerate(trial.moves, start=1)
    ]
    return StudyDocument(
        name=study.name, at=study.at, draw=study.seed, shown=trial.at, answers=answers
    )


def own_document(study: Study) -> OwnStudy:
    """Return a study as it is documented for its user."""
    return OwnStudy(**asdict(document_of(study)), number=study.number, link=link_of(study))


@router.get(
    "tables/{int:table_id}/studies",
    auth=signed_in,
    response={200: schema_of(Studies), **ACTING},
    summary="The studies that you keep",
)
def read_studies(request: HttpRequest, table_id: int) -> HttpResponse:
    """Trees of answers that you have tried at a table and kept under a name."""
    row = load(request, table_id)
    return respond(Studies([own_document(one) for one in studies_at(request.user.pk, row.id)]))


@router.get(
    "tables/{int:table_id}/studies/{str:key}",
    response={200: schema_of(StudyDocument), **READING},
    summary="A study that is shared",
)
def read_shared_study(request: HttpRequest, table_id: int, key: str) -> HttpResponse:
    """The study whose link ends with this key, of a game that is over."""
    study = shared_study(load(request, table_id).id, key)
    if study is None:
        raise NotFound
    return respond(document_of(study))
