"""The pages that teach: the rules of a game, pictures of its examples, lessons."""

from __future__ import annotations

import functools

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.guide import contents, pictures
from games.guide.lesson_views import on_show
from games.guide.positions import NotAsTold, source_of
from games.guide.sample import sample_table
from games.looks import known_look
from games.page import rendering
from games.page.drawing import ENGINE, has_guide
from games.page.views import AS_PICTURE, picture_for
from games.rules.registry import GAMES
from games.telling.wording import title_of

KEPT_A_YEAR = "public, max-age=31536000, immutable"
MOMENTS = ("before", "after")


def game_with_guide(slug: str) -> str:
    """The slug of a game that has rules to read. Raises Http404."""
    if slug not in GAMES or not has_guide(slug):
        raise Http404
    return slug


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game; with `?part=text` only the text, to read beside a board."""
    game = game_with_guide(slug)
    part = request.GET.get("part") == "text"
    values = {
        "game": game,
        "title": title_of(GAMES[game]),
        "guide_in": functools.partial(contents.guide_of, game),
        "lessons": on_show(game),
        "edition": contents.newest_edition(GAMES[game]),
        "game_page": "/",
        "art": rendering.art_of(game),
        "board_style": rendering.board_style(game),
    }
    return render(request, "guide/text.html" if part else "guide/rules.html", values, using=ENGINE)


@require_safe
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the board of a game under way, as anybody who watches sees it. Raises Http404."""
    if slug not in GAMES or not GAMES[slug].in_lobby:
        raise Http404
    return picture_for(request, sample_table(slug), None)


@require_safe
def picture(request: HttpRequest, slug: str, name: str, moment: str) -> HttpResponse:
    """The board of an example. Its address has a tag of what it shows, so it is kept."""
    game = game_with_guide(slug)
    if name not in source_of(game).position:
        raise Http404
    look = known_look(request.GET.get("look", ""))
    try:
        drawn = pictures.picture_of(game, name, moment, look, get_language() or "")
    except NotAsTold as error:
        raise Http404 from error
    headers = {**AS_PICTURE, "Cache-Control": KEPT_A_YEAR}
    return HttpResponse(drawn.svg, content_type="image/svg+xml", headers=headers)
