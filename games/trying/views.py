"""The page on which moves are tried. It looks like the table's, and tells nobody."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.web.documents import is_document, respond
from config.web.numbers import number_of
from config.web.refusal import Refused, refusals_said, send_back, told
from games.changing import lines, plans
from games.errors import NotPossible, NotYourSeat, OutdatedMove
from games.models import LONGEST_NOTE, Line
from games.page import rendering
from games.page.boards import board_of
from games.page.drawing import ENGINE
from games.page.views import answer_in, load, parts_changed, plan_shown, planned_at, words
from games.rules.core.codec import convert, decode_move
from games.rules.core.interface import Document, IllegalMove, Seat
from games.telling import history
from games.telling.lines import lines_at
from games.telling.wording import title_of, wording_for
from games.trying import keeping
from games.trying.course import MOST_MOVES, CannotTry, StepLost, course_of, move_of, view_from
from games.trying.keeping import Trial
from games.trying.planning import course_plan
from games.trying.scene import Place, TrialScene, Tried


def place_of(request: HttpRequest, table_id: int, at: str) -> Place:
    """The step of a table from which the reader tries something, as far as they knew it.

    Raises Http404, CannotTry.
    """
    row = load(request, table_id)
    if row.position is None:
        raise Http404
    steps = history.steps_of(row)
    if not steps:
        raise CannotTry
    if history.is_lost(row, steps, at):
        raise StepLost
    seat = row.place_of(request.user.pk)
    wanted = history.step_wanted(steps, at, seat) or steps[-1][0]
    return Place(row, wanted, steps[-1][0], seat, view_from(row, steps, wanted, seat))


def tried_at(request: HttpRequest, here: Place) -> Tried:
    """What the reader has tried there, as far as it is still possible."""
    trial = keeping.trial_in(request, here.row.id, here.at)
    course = course_of(here.row.rules, here.view, trial.seed, trial.played)
    count = len(course.happened)
    if count == trial.step:
        return Tried(trial, course)
    return Tried(Trial(trial.seed, trial.moves[:count], count), course, cut=True)


def addresses_of(here: Place) -> dict[str, str]:
    """Where the page leads: to itself, to the same from the present, back to the table."""
    table = reverse("table", args=[here.row.id])
    return {
        "here": reverse("what_if_at", args=[here.row.id, here.at]),
        "present": reverse("what_if", args=[here.row.id]),
        "table": table,
        "back": f"{table}?at={here.at}" if here.at < here.latest else table,
    }


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
def what_if(request: HttpRequest, table_id: int, at: int) -> HttpResponse:
    """The page."""
    try:
        here = place_of(request, table_id, str(at))
        tried = tried_at(request, here)
    except CannotTry as why:
        return send_back(request, why, "table", load(request, table_id).id)
    if here.at != at:
        return redirect("what_if_at", table_id, here.at)
    ways = addresses_of(here)
    scene = TrialScene(here, tried, request.user, ways)
    drawn = rendering.whole(scene.roots(described="described" in request.GET))
    user_id = request.user.pk
    values = {
        "table": scene.row,
        "title": title_of(scene.row.rules),
        "ways": ways,
        "real": table_id,
        "seed": tried.trial.seed,
        "past": None,
        "me": None,
        "earlier": 0,
        "drawn": drawn,
        "description": drawn.get("description"),
        "has_description": board_of(scene.row.game).has_description,
        "lines": mark_safe(scene.lines()),  # noqa: S308 - drawn by templates
        "kept": [line_facts(here, line) for line in lines_at(user_id, table_id)],
        "longest_note": LONGEST_NOTE,
        "may_plan": may_plan(here),
        "plan": plan_shown(here.row, planned_at(here.row, user_id, here.seat).steps),
        "trail": {},
        "art": rendering.art_of(scene.row.game),
        "board_style": rendering.board_style(scene.row.game),
        "words": words(),
        "confirm_wish": "never",
        "catches_up": False,
        "orders_form": None,
    }
    return render(request, "what_if.html", values, using=ENGINE)


def may_plan(here: Place) -> bool:
    """Whether the reader has a seat here that may still be asked something."""
    row = here.row
    if here.seat is None or row.status != "playing" or row.frozen:
        return False
    return not (row.seats[here.seat].resigned or row.seats[here.seat].bot)


def moves_of(line: Line) -> list[tuple[Seat, Document]]:
    """The moves of a kept line."""
    return convert(line.moves, list[tuple[Seat, Document]])


def line_facts(here: Place, line: Line) -> dict[str, Any]:
    """A kept line as the page lists it: its number, its note, its first moves in words."""
    wording = wording_for(here.row)
    texts = []
    for seat, document in moves_of(line)[:3]:
        try:
            texts.append(
                f"{wording.seats[seat]}: {wording.move(decode_move(here.row.rules, document))}"
            )
        except (IllegalMove, KeyError, IndexError):  # the rules have changed since
            break
    return {
        "number": line.number,
        "note": line.note,
        "at": line.at,
        "here": line.at == here.at,
        "count": len(line.moves),
        "first": texts,
    }


@require_safe
@never_cache
def live(request: HttpRequest, table_id: int, at: int) -> HttpResponse:
    """The parts that differ from those of the page, as for a table."""
    seen = number_of(request.GET.get("since", "")) or 0
    here = place_of(request, table_id, str(at))
    if here.at != at:
        raise Http404
    scene = TrialScene(here, tried_at(request, here), request.user, addresses_of(here), seen)
    return parts_changed(request, scene)


Work = Callable[[HttpRequest, Place, Tried], Trial]


def changes(work: Work) -> Callable[..., HttpResponse]:
    """A view for something the reader tries. Scripts get JSON, forms the page again."""

    @require_POST
    @functools.wraps(work)
    def view(request: HttpRequest, table_id: int, at: int) -> HttpResponse:
        answer: dict[str, Any] = {}
        status = 200
        try:
            keeping.check_rate(request.user.pk)
            here = place_of(request, table_id, str(at))
            if here.at != at:  # the step was taken back at the table meanwhile
                raise OutdatedMove
            trial = work(request, here, tried_at(request, here))
            keeping.keep(request, table_id, at, trial)
            answer = {"number": trial.step + 1}
        except Refused as refused:
            answer, status = told(refused), refused.status
            if not is_document(request):
                messages.error(request, str(refused))
        if not is_document(request):
            return redirect("what_if_at", table_id, at)
        return respond(answer, status)

    return view


@changes
def answer(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Try a move, for whichever seat is asked."""
    scene = TrialScene(here, tried, request.user, {})
    document, question = answer_in(request, scene.row)
    decision = tried.course.asked(here.seat)
    if decision is None or question != (scene.update.question and scene.update.question.id):
        raise OutdatedMove
    if tried.trial.step >= MOST_MOVES:
        raise NotPossible(_("A line ends after 60 moves."))
    move = move_of(here.row.rules, decision, document)
    return tried.trial.goes_on(decision.seat, move)


@changes
def back(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """One step back; the moves after it are kept until another one is tried."""
    return tried.trial.stepped(-1)


@changes
def forward(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """One step on, by the move that was tried there."""
    return tried.trial.stepped(1)


@changes
def again(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """From the beginning; the draw stays."""
    return Trial(tried.trial.seed)


@changes
def draw(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Draw anew what is hidden; the moves are played again, as far as they are possible.

    Those that are not possible with one draw may be so with the next.
    """
    return keeping.trial_in(request, here.row.id, here.at).drawn_anew()


@changes
def keep(request: HttpRequest, here: Place, tried: Tried) -> Trial:
    """Keep the line up to the present step, with a note."""
    if request.user.pk is None:
        raise NotPossible(_("Sign in to keep lines."))
    lines.line_keep(
        user_id=request.user.pk,
        table_id=here.row.id,
        at=here.at,
        seed=tried.trial.seed,
        moves=tried.trial.played,
        note=request.POST.get("note", ""),
    )
    messages.success(request, _("The line is kept. Only you can see it."))
    return tried.trial


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
    messages.success(request, _("It is planned. Your answers are given when you are asked."))


@require_POST
def line_plan(request: HttpRequest, table_id: int) -> HttpResponse:
    """Plan the moves of a kept line."""
    line = line_named(request, table_id)
    with refusals_said(request):
        here = place_of(request, table_id, str(line.at))
        if here.at != line.at:
            raise OutdatedMove
        make_plan(request, here, line.seed, moves_of(line))
    return redirect("what_if", table_id)


@require_POST
def plan_delete(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take back one's plan, or put away one that was dropped; back to the page it came from."""
    load(request, table_id)
    if request.user.pk is None:
        raise Http404
    if plans.plan_delete(user_id=request.user.pk, table_id=table_id):
        messages.success(request, _("Nothing is planned here any more."))
    else:
        messages.info(request, _("There is no plan here any more: it may have been played."))
    return redirect("what_if" if "trying" in request.POST else "table", table_id)


def line_named(request: HttpRequest, table_id: int) -> Line:
    """The reader's line that a form names. Raises Http404."""
    number = number_of(request.POST.get("line", ""))
    if number is None:
        raise Http404
    return get_object_or_404(lines_at(request.user.pk, table_id), number=number)


@require_POST
def line_open(request: HttpRequest, table_id: int) -> HttpResponse:
    """Go to a kept line, as it stood."""
    row = load(request, table_id)
    line = line_named(request, table_id)
    steps = history.steps_of(row)  # the one it started from may have been taken back
    at = history.step_wanted(steps, str(line.at), row.place_of(request.user.pk)) or line.at
    moves = moves_of(line)
    keeping.keep(request, table_id, at, Trial(line.seed, moves, len(moves)))
    return redirect("what_if_at", table_id, at)


@require_POST
def line_delete(request: HttpRequest, table_id: int) -> HttpResponse:
    """Delete a kept line."""
    load(request, table_id)
    line = line_named(request, table_id)
    lines.line_delete(user_id=request.user.pk or 0, table_id=table_id, number=line.number)
    messages.success(request, _("The line is deleted."))
    return redirect(f"{reverse('what_if', args=[table_id])}?at={line.at}")
