"""What the board of Guatemala Café is drawn from.

The hillside, the cultivation board and the point track are groups with their own origin, a cell of
them so many units wide; where the groups stand is up to the style sheet
(`static/games/guatemala_cafe/board.css`). The facts are what lies where, as the view says it; the
templates call the functions of `ART` for shapes, so that only those of new drawings are computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.page.boards.guatemala_cafe.hillside import (
    along_edges,
    bed_of,
    edges_at,
    hillside_of,
    owner_corner,
    placed,
    places_of,
    price_at,
)
from games.page.boards.guatemala_cafe.sheets import (
    FIELD_ROWS,
    FIELD_SPOTS,
    RING_SPACES,
    line_at,
    spot_of_track,
    track_of,
)
from games.rules.guatemala_cafe.components import COLOURS as COFFEES
from games.rules.guatemala_cafe.components import PIECES

COLOURS = ("yellow", "blue", "green", "red")

Values = dict[str, Any]


def art_of(piece: str, at: str = "") -> str:
    """The drawing of a piece; a road lies along its edge, such as "edge:v5,9"."""
    if at.startswith("edge:"):
        return "road-level" if at.startswith("edge:h") else "road-upright"
    kind, colour = PIECES[piece].kind, PIECES[piece].colour
    return f"{kind}-{colour}" if colour else kind


ART: Values = {
    "coffees": COFFEES,
    "pieces": PIECES,
    "field_rows": FIELD_ROWS,
    "field_spots": FIELD_SPOTS,
    "ring_spaces": RING_SPACES,
    "along_edges": along_edges,
    "art_of": art_of,
    "bed_of": bed_of,
    "edges_at": edges_at,
    "hillside_of": hillside_of,
    "line_at": line_at,
    "owner_corner": owner_corner,
    "placed": placed,
    "places_of": places_of,
    "price_at": price_at,
    "spot_of_track": spot_of_track,
    "track_of": track_of,
}
"""What the templates know besides values: the printed boards. All functions are pure."""


def facts(view: Values, seats: Sequence[Values]) -> Values:
    """What lies where, sheet by sheet, and the viewer's own sacks: None for a spectator."""
    players = view["players"]
    mine = next((player for seat, player in zip(seats, players, strict=True) if seat["mine"]), None)
    return {
        "cultivation": {
            "rows": list(rows(view["grid"], (view["holding"], view["announced"]))),
            "buyer": view["buyer"],
            "supply": view["supply"],
            "bag": view["bag"],
            "box": view["box"],
        },
        "plantation": {
            "players": len(players),
            "estates": list(estates(players, seats)),
            "roads": view["roads"],
            "harbours": view["harbours"],
            "crossing": view["crossing"] or "",
        },
        "track": {
            "length": view["options"]["track_length"],
            "sacks": view["track"],
            "goal": view["last_sack_field"],
            "markers": list(markers(players, seats, view["options"]["track_length"])),
        },
        "ledger": [
            {
                "place": seat["place"],
                "colour": seat["colour"],
                "points": [points(view, coffee, seat["place"]) for coffee in COFFEES],
            }
            for seat in seats
        ],
        "sacks": mine and mine["sacks"],
    }


def belongings(view: Values, seats: Sequence[Values]) -> Iterable[Values]:
    """What lies before each seat: its points, money and sacks, and what its plantations bring."""
    for seat, player in zip(seats, view["players"], strict=True):
        yield {
            "key": seat["key"],
            "points": player["points"],
            "money": player["money"],
            "sack_count": player["sack_count"],
            "sacks": player["sacks"],
            "plantations": {
                coffee: results[seat["place"]]
                for coffee, results in view["preview"].items()
                if grows(results[seat["place"]])
            },
        }


def grows(result: Values) -> bool:
    """Whether this result is of a plantation: with workers or a hut."""
    return bool(result["workers"] or result["site"])


def points(view: Values, coffee: str, place: int) -> int | None:
    """What a scoring of a colour would give a seat now; None without a plantation."""
    result = view["preview"][coffee][place]
    return result["points"] if grows(result) else None


def rows(grid: Sequence[str], marked: Sequence[str | None]) -> Iterable[Values]:
    """The rows of the cultivation board: what lies on each field, and which fields are marked."""
    for number, fields in enumerate(FIELD_ROWS):
        start = number * len(fields)
        yield {
            "number": number,
            "lying": grid[start : start + len(fields)],
            "marked": [field for field in fields if field in marked],
        }


def estates(players: Sequence[Values], seats: Sequence[Values]) -> Iterable[Values]:
    """Each seat's plantations by colour of coffee: hut, and workers by cell."""
    for seat, player in zip(seats, players, strict=True):
        huts, workers = player["huts"], player["workers"]
        yield {
            "key": seat["key"],
            "colour": seat["colour"],
            "name": seat["name"],
            "plantations": {
                coffee: [huts.get(coffee), dict(sorted(workers[coffee].items()))]
                for coffee in COFFEES
                if coffee in huts or workers[coffee]
            },
        }


def markers(players: Sequence[Values], seats: Sequence[Values], length: int) -> Iterable[Values]:
    """The players' markers on the point track; `nth` counts those that share a field."""
    stood = dict[int, int]()
    for seat, player in zip(seats, players, strict=True):
        field = min(player["points"], length)
        nth = stood[field] = stood.get(field, -1) + 1
        yield {
            "place": seat["place"],
            "colour": seat["colour"],
            "points": player["points"],
            "field": field,
            "nth": nth,
        }
