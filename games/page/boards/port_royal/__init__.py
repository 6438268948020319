"""What the board of Port Royal shows: printed cards, turns as rows of tiles, contracts, seats.

Sizes and positions are up to the style sheet (`static/games/port_royal/board.css`).
"""

from __future__ import annotations

import functools
from typing import Any

from django.utils.translation import get_language

from games.page.boards.port_royal.signs import DRAWN, SHORT, SIGNS, ship_of
from games.rules.port_royal.components import COLOURS as COLOURS_OF_SHIPS
from games.rules.port_royal.view import FACES, CardView
from games.rules.registry import GAMES
from games.telling.wording import SiteWording

Values = dict[str, Any]

KINDS = ("person", "ship", "expedition", "tax")  # of cards, as the discard pile is listed
HARBOURS = (
    (4, "few"),
    (6, "some"),
    (12, "many"),
    (18, "crowded"),
)  # up to so many cards in the harbour, and its class then
MOST_DISCS = 8  # drawn of a seat's coins; the number beside them says the rest
ROOM = {2: "roomy", 3: "roomy", 5: "tight"}  # by the number of seats: how their cards lie


# --- Printed: the same at every table ------------------------------------------------------------


class Face(str):
    """The name of a face, with all that is printed on it. Parts are cached by the name alone."""

    kind: str  # "person", "ship", "expedition" or "tax"
    name: str  # as in `CardView`
    drawn: str  # of a person: whose bust
    hue: str  # the class of its colours
    ship: str  # of a person: which ship is in its sign
    short: tuple[str, str] | None  # of a person: what it is good for, on a tile
    needs: list[tuple[str, int]]  # of an expedition: icons and where they are drawn
    gift: bool
    about: str  # the sentence about it, and what fills it in
    facts: dict[str, Any]

    def __new__(cls, card: CardView) -> Face:
        """The face of a card."""
        made = super().__new__(cls, card.face)
        made.kind, made.name, made.gift = card.kind, card.name, card.gift
        made.drawn = card.role or card.name
        made.hue = card.name.partition("_")[2] if card.role else card.name
        made.ship = ship_of(card.name)
        made.short = SHORT.get(made.drawn) or SIGNS.get(made.drawn, (None,))[0]
        places = (62, 138) if len(card.needs) == 2 else (44, 100, 156)
        made.needs = list(zip(card.needs, places, strict=False))
        made.about = f"board.{'gift_ship' if card.gift else card.kind}"
        made.facts = {
            "cost": card.cost,
            "influence": card.influence,
            "coins": card.coins,
            "swords": "skull" if card.skull else str(card.swords),
        }
        return made


FACE = {card.face: Face(card) for card in FACES}
LISTED = sorted(FACE.values(), key=lambda face: KINDS.index(face.kind))
"""All faces, as the discard pile is listed: by kind, and in the order of the cards."""

ART = {
    "signs": DRAWN,
    "busts": list(SIGNS),
    "discs": MOST_DISCS,
}


# --- At a table -----------------------------------------------------------------------------------


def facts(view: Values, seats: list[Values]) -> Values:
    """The piles, the bay with the harbour, the expeditions, the contracts and the last turns."""
    players = [{name: seat[name] for name in ("place", "name", "colour")} for seat in seats]
    top, ship, focus = view["discard_top"], view["ship"], view["focus"]
    count = len(view["harbour"]) + (ship is not None)
    return {
        "crowd": next((name for most, name in HARBOURS if count <= most), "packed"),
        "pile": {
            "count": view["pile"],
            "risky": view["phase"] == "discover" and bool(view["colours"]),
        },
        "discard": {
            "count": view["discard"],
            "top": top and card_of(top),
            "faces": discarded_of(view["discarded"]),
        },
        "fleet": {colour: colour in view["colours"] for colour in COLOURS_OF_SHIPS},
        "takes": None if view["phase"] == "over" else view["takes"],
        "last_round": view["last_round"] and view["phase"] != "over",
        "harbour": {
            "cards": [card_of(card, focus) for card in view["harbour"]],
            "ship": ship and card_of(ship),
        },
        "row": [card_of(card, focus) for card in view["expeditions"]],
        "contracts": [contract_of(contract, players) for contract in view["contracts"]],
        "turns": turns_of(view, players),
    }


def card_of(card: Values, focus: str | None = None) -> Values:
    """A card that lies on the table."""
    return {
        "id": card["id"],
        "number": card.get("number", 0),
        "focus": card["id"] == focus,
        "face": FACE[card["face"]],
    }


def discarded_of(faces: dict[str, int]) -> list[tuple[Face, int]]:
    """What lies in the discard pile, by kind and name, and how many of each."""
    return [(face, faces[face]) for face in LISTED if face in faces]


def contract_of(contract: Values, players: list[Values]) -> Values:
    """A contract with its spaces, and the fields before them with whose cubes are on the way."""
    done = [players[place] for place in contract["done"]]
    covered = dict(enumerate(done))
    return {
        "name": contract["name"],
        "spaces": [
            {"coins": coins, "by": covered.get(index)}
            for index, coins in enumerate(contract["spaces"])
        ],
        "fields": [
            [players[place] for place, at in enumerate(contract["steps"]) if at == step]
            for step in range(1, contract["track"] + 1)
        ],
        "done": [player["name"] for player in done],
    }


def turns_of(view: Values, players: list[Values]) -> list[Values]:
    """The turn that is played and the one before it; after the end they are the same."""
    now, before = view["turn"], view["last_turn"]
    both = [now] if before is None or before["number"] == now["number"] else [now, before]
    return [
        {
            "number": turn["number"],
            "by": players[turn["active"]],
            "said": said_of(turn["number"], players[turn["active"]]["name"], get_language()),
            "bust": turn["bust"],
            "cards": [turned_of(turned, players) for turned in turn["cards"]],
        }
        for turn in both
    ]


@functools.lru_cache
def said_of(number: int, name: str, language: str | None) -> str:
    """The name of a turn in the active language, which must be `language`."""
    return SiteWording(GAMES["port_royal"], [name]).say("board.turn", {"number": number, "seat": 0})


def turned_of(turned: Values, players: list[Values]) -> Values:
    """A card of a turn, and who took it, if anybody."""
    by = turned.get("by")
    return {
        "face": FACE[turned["card"]["face"]],
        "fate": turned["fate"],
        "by": None if by is None else players[by],
    }


def standing(view: Values) -> list[int]:
    """Influence is what wins."""
    return [player["influence"] for player in view["players"]]


def belongings(view: Values, seats: list[Values]) -> list[Values]:
    """What lies before each seat: coins, influence, swords, cubes, and all cards that it keeps."""
    cubes = bool(view["contracts"])
    return [
        {
            "key": str(place),
            "coins": {"count": own["coins"], "discs": min(own["coins"], MOST_DISCS)},
            "influence": own["influence"],
            "swords": own.get("swords", 0),
            "cubes": own.get("cubes", 0) if cubes else None,
            "starts": place == view["start"],
            "room": ROOM.get(len(seats), ""),
            "cards": [
                {"id": card["id"], "face": FACE[card["face"]]}
                for kind in ("expeditions", "persons", "pack")
                for card in own.get(kind, ())
            ],
        }
        for place, own in enumerate(view["players"])
    ]
