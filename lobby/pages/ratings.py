"""The page of the best in a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.web.existing import existing
from games.telling.ratings import leaders_of
from games.telling.seasons import season_at, season_named
from lobby.terms.opening import games_in_lobby


@require_safe
def ratings(request: HttpRequest, game: str) -> HttpResponse:
    """The best of a game, for everybody; with `friends` in the address those of the reader.

    With a `season` those of a quarter, in the address as "2026-4".
    """
    rules = existing(games_in_lobby().get(game))
    friends = "friends" in request.GET and request.user.is_authenticated
    asked, now = request.GET.get("season"), season_at(timezone.now())
    season = existing(season_named(asked)) if asked else None
    leaders = leaders_of(game, request.user, friends=friends, season=season)
    facts = {
        "rules": rules,
        "leaders": leaders,
        "friends": friends,
        "season": season,
        "seasons": sorted({now, now.moved(-1), season or now}, reverse=True),
    }
    return render(request, "lobby/ratings.html", facts)
