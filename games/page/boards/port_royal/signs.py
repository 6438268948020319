"""What persons of Port Royal are good for and what contracts ask for, as signs.

Sizes are in the units of a card, which is 200 by 280.
"""

from __future__ import annotations

from games.page.boards import Sign, Values
from games.rules.port_royal.components import (
    ADMIRAL_COINS,
    CHEAP,
    CONTRACTS,
    FULL_HARBOUR,
    SWORDS,
    VICE_HARBOUR,
)
from games.rules.port_royal.view import FACES

FULL = ("take", f"{FULL_HARBOUR}+")  # so many cards in the harbour
NEARLY_FULL = ("take", f"{min(VICE_HARBOUR)}–{max(VICE_HARBOUR)}")
SIGNS: dict[str, Sign] = {  # by role; "ship" is drawn in the colour of the person
    "trader": (("ship", "+"), ("coins", "1")),
    "clerk": (("ship", "+1"), ("take", "")),
    "settler": (("settler", ""),),
    "captain": (("captain", ""),),
    "priest": (("priest", ""),),
    "jack": (("priest", "/"), ("captain", "/"), ("settler", "")),
    "sailor": (("sword", str(SWORDS["sailor"])),),
    "pirate": (("sword", str(SWORDS["pirate"])),),
    "mademoiselle": (("coin", "−1"),),
    "jester": (("clash", "+"), ("coins", "1")),
    "admiral": (FULL, ("coins", str(ADMIRAL_COINS))),
    "vice": (NEARLY_FULL, ("coins", "1")),
    "gunner": (("ship", "−1"), ("coin", "")),
    "governor": (("take", "+1"),),
}
SHORT: dict[str, tuple[str, str]] = {  # the same on a tile: one icon, one text
    "trader": ("ship", "+1"),
    "clerk": ("take", "+1"),
    "jack": ("any", ""),
    "jester": ("clash", "+1"),
    "admiral": FULL,
    "vice": NEARLY_FULL,
}
WANTS = {name: str(card.wants) for name, card in CONTRACTS.items()}
STEPS = {name: f"{card.track + 1}×" for name, card in CONTRACTS.items()}
SIGNS_OF_CONTRACTS: dict[str, Sign] = {
    **{
        name: ((card.roles[0], "+"), (card.roles[1], ""))
        for name, card in CONTRACTS.items()
        if card.roles
    },
    "trader_prince": (("trader", f"{WANTS['trader_prince']}×"),),
    "cheap_staff": (("coin", f"≤{CHEAP}"), ("any", f"{WANTS['cheap_staff']}×")),
    "fighter": (("sword", f"{WANTS['fighter']}×"),),
    "explorer": (("map", ""),),
    "frigate_foe": (("ship-red", STEPS["frigate_foe"]), ("no-coin", "")),
    "galleon_foe": (("ship-black", STEPS["galleon_foe"]), ("no-coin", "")),
    "tax_officer": (("scroll", ""),),
    "jinx": (("clash", ""),),
    "little_gamester": (("", STEPS["little_gamester"]), ("fleet", WANTS["little_gamester"])),
    "gamester": (("fleet", WANTS["gamester"]),),
    "pirate_pack": (("sword", ""), ("fleet", WANTS["pirate_pack"])),
}
ICONS = {"ship": 46, "ship-red": 46, "ship-black": 46, "take": 24, "trader": 42}
ICON = 36
GAP = 5
LETTER = 17  # of the signs' texts, 28 high
CARD_ROOM = 118  # the lower right field of a card
CONTRACT_ROOM = 128


def placed(sign: Sign, room: float) -> Values:
    """A sign's icons and texts with their places, around the middle, and the scale that fits.

    The figure lies on `coins` and follows all other icons; it may stand for itself.
    """
    found: list[Values] = []
    left = 0.0
    for icon, text in sign:
        if icon:
            width = ICONS.get(icon, ICON)
            found.append({"icon": icon, "on": text, "text": "", "x": left + width / 2})
            left += width + GAP
        if text and icon != "coins":
            found.append({"icon": "", "text": text, "x": left + LETTER * len(text) / 2})
            left += LETTER * len(text) + GAP
    middle = (left - GAP) / 2
    return {
        "parts": [{**part, "x": f"{part['x'] - middle:g}"} for part in found],
        "scale": f"{min(1, room / max(left - GAP, 1)):.2f}",
    }


ALONE = ("admiral", "vice", "gunner")  # what they do depends on the harbour: no total


def total(role: str, short: tuple[str, str], count: int) -> tuple[str, str]:
    """What so many persons of a role do together, on a tile: one icon, one text."""
    icon, text = short
    if role in ALONE:
        return short
    if not text:
        return icon, str(count)
    figure = text.lstrip("+−")
    return icon, text.removesuffix(figure) + str(int(figure) * count)


def ship_of(name: str) -> str:
    """Which ship is drawn in the sign of a person: one of the colour in its name, or any."""
    return name.partition("_")[2] or "any"


DRAWN: dict[str, Values] = {
    **{
        f"sign-{card.name}": {
            **placed(SIGNS[card.role or card.name], CARD_ROOM),
            "ship": ship_of(card.name),
            "small": False,
        }
        for card in FACES
        if card.kind == "person"
    },
    **{
        f"goal-{name}": {**placed(sign, CONTRACT_ROOM), "small": True}
        for name, sign in SIGNS_OF_CONTRACTS.items()
    },
}
"""All of them with the places of their icons, by the names that the templates use them by."""
