"""What the board of Santiago de Cuba shows besides the view: what people and houses do, as signs.

Where things stand is the style sheet's business (`static/games/santiago_de_cuba/board.css`): every
thing has a class that says which of its kind it is.
"""

from __future__ import annotations

from typing import Any

COLOURS = ("yellow", "blue", "green", "red")
SHARED = True

SHIPS = 7
FLAGS = ("2", "3", "4", "flag")
GOODS = ("sugar", "citrus", "tobacco", "rum", "cigar", "wood")
HEADING_LEFT = range(4, 9)  # stations on the far side of the road, where the car drives back

Sign = tuple[tuple[str, str], ...]
"""Icons with the number on them, read from left to right; an empty number is none."""

STOP_SIGNS: dict[str, Sign] = {
    "pedro": (("good-tobacco", "2"),),
    "alonso": (("claim", ""),),
    "miguel": (("good-wood", "2"),),
    "jose": (("good-sugar", "2"),),
    "el_zorro": (("hand", ""),),
    "conchita": (("good-citrus", "2"),),
    "maria": (("points", "2"),),
    "martinez": (("coin", "3"),),
    "pablo": (("crate", "1"),),
}
BUILDING_SIGNS: dict[str, Sign] = {
    "bank": (("coin", "2"),),
    "church": (("points", "1"),),
    "distillery": (("good-sugar", ""), ("to", ""), ("good-rum", "")),
    "cigar_factory": (("good-tobacco", ""), ("to", ""), ("good-cigar", "")),
    "black_market": (("crate", "1"), ("swap", ""), ("crate", "1")),
    "sawmill": (("good-wood", ""), ("to", ""), ("points", "1"), ("coin", "1")),
    "cafe": (("good-cigar", ""), ("good-rum", ""), ("to", ""), ("points", "2")),
    "customs": (("die", "?"), ("to", ""), ("die", "0")),
    "casino": (("coin", "3"), ("swap", ""), ("points", "1")),
    "harbour_office": (("less", ""), ("pennant", ""), ("more", "")),
    "trading_office": (("crate", "1"), ("to", ""), ("points", "2")),
    "newspaper": (("coin", "1"), ("asleep", "")),
}
STEP = 37  # from icon to icon


def facts(view: dict[str, Any], seats: list[dict[str, Any]]) -> dict[str, Any]:
    """Stations, quarters, dice, flags and ships as the templates draw them."""
    by_place = {seat["place"]: seat for seat in seats}
    pieces = {piece["id"]: piece["at"] for piece in view["pieces"]}
    return {
        "stations": [
            {**station, "sign": placed(STOP_SIGNS.get(station["stop"], ()))}
            for station in view["road"]
        ],
        "quarters": [
            {
                "flower": quarter["flower"],
                "houses": [house(building, by_place) for building in quarter["buildings"]],
            }
            for quarter in view["quarters"]
        ],
        "car": {
            "station": view["car"],
            "at": pieces["car"],
            "back": view["car"] in HEADING_LEFT,
        },
        "deck": on_deck(view),
        "aside": [die for die in view["dice"] if die["place"] == "aside" and not view["departed"]],
        "flags": flags(view, pieces["value"]),
        "berths": berths(view),
        "ship_at": pieces["ship"],
        "value_at": pieces["value"],
        "stock_of": [{"good": good, "count": view["stock"].get(good, 0)} for good in GOODS],
        "goods": GOODS,
    }


def placed(sign: Sign) -> list[dict[str, Any]]:
    """A sign's icons with their places from left to right, around the middle."""
    left = -STEP * (len(sign) - 1) / 2
    return [
        {"icon": icon, "number": number, "x": f"{left + STEP * index:g}"}
        for index, (icon, number) in enumerate(sign)
    ]


def house(building: dict[str, Any], seats: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """A house with its sign, and the seats of its owner and visitor."""
    return {
        **building,
        "sign": placed(BUILDING_SIGNS[building["building"]]),
        "owned_by": seats.get(building["owner"]),
        "visited_by": seats.get(building["pawn"]),
    }


def on_deck(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The dice on the ship, or all five rolled for it; `x` from the middle of the deck."""
    dice = [die for die in view["dice"] if die["place"] in ("ship", "rolled")]
    width = 126
    left = -width * (len(dice) - 1) / 2
    return [
        {
            **die,
            "x": f"{left + width * index:g}",
            "done": die["place"] == "ship" and not die["face"],
        }
        for index, die in enumerate(dice)
    ]


def flags(view: dict[str, Any], value_at: str) -> list[dict[str, Any]]:
    """The four flags of the value track; the ones beside the marker are spots."""
    names = [f"flag:{flag}" for flag in FLAGS]
    now = names.index(value_at)
    spots = {now + 1: "value:up", now - 1: "value:down"}
    return [
        {
            "flag": flag,
            "name": name,
            "index": index,
            "current": index == now,
            "spot": spots.get(index, name),
        }
        for index, (flag, name) in enumerate(zip(FLAGS, names, strict=True))
    ]


def berths(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The seven ships on the horizon: gone, in the harbour, or still to come."""
    ship = view["ship"]
    over = view["ending"] is not None
    return [
        {
            "number": number,
            "key": str(number),
            "gone": number < ship or over,
            "here": number == ship and not over,
        }
        for number in range(1, SHIPS + 1)
    ]
