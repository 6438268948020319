"""What the board of Cuba shows besides the view: effects as signs, and whose is what.

Signs are icons with numbers, made from the declarations of the rules, so that board and rules
cannot disagree. Where things stand is the templates' matter.
"""

from __future__ import annotations

import functools
from typing import Any

from games.boards.cuba_signs import SIGNS
from games.rules.cuba.components import (
    ARCHITECT_POINTS,
    CHARACTERS,
    COLOURS,
    KINDS,
    MAYOR_POINTS,
    MERCHANDISE,
    PIERS,
    PRODUCTS,
    ROUNDS,
    VOTES,
)
from games.rules.cuba.law_cards import GROUPS
from games.rules.cuba.tiles import BUILDINGS

Facts = dict[str, Any]

ART = {"signs": SIGNS}
PHASE_SHOWN = {"bid": "parliament", "pass": "parliament"}
REWARDS = {"architect": ARCHITECT_POINTS, "mayor": MAYOR_POINTS}


def colours(view: Facts) -> list[str]:
    """The colours chosen so far, by seat; "" is none yet."""
    return [player["colour"] for player in view["players"]]


def facts(view: Facts, seats: list[Facts]) -> Facts:
    """The parts of the board, each with what it shows."""
    large = largest(view, seats)
    return {
        "round": view["round"],
        "rounds": ROUNDS,
        "phase": PHASE_SHOWN.get(view["phase"], view["phase"]),
        "starter": named(seats[view["start"]]),
        "hand": hand(view, large),
        "estate": {
            "place": large,
            "name": seats[large]["name"],
            "mine": seats[large]["mine"],
            "pesos": view["players"][large]["pesos"],
            "stones": stones(view["players"][large]),
            "land": land(view, large),
        },
        "market": {
            "tracks": view["market"],
            "stocks": {kind: view["supply"].get(kind, 0) for kind in KINDS},
            "bank": view["bank"],
            "gifts": {kind: view["markers"].get(kind, 0) > 0 for kind in ("material", "cheapest")},
        },
        "harbour": {
            "ships": view["ships"],
            "deck": view["ship_deck"],
            "piers": PIERS,
            "reward": reward(view, "mayor"),
        },
        "laws": {"laws": [law(view, group) for group in GROUPS], "votes": votes(view, seats)},
        "street": {"lots": lots(view, seats), "reward": reward(view, "architect")},
    }


def belongings(view: Facts, seats: list[Facts]) -> list[Facts]:
    """What lies before each seat; no `land` where its plantation is drawn large."""
    large = largest(view, seats)
    return [
        {
            "key": seat["key"],
            "name": seat["name"],
            "points": player["points"],
            "pesos": player["pesos"],
            "answered": player["answered"],
            "played": player["played"],
            "fifth": player["fifth"],
            "stones": stones(player),
            "land": None if seat["place"] == large else land(view, seat["place"]),
        }
        for seat, player in zip(seats, view["players"], strict=True)
    ]


def largest(view: Facts, seats: list[Facts]) -> int:
    """Whose plantation is drawn large: one's own; for a guest, that of who is playing."""
    for seat in seats:
        if seat["mine"]:
            return int(seat["place"])
    return int(view["start"] if view["current"] is None else view["current"])


def named(seat: Facts) -> Facts:
    """A seat as everybody sees it."""
    return {"name": seat["name"], "colour": seat["colour"]}


# --- Plantations ---------------------------------------------------------------------------------


def land(view: Facts, place: int) -> Facts:
    """One seat's plantation and figure."""
    player = view["players"][place]
    turn = view["turn"] if view["current"] == place else None
    worked, used = (turn["fields"], turn["used"]) if turn else ((), ())
    fields = []
    for entry in player["fields"]:
        field, kind = entry["field"], entry["kind"]
        house = house_on(entry.get("building") or kind)
        busy = field in worked or (house is not None and house["building"] in used)
        fields.append({"field": field, "kind": kind, "house": house, "used": busy})
    figure = player["figure"]["field"]
    return {"place": place, "colour": player["colour"], "figure": figure, "fields": fields}


@functools.cache
def house_on(building: str) -> Facts | None:
    """What stands on a field: its drawing, its style, and the tile's `id`; None for what grows.

    The style is what a building is for, which colours its walls; the second of a kind looks like
    the first; a warehouse is printed.
    """
    if building == "warehouse":
        return {"building": building, "drawing": building, "style": "Store", "id": ""}
    if building not in BUILDINGS:
        return None
    return {
        "building": building,
        "drawing": building.removesuffix("_2"),
        "style": type(BUILDINGS[building].effect).__name__,
        "id": f"building:{building}",
    }


def stones(player: Facts) -> list[Facts]:
    """A player's stones kind by kind; products in the courtyard spoil, materials stay there."""
    courtyard, warehouse = player["courtyard"], player["warehouse"]
    return [
        {
            "kind": kind,
            "yard": courtyard.get(kind, 0),
            "store": warehouse.get(kind, 0) if kind in MERCHANDISE else None,
            "spoils": kind in PRODUCTS and kind in courtyard,
        }
        for kind in KINDS
    ]


def hand(view: Facts, place: int) -> Facts:
    """The five characters of a seat: in hand, played, or set aside. Before them, the colours."""
    player = view["players"][place]
    if view["phase"] == "prepare" and not player["colour"]:
        return {"colours": COLOURS, "cards": []}
    played = player["played"]
    now = played[-1:] if view["turn"] and view["current"] == place else []
    cards = [
        {
            "character": character,
            "votes": VOTES[character],
            "order": played.index(character) + 1 if character in played else 0,
            "aside": player["fifth"] == character,
            "now": now == [character],
        }
        for character in CHARACTERS
    ]
    return {"colours": [], "cards": cards}


# --- Town ----------------------------------------------------------------------------------------


def law(view: Facts, group: str) -> Facts:
    """The act in force and the bill of one group; "" for none."""
    return {
        "group": group,
        "act": view["acts"].get(group, ""),
        "bill": view["bills"].get(group, ""),
        "passed": group in view["passed"],
        "vetoed": view["veto"] == group,
    }


def votes(view: Facts, seats: list[Facts]) -> list[Facts]:
    """In parliament: who has how many votes, with which character, and with the town hall."""
    return [
        {
            **named(seat),
            "place": place,
            "fifth": view["players"][place]["fifth"],
            "votes": view["votes"][place] if view["votes"] else 0,
            "tile": view["vote_tile"] == place,
        }
        for place, seat in enumerate(seats)
    ]


def lots(view: Facts, seats: list[Facts]) -> list[Facts]:
    """All buildings in their order, each with its owner if it has been built."""
    owners = {
        entry["building"]: named(seats[place])
        for place, player in enumerate(view["players"])
        for entry in player["fields"]
        if entry.get("building")
    }
    return [
        {"house": house_on(building), "permanent": tile.permanent, "owner": owners.get(building)}
        for building, tile in BUILDINGS.items()
    ]


def reward(view: Facts, character: str) -> Facts:
    """The points instead of a character's deed, with the markers on them."""
    lying = view["markers"].get(character, 0)
    return {
        "asked": bool(view["turn"]) and view["turn"]["character"] == character,
        "steps": [
            {"points": points, "taken": index < lying, "next": index == lying}
            for index, points in enumerate(REWARDS[character])
        ],
    }
