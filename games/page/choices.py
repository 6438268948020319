"""The answers to a question as a page offers them: buttons in groups, and number fields."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec
from markupsafe import Markup

from games.page.boards import Icon, board_of
from games.rules.core.codec import kind_of
from games.rules.core.interface import Document
from games.telling.cache import Cache
from games.telling.documents import Offer, QuestionDocument
from games.telling.wording import SiteWording

DOZEN = 12  # up to so many answers of a kind stay buttons
FEW = 2  # and so do up to so many that differ only in a number, whatever else there is
MOST_GAINS = 20_000  # kept
FOLDED_FROM = 25  # from so many answers on, their list is folded if the board shows spots

_move = msgspec.json.Decoder(Document)


class Choice(msgspec.Struct, frozen=True):
    """An answer as a button: what it posts, what it says, which spot it lights."""

    value: str  # the move as JSON
    text: str
    spot: str | None
    quiet: bool  # it only declines: a move with nothing but its kind, and no spot
    icon: str = ""  # as HTML, like `gain`
    gain: str = ""  # what it changes at once
    note: str = ""  # what it leads to
    touches: str = ""  # further spots to show with it, as a list with spaces


class NumberField(msgspec.Struct, frozen=True):
    """Answers that differ only in a number, which is typed into a field."""

    field: str
    label: str
    base: str  # the move without its number, as JSON
    first: int  # what the rules offer first
    low: int
    high: int
    step: int
    texts: str  # by number, as JSON: the answers themselves
    text: str  # of the first
    spot: str | None
    gains: str  # by number, as JSON: what the answer changes, as HTML
    icon: str = ""  # as HTML


class ChoiceGroup(msgspec.Struct, frozen=True):
    """Answers of one kind, in the order of the rules."""

    kind: str
    choices: list[Choice]
    numbers: list[NumberField] = []


def groups_of(
    question: QuestionDocument | None, wording: SiteWording, place: int
) -> tuple[list[ChoiceGroup], list[Choice]]:
    """The answers to a question for the panel: adjacent ones of a kind in groups, quiet ones apart.

    Those are quiet that only decline, such as passing, unless there are no others.
    """
    moves = question.moves if question else []
    groups = [
        choice_group(kind, list(same), wording, place)
        for kind, same in groupby(moves, key=lambda offered: str(offered.move["kind"]))
    ]
    loud = [group for group in groups if group.numbers or not all(c.quiet for c in group.choices)]
    if not loud:
        return groups, []
    quiet = [choice for group in groups if group not in loud for choice in group.choices]
    return loud, quiet


def choice_group(
    kind: str, offers: Sequence[Offer], wording: SiteWording, place: int
) -> ChoiceGroup:
    """The answers of one kind: as number fields if they are many and differ in numbers only."""
    field = kind_of(wording.rules, kind).number_field
    alike: dict[bytes, list[Offer]] = {}
    for offered in offers if field else ():
        alike.setdefault(msgspec.json.encode(but_for(offered, field)), []).append(offered)
    numbers, typed = [], set[int]()
    for same in alike.values():
        if field and len(offers) > DOZEN and len(same) > FEW:
            numbers.append(number_field(field, same, wording, place))
            typed |= {id(offered) for offered in same}
    choices = [choice_of(offered, wording, place) for offered in offers if id(offered) not in typed]
    return ChoiceGroup(kind, choices, numbers)


def but_for(offered: Offer, field: str | None) -> list[object]:
    """An answer without its number: equal for those that can share a number field."""
    return [offered.spot, {k: v for k, v in offered.move.items() if k != field}]


def number_field(
    field: str, offers: Sequence[Offer], wording: SiteWording, place: int
) -> NumberField:
    """Answers that differ in one number as a field to type it into."""
    texts = {offered.move[field]: offered.text for offered in offers}
    numbers = sorted(texts)
    first = offers[0]
    move = {key: value for key, value in first.move.items() if key != field}
    gains = {str(offered.move[field]): str(gain_of(offered, wording, place)) for offered in offers}
    return NumberField(
        field=field,
        label=wording.say(f"amount.{move['kind']}", move),
        base=msgspec.json.encode(move).decode(),
        first=first.move[field],
        low=numbers[0],
        high=numbers[-1],
        step=math.gcd(*(number - numbers[0] for number in numbers)),
        texts=msgspec.json.encode({str(number): text for number, text in texts.items()}).decode(),
        text=first.text,
        spot=first.spot,
        gains=msgspec.json.encode(gains).decode(),
        icon=icon_for(wording.slug, msgspec.json.encode(first.move)),
    )


def choice_of(offered: Offer, wording: SiteWording, place: int) -> Choice:
    """One answer as a button."""
    move = offered.move
    value = msgspec.json.encode(move)
    return Choice(
        value=value.decode(),
        text=offered.text,
        spot=offered.spot,
        quiet=offered.spot is None and len(move) == 1,
        icon=icon_for(wording.slug, value),
        gain=gain_of(offered, wording, place),
        note=offered.note,
        touches=" ".join(offered.touches),
    )


@functools.lru_cache(maxsize=10_000)
def icon_for(game: str, move: bytes) -> Markup:
    """The drawing of what a move, as JSON, is about, for its button; "" is none."""
    icon = board_of(game).icon_of(_move.decode(move))
    return drawn(icon, "about") if icon else Markup("")


def icon_of_event(game: str, event: str, facts: Mapping[str, object]) -> Markup:
    """Return the drawing of what an event is about, for its line of the log; "" for none."""
    icon = board_of(game).icon_of({**facts, "kind": event})
    return drawn(icon, "about") if icon else Markup("")


DRAWING = Markup('<svg class="{}" viewBox="{}" aria-hidden="true"><use href="#{}"/></svg>')
GAIN = Markup('<span class="gain" aria-hidden="true">{}{}</span>')
GAINS = Markup('<span class="gains">{}<span class="visually-hidden">, {}</span></span>')


@functools.lru_cache(maxsize=1_000)
def drawn(icon: Icon, kind: str) -> Markup:
    """Return a drawing on a button or in a line."""
    return DRAWING.format(f"{kind} {icon.look}".rstrip(), icon.box, icon.symbol)


_gains: Cache[Markup] = Cache(MOST_GAINS)
"""By game, language, names and what is changed: there are few, and most answers have one."""


def gain_of(offered: Offer, wording: SiteWording, place: int) -> Markup:
    """Return what an answer of this seat changes: in figures, and in words for screen readers."""
    gains = offered.gains
    if not gains:
        return Markup("")
    changes = [
        ("" if int(seat) == place else wording.seats[int(seat)], tuple(change.items()))
        for seat, change in gains.items()
    ]
    key = (wording.slug, wording.language, *changes)
    gain = _gains.get(key)
    if gain is None:
        lines = Markup("").join(
            GAIN.format(
                Markup('<span class="who">{}</span>').format(who) if who else "",
                Markup("").join(figure_of(thing, count, wording) for thing, count in change),
            )
            for who, change in changes
        )
        gain = GAINS.format(lines, wording.gains(gains, place))
        _gains.put(key, gain)
    return gain


def figure_of(thing: str, count: int, wording: SiteWording) -> Markup:
    """A figure with its drawing, or with a word where there is none."""
    icon = board_of(wording.slug).resources.get(thing)
    figure = f"+{count}" if count > 0 else f"−{-count}"
    what = drawn(icon, "thing") if icon else f" {wording.word('gain', thing, abs(count))}"
    return Markup('<span class="figure">{}{}</span>').format(figure, what)


class LackingMove(msgspec.Struct, frozen=True):
    """A move that is not possible now."""

    text: str
    spot: str | None
    icon: str


class LackingMoves(msgspec.Struct, frozen=True):
    """Moves that are not possible now for the same reason."""

    why: str
    moves: tuple[LackingMove, ...]


def lacking_of(question: QuestionDocument, wording: SiteWording) -> list[LackingMoves]:
    """Return the moves that a player might look for in vain, by reason."""
    by_reason: dict[str, list[LackingMove]] = {}
    for lack in question.unavailable:
        icon = icon_for(wording.slug, msgspec.json.encode(lack.move))
        by_reason.setdefault(lack.why, []).append(LackingMove(lack.text, lack.spot, icon))
    return [LackingMoves(why, tuple(moves)) for why, moves in by_reason.items()]


def is_long(groups: Sequence[ChoiceGroup]) -> bool:
    """Whether there are so many answers that their list should be folded."""
    return sum(len(group.choices) + len(group.numbers) for group in groups) >= FOLDED_FROM
