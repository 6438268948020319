"""What the board of Port Royal shows besides the view: cards as signs, turns as rows, cubes.

Sizes and places are the style sheet's business (`static/games/port_royal/board.css`). Signs are in
the units of a card, which is 200 by 280; its lower right field is 118 wide.
"""

from __future__ import annotations

import functools
from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.rules.core.codec import encode
from games.rules.port_royal.view import FACES, CardView
from games.rules.registry import GAMES
from games.wording import capital
from games.wording import SiteWording

UNSAID: dict[str, Any] = {  # what the view of a card leaves out: the usual
    field.name: field.default
    for field in msgspec.structs.fields(CardView)
    if field.default is not msgspec.NODEFAULT
}
BY_FACE = {card.face: card for card in FACES}

COLOURS_OF_SHIPS = ("yellow", "blue", "green", "red", "black")
HARBOURS = (
    (4, "few"),
    (6, "some"),
    (12, "many"),
    (18, "crowded"),
)  # up to so many cards in the harbour: its class
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
SIGNS_OF_CONTRACTS: dict[str, Sign] = {
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
    "little_gamester": (("", "2×"), ("fleet", "3")),
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
        "crowd": next((name for most, name in HARBOURS if count <= most), "packed"),
        "approaching": None if ship is None else card_of(ship),
        "row": [card_of(card) for card in view["expeditions"]],
        "discard_top": None if top is None else card_of(top),
        "discarded": discarded_of(view["discarded"]),
        "fleet": [
            {"colour": colour, "here": colour in view["colours"], **words_of("ship")[colour]}
            for colour in COLOURS_OF_SHIPS
        ],
        "risky": view["phase"] == "discover" and bool(view["colours"]),
        "open_contracts": [contract_of(contract, seats) for contract in view["contracts"]],
        "turns": turns_of(view, seats),
        "hoards": {seat["place"]: hoard_of(seat["view"]) for seat in seats if seat["view"]},
        "with_contracts": bool(view["contracts"]),
        "symbols": words_of("symbol") | words_of("board"),
    }


def discarded_of(faces: dict[str, int]) -> list[dict[str, Any]]:
    """What lies in the discard pile, by kind and name, equal cards together."""
    kinds = ("person", "ship", "expedition", "tax")
    order = {card.face: (kinds.index(card.kind), card.id) for card in reversed(FACES)}
    language = get_language() or ""
    return [
        {"count": faces[face], "kind": BY_FACE[face].kind, **looks_of(face, language)}
        for face in sorted(faces, key=lambda face: order[face])
    ]


def card_of(card: dict[str, Any]) -> dict[str, Any]:
    """A card with its drawings and texts, which depend on its face and the language alone."""
    return {**UNSAID, **card, **looks_of(card["face"], get_language() or "")}


@functools.cache
def looks_of(face: str, language: str) -> dict[str, Any]:
    """How all copies of a card look, in the active language, which is `language`."""
    card = {**UNSAID, **encode(BY_FACE[face])}
    wording = SiteWording(GAMES["port_royal"], [])
    name = capital(wording.word(card["kind"], card["name"]))
    strength = "skull" if card["skull"] else str(card["swords"])
    kind = "gift_ship" if card["gift"] else card["kind"]
    about = wording.say(f"board.{kind}", {**card, "swords": strength})
    explained = wording.say(f"help.{card['kind']}.{card['name']}")
    signed = {**card, **signs_of(card["kind"], card["name"], card["role"])}
    scene = {"card": signed, "wording": wording}
    return {
        "hue": signed["hue"],
        "called": name,
        "label": f"{name}: {about}",
        "tip": f"{name}: {explained} {capital(about)}.",
        **{
            f"{way}_drawn": render_to_string(f"games/port_royal/_{way}.svg", scene)
            for way in ("face", "kept", "turned")
        },
    }


def signs_of(kind: str, name: str, role: str) -> dict[str, Any]:
    """What is drawn on all cards of a name: figure, colour, ability."""
    drawn = role or name
    sign = SIGNS.get(drawn, ()) if kind == "person" else ()
    return {
        "drawn": drawn,
        "hue": name.partition("_")[2] if role else name,
        "ship": name.partition("_")[2] or "any",
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


def hoard_of(own: dict[str, Any]) -> dict[str, Any]:
    """What lies in front of a seat: coins as a stack, what it has, all cards that it keeps."""
    discs = min(own["coins"], MOST_DISCS)
    kept = ("expeditions", "persons", "pack")
    return {
        "discs": [f"{-DISC * index:g}" for index in range(discs)],
        "swords": own.get("swords", 0),
        "cubes": own.get("cubes", 0),
        "cards": [card_of(card) for kind in kept for card in own.get(kind, ())],
    }


def turns_of(view: dict[str, Any], seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The turn that is played and the one before it; after the end they are the same."""
    now, before = view["turn"], view["last_turn"]
    both = [now] if before is None or before["number"] == now["number"] else [now, before]
    return [turn_of(turn, seats) for turn in both]


def turn_of(turn: dict[str, Any], seats: list[dict[str, Any]]) -> dict[str, Any]:
    """A turn as a row of tiles, with who took what."""
    fates = words_of("fate")
    cards = [
        {
            **card_of(turned["card"]),
            "fate": turned["fate"],
            "fate_name": fates[turned["fate"]]["name"],
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
            "at": f"{name}:{step}",
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
        **plate_of(name, get_language() or ""),
        "spaces": spaces,
        "fields": fields,
        "fulfillers": [seats[place]["name"] for place in done],
    }


@functools.cache
def plate_of(contract: str, language: str) -> dict[str, str]:
    """The upper half of a contract, and its explanation, in the active language."""
    scene = {
        "name": words_of("contract")[contract]["name"],
        "sign": placed(SIGNS_OF_CONTRACTS[contract], 128),
        "busts": SIGNS,
    }
    return {
        "drawn": render_to_string("games/port_royal/_contract.svg", scene),
        "tip": words_of("contract")[contract]["tip"],
    }


def words_of(kind: str) -> dict[str, dict[str, str]]:
    """Every word of a class with its explanation, in the active language."""
    return _words_in(kind, get_language() or "")


@functools.cache
def _words_in(kind: str, language: str) -> dict[str, dict[str, str]]:
    wording = SiteWording(GAMES["port_royal"], [])
    found = {}
    for key in wording.texts:
        if key.startswith(f"{kind}.") and "{" not in str(wording.texts[key]):
            name = capital(wording.say(key))
            explained = wording.say(f"help.{key}") if f"help.{key}" in wording.texts else ""
            found[key.removeprefix(f"{kind}.")] = {
                "name": name,
                "tip": f"{name}: {explained}" if explained else name,
            }
    return found


def cube_of(contract: str, seat: dict[str, Any]) -> dict[str, Any]:
    """A seat's cube on a contract: there is at most one."""
    return {"id": f"cube:{contract}:{seat['place']}", "seat": seat, "from": f"seat:{seat['place']}"}
