"""What the board of Port Royal shows besides the view: cards as signs, turns as rows, cubes.

Sizes and places are the style sheet's business (`static/games/port_royal/board.css`). Signs are in
the units of a card, which is 200 by 280; its lower right field is 118 wide.
"""

from __future__ import annotations

import functools
from typing import Any

COLOURS_OF_SHIPS = ("yellow", "blue", "green", "red", "black")
HARBOURS = ((4, "few"), (6, "some"), (12, "many"))  # up to so many cards in the harbour: its class
MOST_DISCS = 8  # drawn of a seat's coins; the number beside them says the rest
DISC = 4.5  # from coin to coin in a stack

Sign = tuple[tuple[str, str], ...]
"""Icons, each with the text that follows it, or lies on it (`coins`); either may be empty."""

SIGNS: dict[str, Sign] = {  # by role; "ship" is drawn in the colour of the person
    "trader": (("ship", "+"), ("coins", "1")),
    "clerk": (("ship", "+1"), ("take", "")),
    "settler": (("settler", ""),),
    "captain": (("captain", ""),),
    "priest": (("priest", ""),),
    "jack": (("priest", "/"), ("captain", "/"), ("settler", "")),
    "sailor": (("sword", "1"),),
    "pirate": (("sword", "2"),),
    "mademoiselle": (("coin", "−1"),),
    "jester": (("clash", "+"), ("coins", "1")),
    "admiral": (("take", "5+"), ("coins", "2")),
    "vice": (("take", "3–4"), ("coins", "1")),
    "gunner": (("ship", "−1"), ("coin", "")),
    "governor": (("take", "+1"),),
}
SHORT: dict[str, tuple[str, str]] = {  # the same on a tile: one icon, one text
    "trader": ("ship", "+1"),
    "clerk": ("take", "+1"),
    "jack": ("any", ""),
    "jester": ("clash", "+1"),
    "admiral": ("take", "5+"),
    "vice": ("take", "3–4"),
}
ROLES_OF_CONTRACTS: dict[str, Sign] = {
    "comedian": (("priest", "+"), ("jester", "")),
    "lady_killer": (("captain", "+"), ("mademoiselle", "")),
    "maritime": (("captain", "+"), ("vice", "")),
    "new_colony": (("settler", "+"), ("gunner", "")),
    "trade_outpost": (("settler", "+"), ("clerk", "")),
    "trader_prince": (("trader", "2×"),),
    "cheap_staff": (("coin", "≤3"), ("any", "4×")),
    "fighter": (("sword", "3×"),),
    "explorer": (("map", ""),),
    "frigate_foe": (("ship-red", "3×"), ("no-coin", "")),
    "galleon_foe": (("ship-black", "2×"), ("no-coin", "")),
    "tax_officer": (("scroll", ""),),
    "jinx": (("clash", ""),),
    "little_gamester": (("fleet", "3"), ("", "2×")),
    "gamester": (("fleet", "4"),),
    "pirate_pack": (("sword", ""), ("fleet", "5")),
}
ICONS = {"ship": 46, "ship-red": 46, "ship-black": 46, "take": 24, "trader": 42}
ICON = 36
GAP = 5
LETTER = 17  # of the signs' texts, 28 high


def facts(view: dict[str, Any], seats: list[dict[str, Any]]) -> dict[str, Any]:
    """Cards, contracts, turns and coin stacks as the templates draw them."""
    ship = view["ship"]
    lying = [card_of(card) for card in view["harbour"]]
    count = len(lying) + (ship is not None)
    top = view["discard_top"]
    return {
        "harbour": lying,
        "crowd": next((name for most, name in HARBOURS if count <= most), "crowded"),
        "approaching": None if ship is None else card_of(ship),
        "row": [card_of(card) for card in view["expeditions"]],
        "discard_top": None if top is None else card_of(top),
        "fleet": [
            {"colour": colour, "here": colour in view["colours"]} for colour in COLOURS_OF_SHIPS
        ],
        "risky": view["phase"] == "discover" and bool(view["colours"]),
        "open_contracts": [contract_of(contract, seats) for contract in view["contracts"]],
        "turns": turns_of(view, seats),
        "hoards": {seat["place"]: hoard_of(seat["view"]) for seat in seats if seat["view"]},
        "with_contracts": bool(view["contracts"]),
        "busts": SIGNS,
    }


def card_of(card: dict[str, Any]) -> dict[str, Any]:
    """A card with how it looks, which depends on its face alone."""
    strength = "skull" if card.get("skull") else str(card.get("swords", 0))
    return {
        "influence": 0,
        **card,
        **look_of(card["kind"], card["name"], card.get("role", "")),
        "strength": strength,
    }


@functools.cache
def look_of(kind: str, name: str, role: str) -> dict[str, Any]:
    """Drawing, colour, signs and the key of the explanation of all cards of a name."""
    drawn = role or name
    sign = SIGNS.get(drawn, ()) if kind == "person" else ()
    return {
        "drawn": drawn,
        "hue": name.partition("_")[2] if role else name,
        "ship": name.partition("_")[2] or "any",
        "help": f"help.{kind}.{name}",
        "about": f"board.{kind}",
        "sign": placed(sign, 118),
        "short": SHORT.get(drawn) or (sign[0] if sign else None),
    }


def placed(sign: Sign, room: float) -> dict[str, Any]:
    """A sign's icons and texts with their places, around the middle, and the scale that fits."""
    found: list[dict[str, Any]] = []
    left = 0.0
    for icon, text in sign:
        if icon:
            width = ICONS.get(icon, ICON)
            found.append({"icon": icon, "on": text, "x": left + width / 2})
            left += width + GAP
        if text and icon != "coins":
            found.append({"text": text, "x": left + LETTER * len(text) / 2})
            left += LETTER * len(text) + GAP
    middle = (left - GAP) / 2
    return {
        "parts": [{**part, "x": f"{part['x'] - middle:g}"} for part in found],
        "scale": f"{min(1, room / max(left - GAP, 1)):.2f}",
    }


def hoard_of(own: dict[str, Any]) -> dict[str, Any]:
    """What lies in front of a seat: coins as a stack, persons, expeditions and ships kept."""
    discs = min(own["coins"], MOST_DISCS)
    kept = ("expeditions", "persons", "pack")
    return {
        "discs": [f"{-DISC * index:g}" for index in range(discs)],
        "cards": [card_of(card) for kind in kept for card in own.get(kind, ())],
    }


def turns_of(view: dict[str, Any], seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The turn that is played and the one before it; after the end they are the same."""
    now, before = view["turn"], view["last_turn"]
    both = [now] if before is None or before["number"] == now["number"] else [now, before]
    return [turn_of(turn, seats) for turn in both]


def turn_of(turn: dict[str, Any], seats: list[dict[str, Any]]) -> dict[str, Any]:
    """A turn as a row of tiles, with who took what."""
    cards = [
        {
            **card_of(turned["card"]),
            "fate": turned["fate"],
            "taker": None if turned.get("by") is None else seats[turned["by"]],
        }
        for turned in turn["cards"]
    ]
    return {**turn, "of": seats[turn["active"]], "cards": cards}


def contract_of(contract: dict[str, Any], seats: list[dict[str, Any]]) -> dict[str, Any]:
    """A contract with its spaces, and the fields before them with whose cubes are on the way."""
    name, done = contract["name"], contract["done"]
    spaces = [
        {
            "coins": coins,
            "x": f"{24 + 42 * index}",
            "cube": cube_of(name, seats[done[index]]) if index < len(done) else None,
        }
        for index, coins in enumerate(contract["spaces"])
    ]
    fields = [
        {
            "x": f"{277 - 42 * (contract['track'] - step)}",
            "cubes": [
                {**cube_of(name, seats[place]), "dx": f"{7 * index - 9}"}
                for index, place in enumerate(
                    place for place, at in enumerate(contract["steps"]) if at == step
                )
            ],
        }
        for step in range(1, contract["track"] + 1)
    ]
    return {
        "name": name,
        "help": f"help.contract.{name}",
        "sign": signs_of_contracts()[name],
        "spaces": spaces,
        "fields": fields,
        "fulfillers": [seats[place]["name"] for place in done],
    }


@functools.cache
def signs_of_contracts() -> dict[str, dict[str, Any]]:
    """The signs of the contracts, at the right of their names."""
    return {name: placed(sign, 128) for name, sign in ROLES_OF_CONTRACTS.items()}


def cube_of(contract: str, seat: dict[str, Any]) -> dict[str, Any]:
    """A seat's cube on a contract: there is at most one."""
    return {"id": f"cube:{contract}:{seat['place']}", "seat": seat, "from": f"seat:{seat['place']}"}
