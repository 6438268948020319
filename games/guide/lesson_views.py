"""The page of a lesson. It looks like a table's, and works without an account or scripts."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.web.existing import existing
from games.errors import NotPossible, OutdatedMove, refused_by_rules
from games.faces import LEFT_OPEN
from games.guide import progress
from games.guide.lessons import (
    Lesson,
    NothingToPlay,
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
from games.guide.scene import LessonScene, LessonWays, ShownLesson, told_in
from games.page.drawing import has_guide
from games.page.unstored import changed, draw
from games.page.views import answer_in, parts_changed, seen_by
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


def ways_on(slug: str, name: str) -> LessonWays:
    """Where the page of a lesson leads: the rules, other lessons, a table."""
    shown = on_show(slug)
    index = next(index for index, one in enumerate(shown) if one.name == name)
    return LessonWays(
        game=slug,
        here=address_of(slug, name),
        following=shown[index + 1] if index + 1 < len(shown) else None,
        rules=reverse("rules", args=[slug]) if has_guide(slug) else "",
    )


def reached(request: HttpRequest, slug: str, name: str) -> tuple[Walk, Progress]:
    """Return the reader's progress in a lesson, and their answers. Raises Http404."""
    lesson, kept = found(slug, name), progress.progress_in(request, slug, name)
    return progress.walk_of(slug, lesson, kept), kept


def scene_of(request: HttpRequest, slug: str, name: str, since: int = 0) -> LessonScene:
    """The lesson as far as the reader is."""
    walk, kept = reached(request, slug, name)
    face = getattr(request.user, "face", LEFT_OPEN)  # visitors have none
    return LessonScene(walk, learner_of(request), kept.says, since, ways_on(slug, name), face)


def learner_of(request: HttpRequest) -> str:
    """What the log calls the reader; "" for a name of its own."""
    return request.user.get_username() if request.user.is_authenticated else ""


@require_safe
@never_cache
def lesson(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The page."""
    scene, about = scene_of(request, slug, name), told_in(slug, name)[""]
    return draw(request, scene, "guide/lesson.html", address_of(slug, name), lesson=about)


@require_safe
@never_cache
def live(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The parts that differ from those of the page, as for a table."""
    return parts_changed(request, scene_of(request, slug, name, seen_by(request)))


Work = Callable[[HttpRequest, Walk, Progress], Progress]


def changes(work: Work) -> Callable[..., HttpResponse]:
    """A view for something the reader does in a lesson. Scripts get JSON, forms the page again."""

    @require_POST
    @functools.wraps(work)
    def view(request: HttpRequest, slug: str, name: str) -> HttpResponse:
        walk, before = reached(request, slug, name)

        def change() -> int:
            after = work(request, walk, before)
            finished = before.finished or after.at >= len(walk.lesson.step)
            after = msgspec.structs.replace(after, finished=finished)
            progress.keep(request, slug, name, after)
            return len(walk.happened) + 1

        return changed(request, address_of(slug, name), change)

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
    except NothingToPlay as error:
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
    except NothingToPlay as error:
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
