"""A study as what is tried on the board, and as the page lists it."""

from __future__ import annotations

from typing import NamedTuple

from config.web.addresses import address_of
from games.models import Study
from games.rules.core.codec import convert
from games.telling.studies import studies_at
from games.telling.wording import wording_for
from games.trying.keeping import Trial
from games.trying.scene import Place, answer_in_words
from games.trying.trees import TreeAnswer

FIRST_ANSWERS = 3
"""Answers of a study that a list shows."""


class ListedStudy(NamedTuple):
    """A study as the page lists it."""

    number: int
    name: str
    here: bool  # it begins at the step that the page is about
    open: bool  # it is what the reader goes on with
    answers: int
    first: list[str]  # its first answers in words
    link: str  # empty if it is not shared


def trial_of(study: Study) -> Trial:
    """Return what was tried, as it stood when it was kept."""
    moves = convert(study.moves, list[TreeAnswer])
    at = len(moves) if study.shown is None else study.shown
    return Trial(moves=moves, at=at, end=at, seed=study.seed, study=study.number)


def link_of(study: Study) -> str:
    """Return the full address of a study that is shared; empty if it is not."""
    return address_of("what_if_shared", study.table_id, study.key) if study.key else ""


def studies_listed(here: Place, user_id: int | None, trial: Trial) -> list[ListedStudy]:
    """Return the studies that a reader keeps of this table, beside what they try now."""
    return [listed(here, study, trial) for study in studies_at(user_id, here.row.id)]


def listed(here: Place, study: Study, trial: Trial) -> ListedStudy:
    """Return a study as the page lists it."""
    row, kept = here.row, trial_of(study)
    wording, first = wording_for(row), list[str]()
    for number in kept.path(kept.at)[:FIRST_ANSWERS]:
        answer = kept.moves[number - 1]
        text = answer_in_words(row, wording, answer.move)
        if not text or answer.seat >= len(row.seats):  # the rules have changed since
            break
        first.append(f"{wording.seats[answer.seat]}: {text}")
    at_step = study.at == here.at
    return ListedStudy(
        number=study.number,
        name=study.name,
        here=at_step,
        open=at_step and study.number == trial.study,
        answers=len(kept.moves),
        first=first,
        link=link_of(study),
    )
