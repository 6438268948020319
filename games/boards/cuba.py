"""What the board of Cuba shows besides the view: where things stand, and effects as signs.

Measures are units of the drawings in `templates/games/cuba/`, each 430 wide; signs are icons with
numbers, made from the declarations of the rules, so that board and rules cannot disagree.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from games.boards.cuba_signs import drawn_building, drawn_cost, drawn_law, icon_of
from games.rules.cuba.components import (
    ARCHITECT_POINTS,
    CHARACTERS,
    COLOURS,
    COLUMNS,
    KINDS,
    MATERIALS,
    MAYOR_POINTS,
    MERCHANDISE,
    PIERS,
    PRODUCTS,
    ROUNDS,
    ROWS,
    VOTES,
)
from games.rules.cuba.law_cards import GROUPS
from games.rules.cuba.tiles import BUILDINGS

Facts = dict[str, Any]

PHASES = ("bills", "action", "parliament", "dues", "keep")  # the five of a round
PHASE_SHOWN = {"bid": "parliament", "pass": "parliament"}
FIELD_LEFT, FIELD_TOP, FIELD_ACROSS, FIELD_DOWN = 73, 61, 102, 86  # middle of A1, and the steps
CARD_ACROSS = 86
SLOT_ACROSS = 44
TRACK_TOP, TRACK_DOWN = 36, 29
SHIP_ACROSS = 107
SPACE_DOWN = 33
LEDGER_LEFT, LEDGER_ACROSS = 106, 43
SCROLL_ACROSS = 107


def colours(view: Facts) -> list[str]:
    """The colours chosen so far, by seat; "" is none yet."""
    return [player["colour"] for player in view["players"]]


def facts(view: Facts, seats: list[Facts]) -> Facts:
    """Everything the templates draw, with its place."""
    large = largest(view, seats)
    estates = {seat["place"]: estate(view, seat, large=seat["place"] == large) for seat in seats}
    return {
        "estates": estates,
        "large": None if large is None else estates[large],
        "rounds": [{"number": n, "done": n < view["round"]} for n in range(1, ROUNDS + 1)],
        "phases": [
            {"phase": phase, "here": PHASE_SHOWN.get(view["phase"], view["phase"]) == phase}
            for phase in PHASES
        ],
        "starter": seats[view["start"]],
        "tracks": [track(entry, row) for row, entry in enumerate(view["market"])],
        "stocks": stocks(view),
        "ships": [ship(entry) for entry in view["ships"]],
        "berths": [{"pier": pier, "x": berth(pier)} for pier in (0, *PIERS)],
        "laws": [law_group(view, group, column) for column, group in enumerate(GROUPS)],
        "votes": votes(view, seats),
        "hues": [
            {"name": colour, "spot": f"colour:{colour}", "x": 43 + CARD_ACROSS * index}
            for index, colour in enumerate(COLOURS)
        ],
        "cards": [] if large is None else hand(view, estates[large]),
        "tiles": tiles(view, seats),
        "rewards": rewards(view),
        "gifts": {kind: view["markers"].get(kind, 0) for kind in ("material", "cheapest")},
    }


def largest(view: Facts, seats: list[Facts]) -> int | None:
    """Whose plantation is drawn large: one's own; for a guest, that of who is playing."""
    for seat in seats:
        if seat["mine"]:
            return int(seat["place"])
    shown = view["start"] if view["current"] is None else view["current"]
    return int(shown)


# --- Plantations -------------------------------------------------------------------------------


@functools.cache
def middle_of(field: str) -> tuple[str, str]:
    """The middle of a field of a plantation, as text: templates would localise numbers, slowly."""
    row, column = ROWS.index(field[0]), COLUMNS.index(field[1])
    return str(FIELD_LEFT + FIELD_ACROSS * column), str(FIELD_TOP + FIELD_DOWN * row)


def estate(view: Facts, seat: Facts, *, large: bool) -> Facts:
    """One seat's plantation, figure and stones."""
    player, place = view["players"][seat["place"]], seat["place"]
    turn = view["turn"] if view["current"] == place else None
    x, y = middle_of(player["figure"]["field"])
    return {
        "seat": seat,
        "large": large,
        "player": player,
        "fields": [field_of(entry, place, turn) for entry in player["fields"]],
        "figure": {
            **player["figure"],
            "x": x,
            "y": y,
            "at": f"field:{place}:{player['figure']['field']}",
        },
        "rows": [
            {"letter": row, "y": str(FIELD_TOP + FIELD_DOWN * n)} for n, row in enumerate(ROWS)
        ],
        "columns": [
            {"number": column, "x": str(FIELD_LEFT + FIELD_ACROSS * n)}
            for n, column in enumerate(COLUMNS)
        ],
        "ledger": list(ledger(player)),
        "buildings": [entry for entry in player["fields"] if entry.get("building")],
        "cards": [
            {"character": character, "order": order}
            for order, character in enumerate(player["played"], start=1)
        ],
    }


def field_of(entry: Facts, place: int, turn: Facts | None) -> Facts:
    """One field: what grows, stands and has been used there in this turn."""
    field, building = entry["field"], entry.get("building", "")
    inside = building or ("warehouse" if entry["kind"] == "warehouse" else "")
    x, y = middle_of(field)
    return {
        "field": field,
        "kind": entry["kind"],
        "icon": icon_of(entry["kind"]),
        "inside": inside,
        "house": house_of(inside),
        "style": style_of(inside),
        "id": entry.get("id", ""),
        "sign": drawn_building(inside, 82) if building else "",
        "permanent": bool(building) and BUILDINGS[building].permanent,
        "active": entry.get("active", False),
        "used": turn is not None and (field in turn["fields"] or inside in turn["used"]),
        "at": f"field:{place}:{field}",
        "x": x,
        "y": y,
    }


def house_of(building: str) -> str:
    """The drawing of a building; the second of a kind looks like the first."""
    return building.removesuffix("_2")


def style_of(building: str) -> str:
    """What a building is for, which colours its walls."""
    if building not in BUILDINGS:
        return "Store"
    return type(BUILDINGS[building].effect).__name__


def ledger(player: Facts) -> Iterator[Facts]:
    """A player's stones kind by kind; products in the courtyard spoil, materials stay there."""
    for column, kind in enumerate(KINDS):
        yard = player["courtyard"].get(kind, 0)
        yield {
            "kind": kind,
            "icon": icon_of(kind),
            "x": str(LEDGER_LEFT + LEDGER_ACROSS * column),
            "courtyard": str(yard),
            "empty": not yard,
            "warehouse": str(player["warehouse"].get(kind, 0)) if kind in MERCHANDISE else None,
            "spoils": yard > 0 and kind in PRODUCTS,
        }


def hand(view: Facts, shown: Facts) -> list[Facts]:
    """The five characters of the large plantation's owner: in hand, played, or set aside."""
    player = shown["player"]
    played = player["played"]
    return [
        {
            "character": character,
            "votes": VOTES[character],
            "x": 43 + CARD_ACROSS * index,
            "order": played.index(character) + 1 if character in played else 0,
            "aside": player["fifth"] == character,
            "now": bool(view["turn"])
            and view["current"] == shown["seat"]["place"]
            and played[-1:] == [character],
        }
        for index, character in enumerate(CHARACTERS)
    ]


# --- Town ----------------------------------------------------------------------------------------


def track(entry: Facts, row: int) -> Facts:
    """One rod of the market: beads on the dearest slots, and the two prices."""
    return {
        **entry,
        "icon": icon_of(entry["good"]),
        "y": TRACK_TOP + TRACK_DOWN * row,
        "beads": [
            {
                "price": str(price),
                "x": str(66 + SLOT_ACROSS * index),
                "full": index < entry["units"],
                "next": index == entry["units"] - 1,
            }
            for index, price in enumerate(entry["slots"])
        ],
        "end": 66 + SLOT_ACROSS * (len(entry["slots"]) - 1),
        "full": entry["units"] == len(entry["slots"]),
    }


def stocks(view: Facts) -> list[Facts]:
    """What the supply holds, building materials first."""
    return [
        {
            "kind": kind,
            "icon": icon_of(kind),
            "count": view["supply"].get(kind, 0),
            "x": 24 + 43 * index,
            "material": kind in MATERIALS,
        }
        for index, kind in enumerate(KINDS)
    ]


def berth(pier: int) -> int:
    """The middle of a pier, or of the sea (0)."""
    return 54 + SHIP_ACROSS * pier


def ship(entry: Facts) -> Facts:
    """A ship with its five spaces from bow to stern."""
    pier = entry["pier"]
    spaces = enumerate(zip(entry["printed"], entry["spaces"], strict=True), start=1)
    return {
        "id": entry["id"],
        "number": entry["id"].removeprefix("ship:"),  # as the log names it
        "pier": pier,
        "x": berth(pier),
        "at": f"pier:{pier}",
        "full": "" not in entry["spaces"],
        "spaces": [
            {
                "spot": f"space:{pier}:{number}" if pier else "",
                "printed": printed,
                "loaded": loaded,
                "name": loaded or printed,
                "icon": icon_of(loaded or printed),
                "y": str(34 + SPACE_DOWN * (number - 1)),
            }
            for number, (printed, loaded) in spaces
        ],
    }


def law_group(view: Facts, group: str, column: int) -> Facts:
    """The act in force and the bill of one group."""
    act, bill = view["acts"].get(group, ""), view["bills"].get(group, "")
    return {
        "group": group,
        "x": 54 + SCROLL_ACROSS * column,
        "act": act,
        "act_sign": drawn_law(act),
        "bill": bill,
        "bill_sign": drawn_law(bill),
        "spot": f"bill:{group}",
        "passed": group in view["passed"],
        "vetoed": view["veto"] == group,
    }


def votes(view: Facts, seats: list[Facts]) -> list[Facts]:
    """In parliament: who has how many votes, and with which character."""
    counted = view["votes"] or [0] * len(seats)
    return [
        {
            "seat": seat,
            "x": 4 + 85 * index,
            "fifth": view["players"][seat["place"]]["fifth"],
            "votes": counted[seat["place"]],
            "tile": view["vote_tile"] == seat["place"],
        }
        for index, seat in enumerate(seats)
    ]


def tiles(view: Facts, seats: list[Facts]) -> list[Facts]:
    """All buildings in their order; those that are built stay as empty lots with their owner."""
    owners = {
        entry["building"]: seats[place]
        for place, player in enumerate(view["players"])
        for entry in player["fields"]
        if entry.get("building")
    }
    return [
        {
            "building": building,
            "id": f"building:{building}",
            "spot": f"tile:{building}",
            "house": house_of(building),
            "style": style_of(building),
            "sign": drawn_building(building, 74),
            "cost": drawn_cost(building),
            "permanent": tile.permanent,
            "owner": owners.get(building),
        }
        for building, tile in BUILDINGS.items()
    ]


def rewards(view: Facts) -> Facts:
    """The points instead of a deed, with the markers on them; only the asked one is a spot."""
    character = view["turn"]["character"] if view["turn"] else ""
    return {
        name: {
            "spot": "points" if character == name else f"points:{name}",
            "steps": [
                {
                    "points": points,
                    "x": 30 * index,
                    "taken": index < view["markers"].get(name, 0),
                    "next": index == view["markers"].get(name, 0),
                }
                for index, points in enumerate(steps)
            ],
        }
        for name, steps in (("architect", ARCHITECT_POINTS), ("mayor", MAYOR_POINTS))
    }
