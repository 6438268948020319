"""The JSON API of studies: one's own, and one that is shared."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from config.web.documents import respond
from config.web.refusal import NotFound
from config.web.signing_in import signed_in
from games.documents import ACTING, READING, Studies, StudyDocument
from games.models import Study
from games.page.views import load
from games.rules.core.codec import encode
from games.telling.studies import shared_study, studies_at
from games.trying.studies import link_of, trial_of

router = Router(tags=["tables"])


def document_of(study: Study) -> dict[str, object]:
    """Return a study as it is documented."""
    trial = trial_of(study)
    answers = [
        {
            "number": number,
            "before": trial.before(number),
            "seat": answer.seat,
            "move": encode(answer.move),
            "note": answer.note,
        }
        for number, answer in enumerate(trial.moves, start=1)
    ]
    return {
        "name": study.name,
        "at": study.at,
        "draw": study.seed,
        "shown": trial.at,
        "answers": answers,
    }


@router.get(
    "tables/{int:table_id}/studies",
    auth=signed_in,
    response={200: Studies, **ACTING},
    summary="The studies that you keep",
)
def read_studies(request: HttpRequest, table_id: int) -> HttpResponse:
    """Trees of answers that you have tried at a table and kept under a name."""
    row = load(request, table_id)
    studies = [
        {"number": study.number, "link": link_of(study), **document_of(study)}
        for study in studies_at(request.user.pk, row.id)
    ]
    return respond({"studies": studies})


@router.get(
    "tables/{int:table_id}/studies/{str:key}",
    response={200: StudyDocument, **READING},
    summary="A study that is shared",
)
def read_shared_study(request: HttpRequest, table_id: int, key: str) -> HttpResponse:
    """The study whose link ends with this key, of a game that is over."""
    study = shared_study(load(request, table_id).id, key)
    if study is None:
        raise NotFound
    return respond(document_of(study))
