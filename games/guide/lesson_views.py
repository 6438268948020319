"""The page of a lesson. It looks like a table's, and works without an account or scripts."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.web.documents import is_document, respond
from config.web.existing import existing
from config.web.numbers import number_in
from config.web.refusal import Refused, told
from games.errors import NotPossible, OutdatedMove, refused_by_rules
from games.faces import LEFT_OPEN
from games.guide import progress
from games.guide.lessons import (
    Lesson,
    NotNow,
    NotThis,
    Walk,
    asked,
    lesson_named,
    lessons_of,
    played,
    read_on,
)
from games.guide.positions import NotAsTold
from games.guide.progress import Progress
from games.guide.scene import LessonScene, ShownLesson, Ways, told_in
from games.page import rendering
from games.page.drawing import ENGINE, has_guide
from games.page.views import answer_in, parts_changed
from games.rules.core.codec import decode_move
from games.rules.core.interface import Decision, MalformedMove, Unavailable
from games.rules.registry import GAMES


def found(slug: str, name: str) -> Lesson:
    """A lesson of a game. Raises Http404."""
    return existing(lesson_named(slug, name) if slug in GAMES else None)


def address_of(slug: str, name: str) -> str:
    """The page of a lesson."""
    return reverse("lesson", args=[slug, name])


def on_show(slug: str) -> list[ShownLesson]:
    """The lessons of a game as pages name them."""
    return [
        ShownLesson(
            name=lesson.name,
            title=told_in(slug, lesson.name)[""].plain_title,
            about=told_in(slug, lesson.name)[""].html,
            minutes=lesson.minutes,
            address=address_of(slug, lesson.name),
        )
        for lesson in lessons_of(slug)
    ]


def ways_on(slug: str, name: str) -> Ways:
    """Where the page of a lesson leads: the rules, other lessons, a table."""
    shown = on_show(slug)
    index = next(index for index, one in enumerate(shown) if one.name == name)
    return Ways(
        game=slug,
        here=address_of(slug, name),
        following=shown[index + 1] if index + 1 < len(shown) else None,
        rules=reverse("rules", args=[slug]) if has_guide(slug) else "",
    )


def scene_of(request: HttpRequest, slug: str, name: str, since: int = 0) -> LessonScene:
    """The lesson as far as the reader is."""
    lesson = found(slug, name)
    kept = progress.progress_in(request, slug, name)
    walk = progress.walk_of(slug, lesson, kept)
    face = getattr(request.user, "face", LEFT_OPEN)  # visitors have none
    return LessonScene(walk, learner_of(request), kept.says, since, ways_on(slug, name), face)


def learner_of(request: HttpRequest) -> str:
    """What the log calls the reader; "" for a name of its own."""
    return request.user.get_username() if request.user.is_authenticated else ""


@require_safe
@never_cache
def lesson(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The page."""
    scene = scene_of(request, slug, name)
    values = values_of(request, scene, slug, name, address_of(slug, name))
    return render(request, "guide/lesson.html", values, using=ENGINE)


def values_of(
    request: HttpRequest, scene: rendering.Scene, slug: str, name: str, address: str
) -> dict[str, Any]:
    """What a page with the board of a lesson is drawn from."""
    return {
        **scene.page_values(described="described" in request.GET),
        "lesson": told_in(slug, name)[""],
        "address": address,
        "me": None,
        "earlier": 0,
        "trail": {},
        "confirm_wish": "never",
        "catches_up": False,
        "orders": None,
    }


@require_safe
@never_cache
def live(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The parts that differ from those of the page, as for a table."""
    seen = number_in(request.GET, "since") or 0
    scene = scene_of(request, slug, name, seen)
    return parts_changed(request, scene)


Work = Callable[[HttpRequest, Walk, Progress], Progress]


def changes(work: Work) -> Callable[..., HttpResponse]:
    """A view for something the reader does in a lesson. Scripts get JSON, forms the page again."""

    @require_POST
    @functools.wraps(work)
    def view(request: HttpRequest, slug: str, name: str) -> HttpResponse:
        lesson = found(slug, name)
        before = progress.progress_in(request, slug, name)
        walk = progress.walk_of(slug, lesson, before)
        answer: dict[str, Any] = {}
        status = 200
        try:
            after = work(request, walk, before)
            over = after.at >= len(lesson.step)
            progress.keep(
                request,
                slug,
                name,
                msgspec.structs.replace(after, finished=over or before.finished),
            )
        except Refused as refused:
            answer, status = told(refused), refused.status
        if not is_document(request):
            return redirect(address_of(slug, name))
        answer.setdefault("number", len(walk.happened) + 1)
        return respond(answer, status)

    return view


@changes
def answer(request: HttpRequest, walk: Walk, kept: Progress) -> Progress:
    """Play a move. One that the step does not accept changes nothing but what is said."""
    scene = LessonScene(walk)
    document, question = answer_in(request, scene.row)
    if scene.update.question is None or question != scene.update.question.id:
        raise OutdatedMove
    try:
        move = decode_move(walk.rules, document)
    except MalformedMove as error:
        raise refused_by_rules(error) from error
    try:
        played(walk, move)
    except NotThis as other:
        return msgspec.structs.replace(kept, says=other.says)
    except NotNow as error:
        raise OutdatedMove from error
    except NotAsTold as error:
        raise NotPossible(why_not(scene, asked(walk), move)) from error
    return Progress(kept.at + 1, [*kept.moves, document])


def why_not(scene: LessonScene, decision: Decision | None, move: Any) -> str:
    """The rules' own reason why a move is not offered, if they give one."""
    rules, state = scene.walk.rules, scene.walk.position.state
    lacking: list[Unavailable] = list(rules.unavailable(state, decision)) if decision else []
    return next((scene.wording.reason(one) for one in lacking if one.move == move), "") or _(
        "That is not among the answers to this question."
    )


@changes
def on(request: HttpRequest, walk: Walk, kept: Progress) -> Progress:
    """Read on."""
    try:
        read_on(walk)
    except NotNow as error:
        raise OutdatedMove from error
    return Progress(kept.at + 1, kept.moves)


@changes
def back(request: HttpRequest, walk: Walk, kept: Progress) -> Progress:
    """One step back."""
    if not kept.at:
        return Progress()
    step = walk.lesson.step[kept.at - 1]
    return Progress(kept.at - 1, kept.moves[:-1] if step.accept else kept.moves)


@changes
def again(request: HttpRequest, walk: Walk, kept: Progress) -> Progress:
    """From the beginning."""
    return Progress()
