"""The terms of a table: what it agrees on before it begins.

A field of `TableTerms` is all that declares a term. Its column, what is read of it, its place in
forms, lists and documents of the API are made of that field: see docs/howto/adding.md. Seats,
clock and options are in `games.models.agreed`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

import msgspec
from django.db import models
from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.clocks.pace import Pace
from games.models.conditions import RatingBound, TimeOuts, rating_wanted, time_outs_wanted
from games.rules.core.levels import USUAL_LEVEL

LEVELS = {
    "novice": _("novice"),
    "regular": _("regular"),
    "expert": _("expert"),
    "master": _("master"),
}
"""The names of `Rules.levels`, as a term of a table."""


def level_in_words(level: str) -> str:
    """Return a level in the active language; its own name if it is none of the usual ones."""
    return str(LEVELS.get(level, level))


class AtTimeout(models.TextChoices):
    """The choices for what happens when somebody's time runs out."""

    ONCE = "once", _("a bot plays this answer only")
    BOT = "bot", _("a bot plays on for the seat")
    OFFER = "offer", _("the seat is offered to others")
    CLOSE = "close", _("the table is closed")


TIME_OVER = {
    AtTimeout.ONCE: _("If somebody’s time runs out, a bot gives that one answer for them."),
    AtTimeout.BOT: _("If somebody’s time runs out, a bot plays for them until they are back."),
    AtTimeout.OFFER: _(
        "If somebody’s time runs out, a bot plays for them, and others may take the seat over."
    ),
    AtTimeout.CLOSE: _("If somebody’s time runs out, the table is closed without a result."),
}
"""The consequence of each choice as a sentence."""


class TermLine(NamedTuple):
    """A line of what a table has agreed on; there is none where its words are empty."""

    words: Callable[["AgreedTerms"], StrOrPromise]
    name: StrOrPromise = ""  # the term's own if empty
    timed: bool = False  # only at a table with a clock


class Badge(NamedTuple):
    """A badge of an open table where the term holds."""

    text: StrOrPromise = ""  # the term's own if empty
    tone: str = ""  # a class of its style
    within: str = ""  # another term that has to hold as well


class Folded(NamedTuple):
    """The words for a value in the line of its fold, without the name of the term."""

    text: StrOrPromise = "{value}"
    usual: bool = False  # the usual value, too


class Sought(NamedTuple):
    """A question of the lobby's filter: its name there, and which tables each answer finds."""

    name: str
    label: StrOrPromise
    answers: Mapping[str, tuple[StrOrPromise, Q]]


class Joining(NamedTuple):
    """An answer to who may join, with the terms that it sets; the others stay as they are."""

    words: StrOrPromise
    terms: dict[str, bool]


@dataclass(frozen=True, kw_only=True)
class Term:
    """A term in words, and where it is asked and told."""

    label: StrOrPromise
    help: StrOrPromise = ""
    fold: str = "table"  # the fold of a form where it is asked: see `lobby.pages.forms.folds`
    folded: Folded | None = None  # in its line; with the term's name if None
    choices: type[models.TextChoices] | None = None
    unknown: StrOrPromise = ""  # the refusal of anything else than one of them
    words: Callable[[str], str] = str  # a value in words, where there are no choices
    longest: int | None = None  # characters of a value, if it is a text
    line: TermLine | None = None
    sentence: Callable[["AgreedTerms"], StrOrPromise] | None = None  # in a waiting room
    badge: Badge | None = None
    asked: str = ""  # of the API: in its requests
    listed: str | None = None  # in its lists of tables, and
    followed: bool = False  # at a table
    selected: Mapping[str, str] | None = None  # for the lists, in SQL by field; its column if None
    sought: Sought | None = None  # in the filter of the lobby
    columns: tuple[str, ...] | None = None  # that of its name if None
    whole: Callable[[Mapping[str, Any]], str] | None = None  # its columns together, in words

    @property
    def title(self) -> str:
        """Its name at the beginning of a line, in the active language."""
        return capfirst(str(self.label))

    def told(self, name: str, columns: Mapping[str, Any]) -> str:
        """Its value in words; `columns` are those of a table, and it is that `name` there."""
        return self.whole(columns) if self.whole else self.said(columns[name])

    def said(self, value: object) -> str:
        """A value of it in words, in the active language."""
        if isinstance(value, bool):
            return gettext("yes") if value else gettext("no")
        return str(self.choices(str(value)).label) if self.choices else self.words(str(value))


def level_of_stand_in(terms: "TableTerms") -> str:
    """Return how well a bot plays for somebody who is away, as a sentence; "" if as usual."""
    if terms.stand_in == USUAL_LEVEL:
        return ""
    text = gettext("A stand-in bot plays at the level “{level}”.")
    return text.format(level=level_in_words(terms.stand_in))


def who_may_watch(terms: "TableTerms") -> StrOrPromise:
    """Return who may look at a table."""
    if not terms.private:
        return _("everybody")
    return (
        _("only those who play, and their friends")
        if terms.friends_watch
        else _("only those who play")
    )


def who_may_come(terms: "TableTerms") -> StrOrPromise:
    """Return who may sit down and look on, as a sentence."""
    if not terms.private:
        return _("Everybody may watch the game.")
    if terms.friends_watch:
        return _(
            "Only people with an invitation or the link can join; friends of the players may watch."
        )
    return _("Only people with an invitation or the link can join, and nobody else can watch.")


class TableTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a table in the order of lists.

    The clock is listed before the first term that is asked beside it.
    """

    private: Annotated[
        bool,
        Term(
            label=_("private"),
            help=_("Only with an invitation or the link; nobody else can watch."),
            line=TermLine(who_may_watch, _("Who may watch")),
            sentence=who_may_come,
            badge=Badge(tone="brass"),
            listed="",
        ),
    ] = False
    friends_watch: Annotated[
        bool,
        Term(
            label=_("friends may watch"),
            help=_("If it is private: friends of the players may watch."),
            badge=Badge(within="private"),
            asked="Friends of the seated may watch, if private.",
        ),
    ] = False
    guests: Annotated[
        bool,
        Term(
            label=_("guests may join"),
            help=_(
                "People without an account, who cannot chat. With the link they can always join."
            ),
            sentence=lambda terms: (
                _("Guests may join: people without an account.") if terms.guests else ""
            ),
            badge=Badge(),
            asked="People without an account may sit down.",
        ),
    ] = False
    players_chat: Annotated[
        bool,
        Term(
            label=_("chat among the players only"),
            help=_("People who watch cannot read it."),
            line=TermLine(
                lambda terms: _("among the players only") if terms.players_chat else "", _("Chat")
            ),
            sentence=lambda terms: (
                _("Only the players read the chat.") if terms.players_chat else ""
            ),
            badge=Badge(_("chat among the players")),
            asked="Only the players read and write the chat.",
        ),
    ] = False
    at_timeout: Annotated[
        str,
        Term(
            label=_("when the time runs out"),
            fold="clock",
            folded=Folded(usual=True),
            choices=AtTimeout,
            unknown=_("There is no such choice for when the time runs out."),
            longest=10,
            line=TermLine(lambda terms: AtTimeout(terms.at_timeout).label, timed=True),
            sentence=lambda terms: TIME_OVER[terms.at_timeout],
            asked='"once", "bot", "offer" or "close".',
            listed="",
        ),
    ] = AtTimeout.BOT.value
    stand_in: Annotated[
        str,
        Term(
            label=_("how well a stand-in bot plays"),
            help=_(
                "It plays for anybody whose time has run out or who has given up. Where only "
                "bots are left, they answer quickly."
            ),
            fold="bots",
            folded=Folded(_("stand-in: {value}")),
            words=level_in_words,
            longest=20,
            line=TermLine(lambda terms: level_in_words(terms.stand_in), _("Stand-in bot")),
            sentence=level_of_stand_in,
            asked="The level at which a bot plays for who is away.",
            listed="The level at which a bot plays for who is away.",
            followed=True,
        ),
    ] = USUAL_LEVEL
    hints: Annotated[
        bool,
        Term(
            label=_("hints are allowed"),
            help=_("Everybody who plays may ask what an expert would do. For learning together."),
            line=TermLine(
                lambda terms: _("everybody may ask for them") if terms.hints else _("none"),
                _("Hints"),
            ),
            sentence=lambda terms: (
                _("Everybody who plays may ask for hints.") if terms.hints else ""
            ),
            badge=Badge(_("hints"), tone="sea"),
            asked="Who plays may ask what an expert would do.",
            listed="Whether those who play may ask what an expert would do.",
            followed=True,
        ),
    ] = False
    unrated: Annotated[
        bool,
        Term(
            label=_("unrated"),
            help=_(
                "The result does not count for ratings. With bots, guests or hints it never does."
            ),
            line=TermLine(
                lambda terms: _("the result does not count") if terms.unrated else "", _("Ratings")
            ),
            sentence=lambda terms: (
                _("The result does not count for ratings.") if terms.unrated else ""
            ),
            badge=Badge(),
            asked="The result does not count for ratings.",
            listed="Whether the result does not count for ratings.",
            followed=True,
        ),
    ] = False

    rating_from: Annotated[
        str,
        Term(
            label=_("rating at least"),
            help=_(
                "Of those who join; whoever has none yet counts as 1500. People whom you invite, "
                "and those with the link, are let in."
            ),
            choices=RatingBound,
            unknown=_("Nobody can ask for such a rating."),
            longest=4,
            sentence=lambda terms: rating_wanted(terms.rating_from, terms.rating_to),
            badge=Badge(_("from a rating")),
            asked='Of those who join: "", "1300", and so on in hundreds to "1800".',
            listed="The least rating of those who join, if any is asked for.",
        ),
    ] = RatingBound.NONE.value
    rating_to: Annotated[
        str,
        Term(
            label=_("rating at most"),
            choices=RatingBound,
            unknown=_("Nobody can ask for such a rating."),
            longest=4,
            badge=Badge(_("up to a rating")),
            asked="In the same way.",
            listed="The highest rating of those who join, if any is asked for.",
        ),
    ] = RatingBound.NONE.value

    time_outs: Annotated[
        str,
        Term(
            label=_("time-outs in a hundred questions at most"),
            help=_(
                "Of those who join, at their latest tables; whoever was asked too seldom for that "
                "is let in."
            ),
            choices=TimeOuts,
            unknown=_("Nobody can ask for such a number of time-outs."),
            longest=2,
            sentence=lambda terms: time_outs_wanted(terms.time_outs),
            badge=Badge(_("for the reliable")),
            asked='Of those who join: "", "2", "5", "10" or "20".',
            listed="The most time-outs in a hundred questions of those who join, if that is asked.",
        ),
    ] = TimeOuts.NONE.value


class AgreedTerms(TableTerms, frozen=True, kw_only=True):
    """The terms of a table and its clock, for all that puts them into words."""

    pace: Pace = Pace()


TERMS: dict[str, Term] = {
    name: get_args(hint)[1]
    for name, hint in get_type_hints(TableTerms, include_extras=True).items()
}
DEFAULTS: dict[str, bool | str] = msgspec.structs.asdict(TableTerms())

_first = next(place for place, term in enumerate(TERMS.values()) if term.fold == "clock")
BEFORE_CLOCK, AFTER_CLOCK = tuple(TERMS)[:_first], tuple(TERMS)[_first:]
"""Where all are listed, the clock stands between these."""
JOINING: dict[str, Joining] = {
    "members": Joining(_("everybody with an account"), {"private": False, "guests": False}),
    "everybody": Joining(
        _("everybody, guests without an account too"), {"private": False, "guests": True}
    ),
    "invited": Joining(_("only people I invite; others cannot watch"), {"private": True}),
}
"""The answers to who may join. The terms that they set are not asked on their own."""
FOLLOWED = tuple(name for name, term in TERMS.items() if term.followed)


def column_of(name: str) -> "models.BooleanField[bool, bool] | models.CharField[str, str]":
    """Make the column of a term. Also a process of an older version can open a table."""
    term, default = TERMS[name], DEFAULTS[name]
    if isinstance(default, bool):
        return models.BooleanField(term.label, default=default, db_default=default)
    return models.CharField(
        term.label,
        max_length=term.longest,
        choices=term.choices,
        default=default,
        db_default=default,
    )
