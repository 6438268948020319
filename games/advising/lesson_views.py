"""Hints in lessons: anybody may ask, as nobody else plays. Their lines have the lesson's board."""

from __future__ import annotations

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.web.refusal import Refused, send_back
from games.advising import keeping, telling
from games.advising.asking import Asked, asked_in, lesson_question
from games.advising.telling import LineMove
from games.advising.thinking import DRAW
from games.advising.views import LINES, hint_page, line_wanted
from games.guide.lesson_views import learner_of, reached
from games.guide.scene import LEARNER, row_of, told_in
from games.page.panel import Confirming, Panel
from games.page.unstored import draw
from games.storing.rows import TableRow
from games.telling.wording import wording_for
from games.trying.course import CannotTry, course_of
from games.trying.keeping import Trial
from games.trying.scene import Place, TrialScene, TrialWays, Tried


class LineWays(msgspec.Struct, frozen=True):
    """Where the page of a line leads: to the steps beside it, the hint, the lesson."""

    back: str
    forward: str
    hint: str
    lesson: str


class LinePanel(Panel, frozen=True, kw_only=True):
    """A step of a line in words."""

    kind: str = "line"
    step: int
    steps: int
    said: list[LineMove]
    names: list[str]  # of all seats
    ways: LineWays


class LineScene(TrialScene):
    """A step of a line on the board of a lesson: to be looked at, nothing is asked."""

    def __init__(self, here: Place, tried: Tried, said: list[LineMove], leads: LineWays) -> None:
        super().__init__(here, tried, LEARNER, TrialWays())
        self.said, self.leads = said, leads

    def _panel(self, confirm: Confirming | None) -> Panel:
        trial = self.tried.trial
        return LinePanel(
            table=self.row.id,
            step=trial.step,
            steps=len(trial.line),
            said=self.said,
            names=[*self.wording.seats],
            ways=self.leads,
        )


def question_in(request: HttpRequest, slug: str, name: str) -> tuple[Asked, TableRow]:
    """What the learner is asked now, and the lesson as a table. Raises NothingAsked."""
    walk, kept = reached(request, slug, name)
    asked = asked_in(walk, lesson_question(walk, kept.moves))
    return asked, row_of(walk, learner_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hint(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """What an expert would do in the learner's place; POST asks for it."""
    try:
        asked, row = question_in(request, slug, name)
        if request.method == "POST":
            keeping.thought_ask(asked, request.user.pk)
            return redirect("lesson_hint", slug, name)
    except Refused as refused:
        return send_back(request, refused, "lesson", slug, name)
    here = reverse("lesson_hint", args=[slug, name])
    ways = {"here": here, "try": "", "back": reverse("lesson", args=[slug, name]), "lines": here}
    return hint_page(request, row, asked, ways)


@require_safe
@never_cache
def line(request: HttpRequest, slug: str, name: str, line: int, step: int) -> HttpResponse:
    """A step of one of its lines, on the board."""
    if line >= len(LINES):
        raise Http404
    try:
        asked, row = question_in(request, slug, name)
        thought = keeping.thought_about(asked)
        if thought is None or thought.found is None:
            return redirect("lesson_hint", slug, name)
        moves = line_wanted(thought.found, LINES[line])
        step = min(step, len(moves))
        course = course_of(row.rules, asked.view, DRAW, moves[:step])
    except CannotTry as refused:
        return send_back(request, refused, "lesson_hint", slug, name)
    except Refused:
        return redirect("lesson", slug, name)
    place = asked.decision.seat
    said = telling.line_in_words(asked, moves, wording_for(row))
    here = reverse("lesson_line", args=[slug, name, line, step])
    ways = LineWays(
        back=reverse("lesson_line", args=[slug, name, line, max(0, step - 1)]),
        forward=reverse("lesson_line", args=[slug, name, line, min(len(moves), step + 1)]),
        hint=reverse("lesson_hint", args=[slug, name]),
        lesson=reverse("lesson", args=[slug, name]),
    )
    where = Place(row, asked.source.at, asked.source.at, place, asked.view)
    tried = Tried(Trial(seed=DRAW).joined(moves).shown(step), course)
    scene, lesson = LineScene(where, tried, said, ways), told_in(slug, name)[""]
    return draw(request, scene, "advising/line.html", here, ways=ways, lesson=lesson)
