"""What buildings and laws of Cuba do, as signs: icons with numbers, read from left to right."""

from __future__ import annotations

import functools
from typing import TypeAlias

from games.rules.cuba.components import MATERIALS, PRODUCTS
from games.rules.cuba.law_cards import LAW, Duty, MarketAct, Subsidy, Tax
from games.rules.cuba.tiles import (
    EFFECTS,
    UNLIMITED,
    ColdStore,
    Crane,
    Customs,
    Effect,
    Exchange,
    GainMaterial,
    GainPesos,
    GainPoints,
    HandInForPoints,
    LoadAnything,
    LoadShip,
    PlaceVeto,
    SellAtPrice,
    Store,
    TakeVoteTile,
)

Icon: TypeAlias = tuple[str, str]
"""An icon's name and the number on it; "" is none."""

SUBSIDISED: dict[str, tuple[Icon, ...]] = {  # what each subsidy counts
    "buildings": (("sign-house", ""),),
    "material_fields": tuple((f"good-{kind}", "") for kind in MATERIALS),
    "product_fields": tuple((f"good-{kind}", "") for kind in PRODUCTS),
    "water": (("good-water", ""),),
    "votes": (("sign-vote", ""),),
    "pesos": (("coin", "3"),),
}
RESTRICTIONS: dict[str, tuple[Icon, ...]] = {
    "O3": (("sign-sun", ""), ("crate", "1")),
    "O4": (("sign-house", ""), ("coin", "+2")),
    "O5": (("sign-ship", ""), ("sign-to", "")),
    "O6": (("sign-no", ""), ("sign-vote", "")),
}


def icon_of(kind: str) -> str:
    """The drawing of a kind of stone, in the sprite that all games share."""
    return "good-cigar" if kind == "cigars" else f"good-{kind}"


@functools.cache
def sign_of_building(building: str) -> tuple[Icon, ...]:
    """What using a building brings, or what a permanent one does."""
    return sign_of_effect(EFFECTS[building])


def sign_of_effect(effect: Effect) -> tuple[Icon, ...]:
    """An effect as icons."""
    match effect:
        case Store():
            return (("sign-store", ""),)
        case Exchange(give=give, get=get):
            return ((icon_of(give), ""), ("sign-to", ""), (icon_of(get), ""))
        case HandInForPoints(give=give, points=points, most=most):
            return ((icon_of(give), up_to(most)), ("sign-to", ""), ("points", str(points)))
        case SellAtPrice(kinds=kinds, price=price, most=most):
            icons = tuple((icon_of(kind), "") for kind in kinds)
            if len(kinds) > 2:  # all products
                icons = (("crate", up_to(most)),)
            return (*icons, ("sign-to", ""), ("coin", str(price)))
        case _:
            return sign_of_gain(effect)


def sign_of_gain(effect: Effect) -> tuple[Icon, ...]:
    """The effects that need nothing handed in."""
    match effect:
        case GainPoints(points=points):
            return (("points", str(points)),)
        case GainPesos(pesos=pesos):
            return (("coin", str(pesos)),)
        case GainMaterial(get=get, count=count):
            return ((icon_of(get), ""),) * count
        case Customs():
            return (("sign-ship", "1"), ("sign-to", ""), ("coin", "1"))
        case TakeVoteTile():
            return (("sign-vote", "+2"),)
        case PlaceVeto(points=points):
            return (("sign-no", ""), ("points", str(points)))
        case LoadShip():
            return (("sign-load", ""), ("sign-ship", ""))
        case LoadAnything(most=most):
            return (("crate", up_to(most)), ("sign-to", ""), ("sign-ship", ""))
        case _:
            return sign_of_permanent(effect)


def sign_of_permanent(effect: Effect) -> tuple[Icon, ...]:
    """The effects that work by themselves."""
    match effect:
        case ColdStore(most=most):
            return (("sign-cold", ""), ("crate", up_to(most)))
        case Crane(units=units, points=points):
            return (("crate", f"{units}+"), ("sign-to", ""), ("points", str(points)))
    raise ValueError(effect)


def up_to(most: int) -> str:
    """The most that is handed in, if there is a limit."""
    return "" if most == UNLIMITED else f"≤{most}"


@functools.cache
def sign_of_law(law: str) -> tuple[Icon, ...]:
    """What a law asks or gives."""
    match LAW[law]:
        case Tax(pesos=pesos):
            return (("coin", str(pesos)),)
        case Duty(kinds=kinds):
            return tuple((icon_of(kind), "") for kind, count in kinds.items() for _ in range(count))
        case Subsidy(counts=counts):
            return (*SUBSIDISED[counts], ("points", "1"))
        case MarketAct(change=change):
            return (("crate", f"{change:+d}".replace("-", "\u2212")),)
    return RESTRICTIONS[law]
