"""Template tags for tables on cards and pages."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django import template
from django.conf import settings
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.timesince import timeuntil
from django.utils.translation import gettext, gettext_lazy, ngettext
from jinja2.environment import TemplateModule
from markupsafe import Markup

from accounts.models import User
from config.web.isolates import isolated
from games.faces import ANY_BOT, NO_FACE, Face
from games.judging.rating import ShownRating, shown
from games.looks import PLAIN
from games.models import Seat, Table
from games.models.terms import TERMS
from games.models.times import in_words
from games.page.drawing import colour_name, static, token, url
from games.page.drawing import tables as compiled
from games.page.rendering import has_board
from games.page.saying import language
from games.rules.core.interface import (
    AnyState,
    Rules,
    Weight,
)
from games.rules.registry import GAMES
from games.telling.bots import bot_face, bot_name, kind_of_bot, with_kind
from games.telling.wording import GONE, SiteWording, capital, title_of
from lobby.lists.cards import Card, SeatCard, Sitter
from lobby.tables.colours import colours_offered
from lobby.terms.options import OptionWords

register = template.Library()

T = TypeVar("T")


@register.filter
def title(game: str) -> str:
    """The name of a game; the slug of one no longer installed."""
    return title_of(GAMES[game]) if game in GAMES else game


@register.filter
def time_left(deadline: datetime) -> str:
    """Return the time until a deadline, such as "3 hours, 2 minutes left"; never "0 minutes"."""
    if deadline - timezone.now() < timedelta(minutes=1):
        return gettext("less than a minute left")
    return gettext("{left} left").format(left=timeuntil(deadline))


@register.filter
def blurb(rules: Rules[AnyState]) -> str:
    """One sentence about a game."""
    return _blurb(language(), rules)


@functools.lru_cache(maxsize=100)
def _blurb(_language: str, rules: Rules[AnyState]) -> str:
    return SiteWording(rules, []).say("game.blurb")  # in the active language


WEIGHTS: dict[Weight, Promise] = {
    "light": gettext_lazy("easy"),
    "medium": gettext_lazy("medium"),
    "heavy": gettext_lazy("demanding"),
}


@register.filter
def weight(rules: Rules[AnyState]) -> Promise:
    """Return the weight of a game in words."""
    return WEIGHTS[rules.weight]


@register.filter
def designers(rules: Rules[AnyState]) -> str:
    """Return the names of those who made a game, as "Inka Brand and Markus Brand"."""
    return listed(rules.published.designers) if rules.published else ""


def listed(names: Iterable[str]) -> str:
    """Return names as one phrase: "Ana, Ben and Carla"."""
    return str(get_text_list(list(names), gettext("and")))


@functools.cache
def drawn() -> frozenset[str]:
    """The games that have an emblem."""
    return frozenset(
        path.parent.name for path in (settings.BASE_DIR / "static/games").glob("*/emblem.svg")
    )


@register.simple_tag
def emblem(game: str) -> str:
    """The address of a game's emblem; of the site's if it has none."""
    return static(f"games/{game}/emblem.svg" if game in drawn() else "art/emblem.svg")


@register.simple_tag
def miniature(table: Card, look: str) -> str:
    """The address of a picture of a table's board, or of the emblem of a game without a board."""
    if table.game not in GAMES or not has_board(table.game):
        return emblem(table.game)
    return f"{url('table_miniature', table.pk)}?look={look or PLAIN}"


@register.simple_tag
def on_card(kind: str, *values: object) -> Markup:
    """What a macro of compiled pages draws, such as the seats of a table."""
    return Markup(getattr(cards(), kind)(*values))  # noqa: S704 - by our own template


def cards() -> TemplateModule:
    """The macros of what lists say of a table."""
    return compiled().get_template("lobby/cards.html").module


@register.filter
def at(known: Mapping[int, T], table: Card) -> T | None:
    """Return the entry of a table, if there is one."""
    return known.get(table.pk)


@register.filter
def pace(table: Table) -> str:
    """The time for a move, in words."""
    if table.pace == Table.Pace.NONE:
        return gettext("no time limit")
    if table.pace == Table.Pace.ANSWER:
        return gettext("{days} per move").format(days=in_words(table.pace_start))
    start, more = in_words(table.pace_start), in_words(table.pace_increment)
    return gettext("{start} + {more} per move").format(start=start, more=more)


@register.filter
def badges(table: Table) -> list[tuple[str, str]]:
    """The terms that hold at a table, each with the class of its badge."""
    return [
        (str(term.badge.text or term.label), f"badge {term.badge.tone}".strip())
        for name, term in TERMS.items()
        if term.badge and getattr(table, name) and getattr(table, term.badge.within or name)
    ]


@register.filter
def seat_range(table: Table) -> str:
    """How many can play at the table, as "3" or "2–4"."""
    if table.seats_min == table.seats_max:
        return str(table.seats_max)
    return f"{table.seats_min}–{table.seats_max}"


@register.filter
def seats(table: Table | Card) -> list[Seat] | list[SeatCard]:
    """The seats of a table, which were loaded with it, in order of play."""
    return table.seats if isinstance(table, Card) else list(table.seats.all())


@register.filter
def others_seated(table: Table) -> list[Seat]:
    """The seats that are taken, bots too, without the host's."""
    return [seat for seat in table.seats.all() if seat.user_id != table.host_id]


@register.filter
def players(rules: Rules[AnyState]) -> str:
    """How many can play a game, as "2–4"."""
    return f"{rules.players[0]}–{rules.players[-1]}"


@register.filter
def by_rank(table: Card) -> list[SeatCard]:
    """The seats of a table, the winners first; in order of play while there is no result."""
    return sorted(table.seats, key=lambda seat: (seat.rank or 0, seat.place))


@register.filter(expects_localtime=True)
def ago(at: datetime) -> str:
    """Return how long ago something was; after a week its day, which says more."""
    lately = timezone.now() - at < timedelta(days=7)
    return naturaltime(at) if lately else date_format(at, "DATE_FORMAT")


@register.filter
def winners(table: Card) -> str:
    """Return the names of those who have won a finished table, as one phrase."""
    return listed(sitter(seat) for seat in table.seats if seat.rank == 1)


@register.filter
def beaten(table: Card) -> str:
    """Return the names of the others at a finished table, the best first; "" if all have won."""
    return listed(sitter(seat) for seat in by_rank(table) if seat.rank != 1)


@register.filter
def missing(table: Table | Card) -> str:
    """What an open table waits for, in words."""
    taken = len(seats(table))
    free, needed = table.seats_max - taken, max(table.seats_min - taken, 0)
    text = ngettext("{free} seat free", "{free} seats free", free).format(free=free)
    if 0 < needed < free:
        return text + gettext(", {needed} needed").format(needed=needed)
    return text


@register.filter
def free_seats(table: Table | Card) -> range:
    """A range as long as the number of free seats."""
    return range(len(seats(table)), table.seats_max)


@register.filter
def unusual_options(table: Table | Card) -> list[tuple[str, str]]:
    """Name and value of the options that differ from their default."""
    return OptionWords(GAMES[table.game]).unusual(table.options) if table.game in GAMES else []


@register.filter
def sitter(seat: Seat | SeatCard) -> str:
    """Who has a seat, in words. Before the game begins, a bot has no name: places are drawn."""
    if seat.user:
        return isolated(seat.user.get_username())
    if seat.bot in ("", GONE):
        return gettext("nobody")
    if isinstance(seat, SeatCard) and seat.begun:
        return with_kind(bot_name(seat.table_id, seat.place), seat.bot)
    return capital(kind_of_bot(seat.bot))


@register.filter
def sitter_face(seat: Seat | SeatCard) -> Face:
    """Return the face beside these words."""
    if isinstance(seat.user, User | Sitter):
        return seat.user.face
    if seat.bot in ("", GONE):
        return NO_FACE
    if isinstance(seat, SeatCard) and seat.begun:
        return bot_face(seat.table_id, seat.place)
    return ANY_BOT


@register.filter
def rating(seat: Seat | SeatCard) -> ShownRating | None:
    """Return the rating of who has a seat, where it was read with it."""
    known = getattr(seat, "rating_known", None)
    return shown(**known) if known else None


@register.filter
def asks_colour(game: str) -> bool:
    """Return True for a game whose players choose a colour when they sit down."""
    return bool(colours_offered(game))


@register.filter
def sign(colour: str) -> SafeString:
    """The sign of a seat's colour, with the name for whoever does not see it."""
    drawn = '<svg class="sign" viewBox="-13 -13 26 26" role="img" aria-label="{}">{}</svg>'
    return format_html(drawn, colour_name(colour), token({"colour": colour}))


@register.filter
def deciders(table: Table | Card) -> str:
    """Whose turn it is: people; else the bots that think."""
    asked = [seat for seat in seats(table) if seat.deciding]
    names = [isolated(seat.user.get_username()) for seat in asked if seat.user and not seat.bot]
    names = names or [sitter(seat) for seat in asked if not seat.user]
    return ", ".join(names) if names else gettext("a bot")


@register.filter
def seat_of(table: Table, user: Any) -> Seat | None:
    """The user's own seat; None for visitors, whose id is None like the `user_id` of bots."""
    if user.pk is None:
        return None
    return next((seat for seat in table.seats.all() if seat.user_id == user.pk), None)


@register.filter
def why_over(table: Table | Card, user: Any) -> str:
    """Why a table has no result, in a few words; empty for one that has."""
    if table.status != Table.Status.CLOSED:
        return ""
    if table.close_reason == "agreed":
        return gettext("ended by agreement")
    if table.close_reason != "timeout":
        return gettext("closed by a moderator")
    late = next((seat for seat in seats(table) if seat.absent_since), None)
    if late is not None and late.user_id == user.pk:
        return gettext("closed: your time ran out")
    if late is None:
        return gettext("closed: somebody’s time ran out")
    return gettext("closed: {name}’s time ran out").format(name=sitter(late))


@register.filter
def placing(seat: Seat | SeatCard | None) -> str:
    """The rank of a finished seat, in words."""
    if seat is None or seat.rank is None:
        return ""
    if seat.rank == 1:
        return gettext("won")
    return gettext("rank {rank}").format(rank=seat.rank)
