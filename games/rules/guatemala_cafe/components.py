"""The printed matter of Guatemala Café, read from boards.json (clauses 1.1 to 1.7)."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import msgspec

Point: TypeAlias = tuple[int, int]


class Site(msgspec.Struct, frozen=True):
    """A hut site as printed; `entrances` are sides N, E, S, W of its cell."""

    id: str
    cell: Point  # row, column
    region: str
    price: int
    entrances: tuple[str, ...]
    path: str = ""


class Harbour(msgspec.Struct, frozen=True):
    """A harbour as printed, at a crossing of the coast line; `piers` are prices, cheapest first."""

    id: str
    vertex: Point  # x, y
    piers: tuple[int, ...]
    path: str = ""


class PrintedPath(msgspec.Struct, frozen=True):
    """A printed path: the edges that may carry roads."""

    id: str
    edges: tuple[str, ...]


class Closed(msgspec.Struct, frozen=True):
    """What is out of play on a side for some number of players."""

    paths: tuple[str, ...] = ()
    harbours: tuple[str, ...] = ()
    hut_sites: tuple[str, ...] = ()


class Side(msgspec.Struct, frozen=True):
    """One side of the plantation board as printed."""

    id: str
    players: tuple[int, ...]
    rows: int
    cols: int
    road_mode: str  # preset, free_interior
    region_of_cell: tuple[str, ...]
    harbours: tuple[Harbour, ...]
    hut_sites: tuple[Site, ...]
    paths: tuple[PrintedPath, ...] = ()
    closed_with_3_players: Closed = Closed()


class SackField(msgspec.Struct, frozen=True):
    """A field for a sack, and the colour laid there at the start ("random": drawn)."""

    cell: Point
    start: str


class Legend(msgspec.Struct, frozen=True):
    """What the two letters of a piece in the fixed layout stand for."""

    first: dict[str, str]
    second: dict[str, str]


class Cultivation(msgspec.Struct, frozen=True):
    """The cultivation board as printed."""

    rows: int
    cols: int
    buyer_track: tuple[tuple[str, int], ...]
    sack_fields: tuple[SackField, ...]
    token_legend: Legend
    fixed_layout: tuple[str, ...]


class RegionPrices(msgspec.Struct, frozen=True):
    """What building costs in one region, in centavos."""

    hut: int
    worker: int


class Prices(msgspec.Struct, frozen=True):
    """All prices, in centavos."""

    grey: RegionPrices
    green: RegionPrices
    yellow: RegionPrices
    road: int
    piers: tuple[int, ...]


class Printed(msgspec.Struct, frozen=True):
    """The whole of boards.json."""

    schema: str
    colours: tuple[str, ...]
    prices: Prices
    vp_track_last_field: int
    region_legend: dict[str, str]
    cultivation: Cultivation
    plantation_3_4: Side
    plantation_2: Side


class Piece(msgspec.Struct, frozen=True):
    """A wooden piece, by its name such as "wK4": the fourth black worker."""

    id: str
    kind: str  # worker, hut, ship, sack, road
    colour: str | None  # roads have none


PRINTED = msgspec.json.decode(Path(__file__).with_name("boards.json").read_bytes(), type=Printed)
COLOURS = PRINTED.colours
LETTER = {colour: letter for letter, colour in PRINTED.cultivation.token_legend.second.items()}
REGIONS = ("grey", "green", "yellow")
WORKER_PRICE: dict[str, int] = {
    region: getattr(PRINTED.prices, region).worker for region in REGIONS
}

MONEY = 15  # clause 2, step 5
INCOME = 8  # for an announced scoring, also a blocked one
FREE_STEPS = 3
FEE = 2  # for the fourth step
ITEMS = 3  # of one build
ROADS = 50
WORKERS, HUTS, SHIPS, SACKS = 9, 3, 3, 7  # of each colour
SHARE = {2: 12, 3: 8, 4: 6}  # sacks dealt to each player
BAG = 5
EARLIER = "earlier"  # the source of points scored before sources were counted
SOURCES = (*COLOURS, EARLIER)

_KINDS = {"w": ("worker", WORKERS), "h": ("hut", HUTS), "s": ("ship", SHIPS), "S": ("sack", SACKS)}
PIECES: dict[str, Piece] = {
    f"{first}{LETTER[colour]}{number + 1}": Piece(
        f"{first}{LETTER[colour]}{number + 1}", kind, colour
    )
    for first, (kind, count) in _KINDS.items()
    for colour in COLOURS
    for number in range(count)
} | {f"r{number}": Piece(f"r{number}", "road", None) for number in range(1, ROADS + 1)}

FIELDS = tuple(
    f"{row},{col}"
    for row in range(PRINTED.cultivation.rows)
    for col in range(PRINTED.cultivation.cols)
)
FIELD_INDEX = {field: index for index, field in enumerate(FIELDS)}
SACK_FIELDS: dict[str, str] = {
    f"{field.cell[0]},{field.cell[1]}": field.start for field in PRINTED.cultivation.sack_fields
}
SPACES = len(PRINTED.cultivation.buyer_track)


def line_of(space: int) -> tuple[int, ...]:
    """The indices of the fields in the line that a space of the buyer's track marks."""
    kind, number = PRINTED.cultivation.buyer_track[space]
    rows, cols = PRINTED.cultivation.rows, PRINTED.cultivation.cols
    if kind == "row":
        return tuple(range(number * cols, (number + 1) * cols))
    return tuple(range(number, rows * cols, cols))


LINES = tuple(line_of(space) for space in range(SPACES))
