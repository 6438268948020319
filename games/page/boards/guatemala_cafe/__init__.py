"""What the board of Guatemala Café is drawn from.

The hillside, the cultivation board and the point track are groups with their own origin, a cell of
them so many units wide; where the groups stand is up to the style sheet
(`static/games/guatemala_cafe/board.css`). The facts are what lies where, as the view says it; the
templates call the functions of `art` for shapes, so that only those of new drawings are computed.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from games.page.boards import Board, BoardSection, Icon, Sitting, Values
from games.page.boards.guatemala_cafe.description import description
from games.page.boards.guatemala_cafe.hillside import (
    along_edges,
    bed_of,
    edges_at,
    hillside_of,
    owner_corner,
    placed,
    places_of,
    price_at,
    price_of_hut,
)
from games.page.boards.guatemala_cafe.icons import RESOURCES, icon_of
from games.page.boards.guatemala_cafe.sheets import (
    FIELD_ROWS,
    FIELD_SPOTS,
    RING_SPACES,
    line_at,
    numbered,
    spot_of_track,
    track_of,
)
from games.page.parts import PartApart
from games.rules.core.texts import Wording
from games.rules.guatemala_cafe.components import COLOURS as COFFEES
from games.rules.guatemala_cafe.components import FIELD_INDEX, INCOME, PIECES, WORKER_PRICE
from games.rules.guatemala_cafe.geometry import BOARDS

STEPS = {
    "move": {"x": 72, "wide": 166},
    "build": {"x": 244, "wide": 206},
    "score": {"x": 456, "wide": 168},
    "replace": {"x": 630, "wide": 244},
}
"""The steps of a turn: after the first, one builds or scores; a scored sack is replaced."""

STEPS_OF_PHASE = {
    "move": ("move",),
    "action": ("build", "score"),
    "build": ("build",),
    "place": ("build",),
    "blockade": ("score",),
    "replace": ("replace",),
    "over": (),
}


WORTH = {"points": "points", "money": "money", "sacks": "sack_count"}
"""The parts that show the holdings of each seat, with their names in the view."""


def art_of(piece: str, at: str = "") -> str:
    """The drawing of a piece; a road lies along its edge, such as "edge:v5,9"."""
    if at.startswith("edge:"):
        return "road-level" if at.startswith("edge:h") else "road-upright"
    kind, colour = PIECES[piece].kind, PIECES[piece].colour
    return f"{kind}-{colour}" if colour else kind


def grows(result: Values) -> bool:
    """Whether this result is of a plantation: with workers or a hut."""
    return bool(result["workers"] or result["site"])


def course(view: Values, seats: Sequence[Sitting]) -> Values:
    """Whose turn it is, and how far it has come; no `colour` after the end."""
    over = view["phase"] == "over"
    announced = view["announced"]
    sack = view["grid"][FIELD_INDEX[announced]] if announced else ""
    return {
        "colour": "" if over else seats[view["active"]].colour,
        "now": STEPS_OF_PHASE[view["phase"]],
        "taken": view["taken"],
        "sack": (sack and PIECES[sack].colour) or "",
    }


def prices(view: Values) -> Values:
    """What each kind of piece costs now, the least and the most; nothing where none has room."""
    board = BOARDS[len(view["players"])]
    piers = [
        harbour.piers[len(ships)]
        for harbour, ships in ((board.harbours[name], them) for name, them in harbours_of(view))
        if len(ships) < len(harbour.piers)
    ]
    return {
        "worker": span(WORKER_PRICE.values()),
        "hut": span(board.sites[name].price for name in free_sites(view)),
        "ship": span(piers),
        "road": "0",
    }


def free_sites(view: Values) -> list[str]:
    """The open sites without a hut."""
    players = view["players"]
    built = {hut["site"] for player in players for hut in player["huts"].values()}
    return [name for name in BOARDS[len(players)].sites if name not in built]


def harbours_of(view: Values) -> Iterable[tuple[str, Sequence[str]]]:
    """The open harbours, and the ships in each from the cheapest pier on."""
    return view["harbours"].items()  # type: ignore[no-any-return]


def span(amounts: Iterable[int]) -> str:
    """The least and the most of these: "2–6", "2", or a dash for none."""
    found = sorted(amounts)
    if not found:
        return "–"
    return str(found[0]) if found[0] == found[-1] else f"{found[0]}–{found[-1]}"


def points(view: Values, coffee: str, place: int) -> int | None:
    """What a scoring of a colour would give a seat now; None without a plantation."""
    result = view["preview"][coffee][place]
    return result["points"] if grows(result) else None


def ledger(view: Values, seats: Sequence[Sitting]) -> Values:
    """Return the points that a scoring of each colour would give each seat."""
    gains = [[points(view, coffee, seat.place) for coffee in COFFEES] for seat in seats]
    return {
        "seats": [{"place": seat.place, "colour": seat.colour} for seat in seats],
        "gains": [
            PartApart("gains", {"place": seat.place, "points": gained}, seat.place)
            for seat, gained in zip(seats, gains, strict=True)
        ],
    }


def cultivation(view: Values) -> Values:
    """The cultivation board: its rows, the buyer, and what lies at its corners."""
    box = view["box"]
    return {
        "rows": list(rows(view["grid"], (view["holding"], view["announced"]))),
        "buyer": PartApart("buyer", {"space": view["buyer"]}),
        "supply": PartApart("supply", {"count": view["supply"]}),
        "bag": PartApart("bag", {"count": view["bag"]}),
        "box": PartApart("box", {"count": len(box), "last": box[-1]}) if box else None,
    }


def rows(grid: Sequence[str], marked: Sequence[str | None]) -> Iterable[PartApart]:
    """The rows of the cultivation board: what lies on each field, and which are marked."""
    for number, fields in enumerate(FIELD_ROWS):
        lying = grid[number * len(fields) :]
        drawn = [field_of(*one, one[0] in marked) for one in zip(fields, lying, strict=False)]
        yield PartApart("row", {"fields": drawn}, number)


@functools.lru_cache(maxsize=4_000)
def field_of(field: str, lying: str, marked: bool) -> PartApart:
    """A field of the cultivation board. They are many, and most stay: so each is made once."""
    values = {"field": field, "lying": lying, "marked": marked}
    return PartApart("field", values, field.replace(",", "-"))


def plantation(view: Values, seats: Sequence[Sitting]) -> Values:
    """The hillside: what each seat has there, and what all have."""
    players = len(view["players"])
    growing = list(estates(view["players"], seats))
    planted = [
        {name: value for name, value in estate.items() if name != "name"} for estate in growing
    ]
    crossing = {"players": players, "crossing": view["crossing"] or ""}
    return {
        "players": players,
        "sites": PartApart("free_sites", {"players": players, "sites": free_sites(view)}),
        "estates": [
            PartApart("estate", {"players": players, **one}, one["key"]) for one in planted
        ],
        "roads": PartApart("roads", {"players": players, "roads": view["roads"]}),
        "ships": PartApart("ships", {"players": players, "harbours": view["harbours"]}),
        "owners": [PartApart("owners", {"players": players, **one}, one["key"]) for one in growing],
        "edges": PartApart("edges", crossing),
    }


def estates(players: Sequence[Values], seats: Sequence[Sitting]) -> Iterable[Values]:
    """Each seat's plantations by colour of coffee: hut, and workers by cell."""
    for seat, player in zip(seats, players, strict=True):
        huts, workers = player["huts"], player["workers"]
        yield {
            "key": seat.key,
            "colour": seat.colour,
            "name": seat.name,
            "plantations": {
                coffee: [huts.get(coffee), dict(sorted(workers[coffee].items()))]
                for coffee in COFFEES
                if coffee in huts or workers[coffee]
            },
        }


def markers(players: Sequence[Values], seats: Sequence[Sitting], length: int) -> Iterable[Values]:
    """The players' markers on the point track; `nth` counts the `of` that share a field."""
    shared = Counter(min(player["points"], length) for player in players)
    stood = Counter[int]()
    for seat, player in zip(seats, players, strict=True):
        field = min(player["points"], length)
        yield {
            "place": seat.place,
            "colour": seat.colour,
            "points": player["points"],
            "field": field,
            "nth": stood[field],
            "of": shared[field],
        }
        stood[field] += 1


def shown_sacks(key: str, sacks: Mapping[str, int] | None) -> list[PartApart]:
    """Return the sacks of a hand that is open to the viewer."""
    return [
        PartApart("shown_sacks", {"coffee": one, "count": sacks.get(one, 0)}, f"{key}-{one}")
        for one in (COFFEES if sacks else ())
        if sacks
    ]


class GuatemalaCafeBoard(Board):
    """The cultivation board, the hillside and the point track."""

    regions = {
        **dict.fromkeys(("move", "action", "build", "build_instead"), "market"),
        **dict.fromkeys(("region", "place_worker", "place_hut", "place_ship"), "hillside"),
        **dict.fromkeys(("place_road", "direction"), "hillside"),
        "blockade": "ledger",
        "replace": "hand",
    }
    """A question is about the cultivation board first, then about the hillside."""
    colours = ("yellow", "blue", "green", "red")
    art = {
        "coffees": COFFEES,
        "income": INCOME,
        "steps_of_turn": STEPS,
        "pieces": PIECES,
        "field_spots": FIELD_SPOTS,
        "ring_spaces": RING_SPACES,
        "along_edges": along_edges,
        "art_of": art_of,
        "bed_of": bed_of,
        "edges_at": edges_at,
        "hillside_of": hillside_of,
        "line_at": line_at,
        "numbered": numbered,
        "owner_corner": owner_corner,
        "placed": placed,
        "places_of": places_of,
        "price_at": price_at,
        "price_of_hut": price_of_hut,
        "spot_of_track": spot_of_track,
        "track_of": track_of,
    }
    """The printed boards, for the templates. All functions are pure."""
    resources = RESOURCES

    def facts(self, view: Values, seats: Sequence[Sitting]) -> Values:
        """List all pieces, sheet by sheet, and the viewer's own sacks: None for a spectator."""
        players = view["players"]
        mine = next(
            (player for seat, player in zip(seats, players, strict=True) if seat.mine), None
        )
        track = {
            "length": view["options"]["track_length"],
            "sacks": view["track"],
            "goal": view["last_sack_field"],
            "markers": list(markers(players, seats, view["options"]["track_length"])),
        }
        return {
            "cultivation": PartApart("cultivation", cultivation(view)),
            "plantation": PartApart("plantation", plantation(view, seats)),
            "course": PartApart("course", course(view, seats)),
            "prices": PartApart("prices", prices(view)),
            "track": PartApart("track", track),
            "ledger": PartApart("ledger", ledger(view, seats)),
            "hand": PartApart("hand", {"sacks": mine and mine["sacks"]}),
        }

    def belongings(self, view: Values, seats: Sequence[Sitting]) -> list[Values]:
        """List the points, money, sacks and the yield of plantations of each seat."""
        return [
            {
                "worth": [
                    PartApart(kind, {"key": seat.key, "count": player[name]}, seat.key)
                    for kind, name in WORTH.items()
                ],
                "sacks": shown_sacks(seat.key, player["sacks"]),
                "plantations": [
                    PartApart("harvest", {"coffee": coffee, "result": one}, f"{seat.key}-{coffee}")
                    for coffee, results in view["preview"].items()
                    if grows(one := results[seat.place])
                ],
            }
            for seat, player in zip(seats, view["players"], strict=True)
        ]

    def description(
        self, view: Values, seats: Sequence[Sitting], words: Wording
    ) -> list[BoardSection]:
        return description(view, seats, words)

    def icon_of(self, move: Values) -> Icon | None:
        return icon_of(move)


BOARD = GuatemalaCafeBoard()
