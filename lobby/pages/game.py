"""The page of a game: what it is, how to play it now, and who plays it."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import inspect

from config.web.existing import existing
from games.page.forms import bounds, values_of
from games.rules.core.interface import (
    AnyState,
    Rules,
)
from games.storing.rows import run
from lobby.lists.history import Reader, latest_results, tables_to_watch
from lobby.pages.forms.table import BotsForm
from lobby.terms.opening import games_in_lobby
from lobby.terms.options import OptionWords, options_offered

MOST_WATCHED = 6
MOST_RESULTS = 8


class OptionValue(NamedTuple):
    """One value of an option, in words."""

    text: str
    usual: bool


class Option(NamedTuple):
    """An option of a game in words, with its values."""

    name: str
    help: str
    choices: list[OptionValue]


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """The page of a game, for everybody."""
    rules = existing(games_in_lobby().get(game))
    playing = tables_to_watch(request.user, game, MOST_WATCHED)
    results = latest_results(request.user, game, MOST_RESULTS)
    facts = {
        "rules": rules,
        "bots": BotsForm(rules, reader=request.user),
        "options": options_of(rules),
        "playing": playing,
        "results": results,
        "has_played": has_played(request.user, game),
        "shown": next(iter([*results, *playing]), None),
    }
    return render(request, "lobby/game.html", facts)


PLAYED = """
    select exists (
        select from games_seat s
        where s.user_id = %(user)s and s.ended_at is not null and s.game = %(game)s
    ) or exists (
        select from games_seat s join games_table t on t.id = s.table_id
        where s.user_id = %(user)s and s.goes_on and s.game = %(game)s and t.status = 'playing'
    )
"""


def has_played(reader: Reader, game: str) -> bool:
    """Whether a reader has ever sat at a table of a game that has begun."""
    if reader.pk is None:
        return False
    ((found,),) = run(PLAYED, {"user": reader.pk, "game": game})
    return bool(found)


def options_of(rules: Rules[AnyState]) -> list[Option]:
    """The options that the form for opening a table offers, in its order."""
    words = OptionWords(rules)
    return [
        Option(words.name(field.name), words.help(field.name), choices_of(words, field, default))
        for field, default in options_offered(rules)
    ]


def choices_of(words: OptionWords, field: inspect.Field, default: Any) -> list[OptionValue]:
    """The values of an option, the usual one first; of a number that one and its bounds."""
    kind = field.type
    if isinstance(kind, inspect.BoolType):
        values: tuple[Any, ...] = (False, True)
    elif isinstance(kind, inspect.IntType):
        low, high = bounds(kind)
        return [OptionValue(str(default), True), OptionValue(f"{low}–{high}", False)]
    else:
        values = values_of(kind)
    choices = [OptionValue(words.value(field.name, value), value == default) for value in values]
    return sorted(choices, key=lambda choice: not choice.usual)
