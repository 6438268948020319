"""The page of the best in a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.web.existing import existing
from games.telling.ratings import leaders_of
from lobby.terms.opening import games_in_lobby


@require_safe
def ratings(request: HttpRequest, game: str) -> HttpResponse:
    """The best of a game, for everybody; with `friends` in the address those of the reader."""
    rules = existing(games_in_lobby().get(game))
    friends = "friends" in request.GET and request.user.is_authenticated
    leaders = leaders_of(game, request.user, friends=friends)
    facts = {"rules": rules, "leaders": leaders, "friends": friends}
    return render(request, "lobby/ratings.html", facts)
