"""What buildings and laws of Cuba do, as signs: icons with numbers, read from left to right."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.page.boards import Sign
from games.rules.cuba.components import (
    BUILDING_ACT_PESOS,
    DROUGHT_HARVESTS,
    MATERIALS,
    PRODUCTS,
    TOWN_HALL_VOTES,
)
from games.rules.cuba.law_cards import (
    BUILDING_ACT,
    CORRUPTION,
    DROUGHT,
    HARBOUR_ACT,
    LAW,
    Duty,
    MarketAct,
    Subsidy,
    Tax,
)
from games.rules.cuba.tiles import (
    BUILDINGS,
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

WIDTHS = {"points": 27, "coin": 24, "sign-to": 13}  # of icons; the others are 19 wide
NUMBERED = {"points", "coin"}  # have their number on them, all others before them
DIGIT = 10.5  # the width of a figure
STONE, COST_ROOM = 18, 78  # of a stone in a cost, and of all of them
BUILDING_ROOM = 79  # on its shield
LAW_ROOM = 74  # on a scroll, before it is scaled

SUBSIDISED: dict[str, tuple[str, ...]] = {  # what each subsidy counts
    "buildings": ("sign-house",),
    "material_fields": tuple(f"good-{kind}" for kind in MATERIALS),
    "product_fields": tuple(f"good-{kind}" for kind in PRODUCTS),
    "water": ("good-water",),
    "votes": ("sign-vote",),
    "pesos": ("coin",),
}
RESTRICTIONS: dict[str, Sign] = {
    DROUGHT: (("sign-sun", ""), ("crate", str(DROUGHT_HARVESTS))),
    BUILDING_ACT: (("sign-house", ""), ("coin", f"+{BUILDING_ACT_PESOS}")),
    HARBOUR_ACT: (("sign-ship", ""), ("sign-to", "")),
    CORRUPTION: (("sign-no", ""), ("sign-vote", "")),
}


def icon_of(kind: str) -> str:
    """The drawing of a kind of stone, in the sprite that all games share."""
    return "good-cigar" if kind == "cigars" else f"good-{kind}"


def sign_of_building(building: str) -> Sign:
    """What using a building brings, or what a permanent one does."""
    return sign_of_effect(EFFECTS[building])


def sign_of_effect(effect: Effect) -> Sign:
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


def sign_of_gain(effect: Effect) -> Sign:
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
            return (("sign-vote", f"+{TOWN_HALL_VOTES}"),)
        case PlaceVeto(points=points):
            return (("sign-no", ""), ("points", str(points)))
        case LoadShip():
            return (("sign-load", ""), ("sign-ship", ""))
        case LoadAnything(most=most):
            return (("crate", up_to(most)), ("sign-to", ""), ("sign-ship", ""))
        case _:
            return sign_of_permanent(effect)


def sign_of_permanent(effect: Effect) -> Sign:
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


def sign_of_law(law: str) -> Sign:
    """What a law demands or gives."""
    match LAW[law]:
        case Tax(pesos=pesos):
            return (("coin", str(pesos)),)
        case Duty(kinds=kinds):
            return tuple((icon_of(kind), "") for kind, count in kinds.items() for _ in range(count))
        case Subsidy(counts=counts, per=per):
            number = "" if per == 1 else str(per)
            return (*((icon, number) for icon in SUBSIDISED[counts]), ("points", "1"))
        case MarketAct(change=change):
            return (("crate", f"{change:+d}".replace("-", "\u2212")),)
    return RESTRICTIONS[law]


# --- As markup, drawn once ------------------------------------------------------------------------


def drawn_cost(building: str) -> SafeString:
    """What a building costs, stone by stone, as SVG around 0,0."""
    kinds = [kind for kind, count in BUILDINGS[building].cost.items() for _ in range(count)]
    step = min(STONE, COST_ROOM / len(kinds)) if kinds else STONE
    left = -step * len(kinds) / 2 - (STONE - step) / 2
    return joined(
        use(icon_of(kind), left + step * index, -STONE / 2, STONE)
        for index, kind in enumerate(kinds)
    )


def drawn(sign: Sign, room: float) -> SafeString:
    """Icons side by side; points and coins have their number on them, all others before them."""
    sizes = [WIDTHS.get(icon, 19) for icon, _ in sign]
    ahead = [0 if icon in NUMBERED else DIGIT * len(number) for icon, number in sign]
    total = sum(sizes) + sum(ahead)
    gap = min(3.0, (room - total) / max(len(sign) - 1, 1))
    x = -(total + gap * (len(sign) - 1)) / 2
    parts = []
    for (icon, number), size, before in zip(sign, sizes, ahead, strict=True):
        parts.append(use(icon, x + before, -size / 2, size))
        if number:
            middle = x + (before or size) / 2
            parts.append(
                format_html(
                    '<text class="n n-{}" x="{}" y="6">{}</text>', icon, f"{middle:.1f}", number
                )
            )
        x += before + size + gap
    return joined(parts)


def use(icon: str, x: float, y: float, size: int) -> SafeString:
    """A symbol of the sprites in a square."""
    form = '<use href="#{}" x="{}" y="{}" width="{}" height="{}"/>'
    return format_html(form, icon, f"{x:.1f}", f"{y:g}", size, size)


def joined(parts: Iterable[SafeString]) -> SafeString:
    """Markup after markup."""
    return format_html_join("", "{}", ((part,) for part in parts))


SIGNS: dict[str, SafeString] = {
    **{f"does-{name}": drawn(sign_of_building(name), BUILDING_ROOM) for name in BUILDINGS},
    **{f"costs-{name}": drawn_cost(name) for name in BUILDINGS},
    **{f"says-{name}": drawn(sign_of_law(name), LAW_ROOM) for name in LAW},
}
"""All signs as SVG around 0,0, by the names that the templates use them by."""

STYLES: dict[str, str] = {
    "warehouse": "Store",
    **{name: type(tile.effect).__name__ for name, tile in BUILDINGS.items()},
}
"""What each house is for, which colours its walls."""
