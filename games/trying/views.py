"""The page on which moves are tried. It looks like the table's, and tells nobody."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.web.documents import is_document
from config.web.foreign_json import Unreadable, read_object
from config.web.numbers import number_of
from config.web.one_line import in_one_line
from config.web.refusal import send_back
from games.changing import plan_changes
from games.errors import NotPossible, NotYourSeat, OutdatedMove
from games.models import LONGEST_NAME
from games.page.unstored import changed, draw
from games.page.views import answer_in, load, parts_changed, plan_shown, planned_at, seen_by
from games.telling import history
from games.telling.studies import shared_study
from games.trying import keeping
from games.trying.course import (
    MOST_MOVES,
    CannotTry,
    LineEnds,
    StepLost,
    course_of,
    move_of,
    view_from,
)
from games.trying.keeping import Trial
from games.trying.planning import course_plan
from games.trying.scene import Place, TreeScene, TrialScene, TrialWays, Tried
from games.trying.studies import studies_listed, trial_of
from games.trying.trees import LONGEST_NOTE, MOST_ANSWERS, NoteTooLong


def place_of(request: HttpRequest, table_id: int, at: int, key: str = "") -> Place:
    """Return the step of a table from which the reader tries something, as far as they knew it.

    It is a step nearby if that one was taken back. With the key of a shared study it is the step
    of the study, as far as its user knew it. Raises Http404, CannotTry.
    """
    row = load(request, table_id)
    study = shared_study(row.id, key) if key else None
    if row.position is None or (key and study is None):
        raise Http404
    steps = history.steps_of(row)
    if not steps:
        raise CannotTry
    asked = str(study.at if study else at)
    if history.is_lost(row, steps, asked):
        raise StepLost
    seat = row.place_of(study.user_id if study else request.user.pk)
    there = history.step_wanted(steps, asked, seat) or steps[-1][0]
    return Place(row, there, steps[-1][0], seat, view_from(row, steps, there, seat), study)


def tried_at(request: HttpRequest, here: Place) -> Tried:
    """Return what the reader has tried there, as far as it is still possible."""
    trial = trial_at(request, here)
    course = course_of(here.row.rules, here.view, trial.seed, trial.played)
    count = len(course.happened)
    if count == trial.step:
        return Tried(trial, course)
    possible = trial.shown([0, *trial.path(trial.at)][count])
    return Tried(possible, course, cut=True)


def trial_at(request: HttpRequest, here: Place) -> Trial:
    """Return what the reader has tried there; what is shared with them is tried already."""
    kept = keeping.trial_in(request, here.name)
    return kept or (trial_of(here.study).shown(0) if here.study else Trial())


def address_at(table_id: int, at: int, key: str = "") -> str:
    """Return the page for a step of a table, or for a shared study of it."""
    if key:
        return reverse("what_if_shared", args=[table_id, key])
    return reverse("what_if_at", args=[table_id, at])


def addresses_of(here: Place) -> TrialWays:
    """Return where the page leads: to itself, to the same from the present, to the table."""
    table = reverse("table", args=[here.row.id])
    return TrialWays(
        here=address_at(here.row.id, here.at, (here.study and here.study.key) or ""),
        present=reverse("what_if", args=[here.row.id]),
        back=f"{table}?at={here.at}" if here.at < here.latest else table,
    )


@require_safe
@never_cache
def begin(request: HttpRequest, table_id: int) -> HttpResponse:
    """To the page for the present position, or with `?at=` for an earlier one."""
    row = load(request, table_id)
    if row.position is None:
        return redirect("waiting_room", table_id)
    steps, asked = history.steps_of(row), request.GET.get("at", "")
    if not steps or history.is_lost(row, steps, asked):
        return send_back(request, StepLost() if steps else CannotTry(), "table", row.id)
    at = history.step_wanted(steps, asked, row.place_of(request.user.pk))
    return redirect("what_if_at", table_id, at or steps[-1][0])


@require_safe
@never_cache
def what_if(request: HttpRequest, table_id: int, at: int = 0, key: str = "") -> HttpResponse:
    """The page."""
    try:
        here = place_of(request, table_id, at, key)
        tried = tried_at(request, here)
    except CannotTry as why:
        return send_back(request, why, "table", load(request, table_id).id)
    if not key and here.at != at:
        return redirect("what_if_at", table_id, here.at)
    ways = addresses_of(here)
    scene = TreeScene(here, tried, request.user, ways)
    user_id = request.user.pk
    kept = [] if key else studies_listed(here, user_id, tried.trial)
    return draw(
        request,
        scene,
        "what_if.html",
        ways.here,
        ways=ways,
        real=table_id,
        seed=tried.trial.seed,
        shared=here.study,
        heading=(here.study and here.study.name) or _("What if"),
        over=here.row.status == "finished",
        kept=kept,
        opened=next((study for study in kept if study.open), None),
        longest_note=LONGEST_NOTE,
        longest_name=LONGEST_NAME,
        may_plan=may_plan(here),
        plan=plan_shown(here.row, planned_at(here.row, user_id, here.seat).steps),
    )


def may_plan(here: Place) -> bool:
    """Whether the reader has a seat here that may still be asked something."""
    row = here.row
    if here.study or here.seat is None or row.status != "playing" or row.frozen:
        return False
    return not (row.seats[here.seat].resigned or row.seats[here.seat].bot)


@require_safe
@never_cache
def live(request: HttpRequest, table_id: int, at: int = 0, key: str = "") -> HttpResponse:
    """The parts that differ from those of the page, as for a table."""
    here = place_of(request, table_id, at, key)
    if not key and here.at != at:
        raise Http404
    ways, tried = addresses_of(here), tried_at(request, here)
    return parts_changed(request, TreeScene(here, tried, request.user, ways, seen_by(request)))


Work = Callable[[HttpRequest, Place, Tried], Trial]


def changes(work: Work) -> Callable[..., HttpResponse]:
    """A view for something the reader tries. Scripts get JSON, forms the page again."""

    @require_POST
    @functools.wraps(work)
    def view(request: HttpRequest, table_id: int, at: int = 0, key: str = "") -> HttpResponse:
        def change() -> int:
            keeping.check_rate(request.user.pk)
            here = place_of(request, table_id, at, key)
            if not key and here.at != at:  # the step was taken back at the table meanwhile
                raise OutdatedMove
            trial = work(request, here, tried_at(request, here))
            keeping.keep(request, here.name, trial)
            return trial.step + 1

        return changed(request, address_at(table_id, at, key), change)

    return view


@changes
def answer(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Try a move, for whichever seat is asked."""
    scene = TrialScene(here, tried, request.user, TrialWays())
    document, question = answer_in(request, scene.row)
    decision = tried.course.asked(here.seat)
    if decision is None or question != (scene.update.question and scene.update.question.id):
        raise OutdatedMove
    if tried.trial.step >= MOST_MOVES:
        raise LineEnds
    trial = tried.trial.tried(decision.seat, move_of(here.row.rules, decision, document))
    if len(trial.moves) > MOST_ANSWERS:
        text = _("You have tried {most} answers from here: remove some first.")
        raise NotPossible(text.format(most=MOST_ANSWERS))
    return trial


@changes
def back(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Take one step back."""
    return tried.trial.stepped(-1)


@changes
def forward(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Take one step on along the line on show."""
    return tried.trial.stepped(1)


@changes
def go(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Show the position after an answer of the tree; 0 is the start."""
    return tried.trial.shown(answer_named(request, tried.trial))


@changes
def remove(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Remove an answer and all that follow it; at the start all of them."""
    return tried.trial.without(answer_named(request, tried.trial))


def answer_named(request: HttpRequest, trial: Trial) -> int:
    """Return the number of the answer that a form or a document names. Raises NotPossible."""
    try:
        named = read_object(request.body)["answer"] if is_document(request) else None
    except (KeyError, Unreadable) as error:
        raise NotPossible from error
    number = number_of(str(named) if named is not None else request.POST.get("answer", ""))
    if number is None or number > len(trial.moves):
        raise NotPossible(_("That answer is not there any more."))
    return number


@changes
def note(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Put a note on the answer that led to the position on the board."""
    text = in_one_line(request.POST.get("note", ""))
    if len(text) > LONGEST_NOTE:
        raise NoteTooLong(field="note")
    if not tried.trial.at:
        raise NotPossible(_("Go to an answer first: the note is written on it."))
    return tried.trial.noted(text)


@changes
def draw_anew(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Draw anew what is hidden; the answers are given again, as far as they are possible.

    Those that are not possible with one draw may be so with the next.
    """
    return trial_at(request, here).drawn_anew()


@changes
def plan(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Let the reader's own moves up to the present step be played when they are asked."""
    make_plan(request, here, tried.trial.seed, tried.trial.played)
    return tried.trial


def make_plan(
    request: HttpRequest, here: Place, seed: int, moves: list[tuple[int, dict[str, Any]]]
) -> None:
    """Plan these moves. Raises a refusal."""
    if request.user.pk is None:
        raise NotYourSeat
    exact = request.POST.get("exact", "yes") != "no"
    course_plan(here, user_id=request.user.pk, seed=seed, moves=moves, exact=exact)
    messages.success(request, _("It is planned. Your answers will be given when you are asked."))


@require_POST
def plan_delete(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take back one's plan, or put away one that was dropped; back to the page it came from."""
    load(request, table_id)
    if request.user.pk is None:
        raise Http404
    if plan_changes.plan_delete(user_id=request.user.pk, table_id=table_id):
        messages.success(request, _("Nothing is planned here any more."))
    else:
        messages.info(request, _("There is no plan here any more: it may have been played."))
    return redirect("what_if" if "trying" in request.POST else "table", table_id)
