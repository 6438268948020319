"""Keep, open, share, plan and delete studies."""

from __future__ import annotations

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.web.existing import existing
from config.web.numbers import number_in
from config.web.refusal import refusals_said
from games.changing import studies
from games.errors import NotPossible, OutdatedMove
from games.models import Study
from games.page.views import load
from games.rules.core.codec import encode
from games.telling import history
from games.telling.studies import studies_at
from games.trying import keeping
from games.trying.keeping import Trial
from games.trying.scene import Place, Tried
from games.trying.studies import trial_of
from games.trying.views import changes, make_plan, place_of


@changes
def keep(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Keep what was tried under a name: as a new study, or as the one that was opened."""
    if request.user.pk is None:
        raise NotPossible(_("Sign in to save studies."))
    trial = tried.trial
    study = studies.study_keep(
        user_id=request.user.pk,
        table_id=here.row.id,
        at=here.at,
        seed=trial.seed,
        moves=[encode(answer) for answer in trial.moves],
        shown=trial.at,
        name=request.POST.get("name", ""),
        number=trial.study if "again" in request.POST else 0,
    )
    messages.success(request, _("The study is saved."))
    return msgspec.structs.replace(trial, study=study.number)


def study_named(request: HttpRequest, table_id: int) -> Study:
    """Return the reader's study that a form names. Raises Http404."""
    number = existing(number_in(request.POST, "study"))
    return get_object_or_404(studies_at(request.user.pk, table_id), number=number)


def page_of(study: Study) -> str:
    """Return the address of the page that lists a study, at the step from which it begins."""
    return f"{reverse('what_if', args=[study.table_id])}?at={study.at}#studies"


@require_POST
def study_open(request: HttpRequest, table_id: int) -> HttpResponse:
    """Go on with a study, as it stood."""
    row = load(request, table_id)
    study = study_named(request, table_id)
    steps = history.steps_of(row)  # the one it started from may have been taken back
    at = history.step_wanted(steps, str(study.at), row.place_of(request.user.pk)) or study.at
    keeping.keep(request, keeping.name_at(table_id, at), trial_of(study))
    return redirect("what_if_at", table_id, at)


@require_POST
def study_plan(request: HttpRequest, table_id: int) -> HttpResponse:
    """Plan the answers that lead to where a study stood."""
    study = study_named(request, table_id)
    with refusals_said(request):
        here = place_of(request, table_id, study.at)
        if here.at != study.at:
            raise OutdatedMove
        make_plan(request, here, study.seed, trial_of(study).played)
    return redirect("what_if", table_id)


@require_POST
def study_share(request: HttpRequest, table_id: int) -> HttpResponse:
    """Make a link to a study, for whoever it is given to."""
    load(request, table_id)
    study = study_named(request, table_id)
    with refusals_said(request):
        studies.study_share(study=study)
        messages.success(request, _("It is shared: give its link to whoever should see it."))
    return redirect(page_of(study))


@require_POST
def study_unshare(request: HttpRequest, table_id: int) -> HttpResponse:
    """End the link of a study."""
    load(request, table_id)
    study = study_named(request, table_id)
    studies.study_unshare(study=study)
    messages.success(request, _("Its link does not work any more."))
    return redirect(page_of(study))


@require_POST
def study_delete(request: HttpRequest, table_id: int) -> HttpResponse:
    """Delete a study."""
    load(request, table_id)
    study = study_named(request, table_id)
    studies.study_delete(user_id=study.user_id, table_id=table_id, number=study.number)
    messages.success(request, _("The study is deleted."))
    return redirect(page_of(study))
