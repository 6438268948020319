"""The answers to a question as a page offers them: buttons in groups, and number fields."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from games.rules.core.codec import kind_of
from games.telling.wording import SiteWording

DOZEN = 12  # up to so many answers of a kind stay buttons
FEW = 2  # and so do up to so many that differ only in a number, whatever else there is
FOLDED_FROM = 25  # from so many answers on, their list is folded if the board shows spots

Offer = dict[str, Any]  # an answer in the update's question: move, text, spot
_json = msgspec.json.Encoder()


class Choice(msgspec.Struct, frozen=True):
    """An answer as a button: what it posts, what it says, which spot it lights."""

    value: str  # the move as JSON
    text: str
    spot: str | None
    quiet: bool  # it only declines: a move with nothing but its kind, and no spot


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


class ChoiceGroup(msgspec.Struct, frozen=True):
    """Answers of one kind, in the order of the rules."""

    kind: str
    choices: list[Choice]
    numbers: list[NumberField] = []


def groups_of(
    question: dict[str, Any] | None, wording: SiteWording
) -> tuple[list[ChoiceGroup], list[Choice]]:
    """The answers to a question for the panel: adjacent ones of a kind in groups, quiet ones apart.

    Those are quiet that only decline, such as passing, unless there are no others.
    """
    moves = question["moves"] if question else []
    groups = [
        choice_group(kind, list(same), wording)
        for kind, same in groupby(moves, key=lambda offered: str(offered["move"]["kind"]))
    ]
    loud = [group for group in groups if group.numbers or not all(c.quiet for c in group.choices)]
    if not loud:
        return groups, []
    quiet = [choice for group in groups if group not in loud for choice in group.choices]
    return loud, quiet


def choice_group(kind: str, offers: Sequence[Offer], wording: SiteWording) -> ChoiceGroup:
    """The answers of one kind: as number fields if they are many and differ in numbers only."""
    field = kind_of(wording.rules, kind).number_field
    alike: dict[bytes, list[Offer]] = {}
    for offered in offers if field else ():
        alike.setdefault(_json.encode(but_for(offered, field)), []).append(offered)
    numbers, typed = [], set[int]()
    for same in alike.values():
        if field and len(offers) > DOZEN and len(same) > FEW:
            numbers.append(number_field(field, same, wording))
            typed |= {id(offered) for offered in same}
    choices = [choice_of(offered) for offered in offers if id(offered) not in typed]
    return ChoiceGroup(kind, choices, numbers)


def but_for(offered: Offer, field: str | None) -> list[Any]:
    """An answer without its number: equal for those that can share a number field."""
    return [offered["spot"], {k: v for k, v in offered["move"].items() if k != field}]


def number_field(field: str, offers: Sequence[Offer], wording: SiteWording) -> NumberField:
    """Answers that differ in one number as a field to type it into."""
    texts = {offered["move"][field]: offered["text"] for offered in offers}
    numbers = sorted(texts)
    first = offers[0]
    move = {key: value for key, value in first["move"].items() if key != field}
    return NumberField(
        field=field,
        label=wording.say(f"amount.{move['kind']}", move),
        base=_json.encode(move).decode(),
        first=first["move"][field],
        low=numbers[0],
        high=numbers[-1],
        step=math.gcd(*(number - numbers[0] for number in numbers)),
        texts=_json.encode({str(number): text for number, text in texts.items()}).decode(),
        text=first["text"],
        spot=first["spot"],
    )


def choice_of(offered: Offer) -> Choice:
    """One answer as a button."""
    move = offered["move"]
    return Choice(
        value=_json.encode(move).decode(),
        text=offered["text"],
        spot=offered["spot"],
        quiet=offered["spot"] is None and len(move) == 1,
    )


def is_long(groups: Sequence[ChoiceGroup]) -> bool:
    """Whether there are so many answers that their list should be folded."""
    return sum(len(group.choices) + len(group.numbers) for group in groups) >= FOLDED_FROM
