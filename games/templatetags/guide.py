"""What pages of other apps say of a game's rules and lessons."""

from __future__ import annotations

import functools
from typing import Any

from django import template
from django.template import RequestContext
from msgspec.structs import replace

from games.guide.lesson_views import on_show
from games.guide.progress import finished_in
from games.guide.scene import ShownLesson
from games.page.drawing import has_guide
from games.page.saying import language
from games.rules.registry import GAMES

register = template.Library()


@register.inclusion_tag("guide/_of_game.html", takes_context=True)
def guide_of(context: RequestContext, game: str) -> dict[str, Any]:
    """Links to the rules of a game, and to its lessons with those that the reader has played."""
    finished = finished_in(context["request"], game)
    lessons = [replace(one, finished=one.name in finished) for one in on_show(game)]
    return {"game": game, "lessons": lessons, "has_rules": has_guide(game)}


@register.simple_tag
def first_lesson(game: str) -> ShownLesson | None:
    """The lesson for whoever has never played a game, if it has one."""
    return _first_lesson(language(), game)


@functools.lru_cache(maxsize=100)
def _first_lesson(_language: str, game: str) -> ShownLesson | None:
    return next(iter(on_show(game)), None)  # in the active language


@register.simple_tag
def first_lessons() -> list[tuple[str, ShownLesson]]:
    """The games that people can open a table of, each with its first lesson if it has one."""
    games = [slug for slug, rules in GAMES.items() if rules.in_lobby]
    return [(slug, lesson) for slug in games if (lesson := first_lesson(slug))]
