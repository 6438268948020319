"""The board of Guatemala Café in words, for somebody who cannot see it and wants to win."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from games.page.boards import BoardSection, Sitting, Values
from games.page.boards.guatemala_cafe.hillside import runs
from games.rules.core.texts import Wording
from games.rules.guatemala_cafe.components import (
    COLOURS,
    FEE,
    FIELDS,
    FREE_STEPS,
    LINES,
    PIECES,
    PRINTED,
    REGIONS,
    SACK_FIELDS,
    SPACES,
)
from games.rules.guatemala_cafe.geometry import BOARDS, Board
from games.rules.guatemala_cafe.naming import COLUMNS

KINDS = ("sack", "hut", "ship", "worker", "road")  # in the order in which a line is told


def description(view: Values, seats: Sequence[Sitting], words: Wording) -> list[BoardSection]:
    """The turn, the two boards, what everybody has and would score, the track and the supply."""
    return [
        BoardSection(
            "turn", words.say("board.turn"), list(turn(view, words)), view["phase"] != "over"
        ),
        BoardSection("market", words.say("board.market"), list(market(view, words))),
        *(estate(view, seat, words) for seat in seats),
        BoardSection("sites", words.say("board.sites"), list(free_sites(view, words))),
        BoardSection("harbours", words.say("board.harbours"), list(harbours(view, words))),
        BoardSection("roads", words.say("board.roads"), list(roads(view, words))),
        BoardSection("land", words.say("board.land"), land(len(view["players"]), words)),
        BoardSection("track", words.say("board.track"), list(track(view, words))),
        BoardSection("supply", words.say("board.supply"), list(supply(view, words))),
    ]


def board_of(view: Values) -> Board:
    """The plantation board in use."""
    return BOARDS[len(view["players"])]


def label(piece: str, words: Wording) -> str:
    """A piece as it is told: "worker (black)", "road"."""
    kind, colour = PIECES[piece].kind, PIECES[piece].colour
    facts = {"kind": kind, "colour": colour}
    return words.say("board.piece", facts) if colour else words.word("piece", kind)


# --- The turn -------------------------------------------------------------------------------------


def turn(view: Values, words: Wording) -> Iterator[str]:
    """Whose turn it is, how far it has come, and who must still answer."""
    phase = view["phase"]
    lying = dict(zip(FIELDS, view["grid"], strict=True))
    if phase == "over":
        known = f"ending.{view['reason']}" in words.texts
        yield words.say("event.game_ended", view) if known else words.say("board.over")
        return
    announced = lying.get(view["announced"] or "")
    facts: Values = {
        "active": view["active"],
        "taken": view["taken"],
        "field": view["holding"] or view["announced"],
        "piece": label(lying[view["holding"]], words) if view["holding"] else "",
    }
    if announced:
        colour = PIECES[announced].colour or ""
        scored = {result["seat"]: result["points"] for result in view["preview"][colour]}
        facts |= {"colour": colour, "points": scored}
    yield words.say(f"board.turn.{phase}", facts)
    if view["region"]:
        yield words.say("board.turn.region", view)
    if view["crossing"]:
        yield words.say("move.PickCrossing", view)
    if view["emptied"]:
        yield words.say("board.turn.emptied", view)
    if view["asked"]:
        yield words.say("board.turn.asked", view)
    for seat, player in enumerate(view["players"]):
        if player["answered"]:
            yield words.say(f"board.turn.answered.{player['blocks']}", {"seat": seat})


# --- The cultivation board ------------------------------------------------------------------------


def market(view: Values, words: Wording) -> Iterator[str]:
    """Where the buyer is and may go, and what lies on the fields, row by row."""
    space = view["buyer"]
    here = {"space": space, "content": content(view["grid"], LINES[space], words)}
    yield words.say("board.buyer", here)
    if view["phase"] == "move":
        for steps in range(1, FREE_STEPS + 2):
            to = (space + steps) % SPACES
            facts = {"steps": steps, "fee": FEE, "to": to}
            step = words.say(
                "move.MoveBuyer.paid" if steps > FREE_STEPS else "move.MoveBuyer", facts
            )
            yield f"{step}: {content(view['grid'], LINES[to], words)}"
    columns = PRINTED.cultivation.cols
    for row in range(PRINTED.cultivation.rows):
        indices = range(row * columns, (row + 1) * columns)
        facts = {"row": row + 1, "content": content(view["grid"], indices, words)}
        yield words.say("board.row", facts)


def content(grid: Sequence[str], indices: Iterable[int], words: Wording) -> str:
    """What lies on these fields, equal pieces together: "hut (white): Q1, road: R1, S1"."""
    found: dict[str, list[str]] = {}
    for index in sorted(indices, key=lambda index: rank_of(grid[index])):
        piece, field = grid[index], FIELDS[index]
        empty = "board.empty_sack_field" if field in SACK_FIELDS else "board.empty"
        name = label(piece, words) if piece else words.say(empty)
        found.setdefault(name, []).append(words.word("field", field))
    return "; ".join(f"{name}: {', '.join(fields)}" for name, fields in found.items())


def rank_of(piece: str) -> int:
    """Where a piece comes in the telling of a line; nothing comes last."""
    return KINDS.index(PIECES[piece].kind) if piece else len(KINDS)


# --- Players and their plantations ----------------------------------------------------------------


def estate(view: Values, seat: Sitting, words: Wording) -> BoardSection:
    """What a seat has: points, money, sacks, and its plantations with what each would bring."""
    place = seat.place
    player = view["players"][place]
    told = [
        words.say("board.points", player),
        words.say("board.money", player),
        words.say("board.sacks", player),
    ]
    if player["sacks"] and player["sack_count"]:
        told.append(words.say("board.sack_colours", player))
    grown = [
        plantation(view, place, coffee, words)
        for coffee in COLOURS
        if coffee in player["huts"] or player["workers"][coffee]
    ]
    name = words.word("seat", place)
    return BoardSection(
        f"estate-{place}",
        words.say("board.estate", {"seat": place}),
        [f"{name}: {', '.join(told)}", *(grown or [words.say("board.no_plantation")])],
    )


def plantation(view: Values, place: int, coffee: str, words: Wording) -> str:
    """A plantation: hut, workers, what the hut is connected with, and what a scoring gives."""
    player, result = view["players"][place], view["preview"][coffee][place]
    told = []
    if hut := player["huts"].get(coffee):
        told.append(words.say("board.hut", hut))
    else:
        told.append(words.say("board.no_hut"))
    if cells := sorted(player["workers"][coffee], key=place_of_cell):
        told.append(words.say("board.workers", {"count": len(cells), "cells": cells}))
    if hut:
        connected = "board.connected" if result["harbours"] else "board.unconnected"
        told.append(words.say(connected, result))
    told.append(words.say("board.gives", result))
    return f"{words.word('source', coffee)}: {'; '.join(told)}"


def place_of_cell(cell: str) -> tuple[int, int]:
    """Row and column of a cell, to sort by."""
    row, _, col = cell.partition(",")
    return int(row), int(col)


# --- The plantation board -------------------------------------------------------------------------


def free_sites(view: Values, words: Wording) -> Iterator[str]:
    """The sites on which a hut may still be built: price, region and entrances."""
    board = board_of(view)
    built = {hut["site"] for player in view["players"] for hut in player["huts"].values()}
    for name, site in board.sites.items():
        if name not in built:
            edges = ", ".join(edge_name(edge, words) for edge in board.entrances[name])
            facts = {"site": name, "price": site.price, "region": site.region, "edges": edges}
            yield words.say("board.site", facts)
    if len(built) == len(board.sites):
        yield words.say("board.no_site")


def harbours(view: Values, words: Wording) -> Iterator[str]:
    """What lies at the piers of each harbour, and what its cheapest free one costs."""
    for name, harbour in board_of(view).harbours.items():
        ships = view["harbours"][name]
        told = ", ".join(label(ship, words) for ship in ships) or words.say("board.no_ship")
        free = harbour.piers[len(ships) :]
        rest = words.say("board.pier", {"price": free[0]}) if free else words.say("board.no_pier")
        coast = edge_name(f"v{harbour.vertex[0]},{harbour.vertex[1] - 1}", words)
        facts = {"harbour": name, "coast": coast, "ships": told, "rest": rest}
        yield words.say("board.harbour", facts)


def edge_name(edge: str, words: Wording) -> str:
    """An edge by the cells on both sides of it: "E9/F9"."""
    return words.say("board.edge", {"edge": edge})


def roads(view: Values, words: Wording) -> Iterator[str]:
    """Where roads lie: along the printed paths, or joined with one another where all is free."""
    board = board_of(view)
    laid = view["roads"]
    if board.side.road_mode == "preset":
        harbour_of = {harbour.path: harbour.id for harbour in board.side.harbours}
        for path in board.side.paths:
            if path.edges[0] in board.edge_bit:
                facts = {
                    "harbour": harbour_of[path.id],
                    "laid": edges_told((edge for edge in path.edges if edge in laid), words),
                    "open": edges_told((edge for edge in path.edges if edge not in laid), words),
                }
                yield words.say("board.path", facts)
        return
    alone = []
    for joined in networks(board, laid):
        ends = sorted({board.coast[edge] for edge in joined if edge in board.coast})
        if not ends and len(joined) == 1:
            alone += joined
            continue
        key = "board.network.coast" if ends else "board.network"
        yield words.say(key, {"roads": edges_told(joined, words), "harbours": ends})
    if alone:
        yield words.say("board.network.single", {"roads": edges_told(alone, words)})
    if not laid:
        yield words.say("board.no_road")


def edges_told(edges: Iterable[str], words: Wording) -> str:
    """The names of edges, or a word for none."""
    return ", ".join(edge_name(edge, words) for edge in edges) or words.say("board.none")


def networks(board: Board, laid: Mapping[str, str]) -> Iterator[list[str]]:
    """Roads that are joined without a gap, in the order of the board's edges."""
    left = dict.fromkeys(edge for edge in board.edges if edge in laid)
    while left:
        found = [next(iter(left))]
        del left[found[0]]
        for edge in found:
            for other in board.joined[edge]:
                if other in left:
                    del left[other]
                    found.append(other)
        yield found


def land(players: int, words: Wording) -> list[str]:
    """What a worker costs in each region, and which cells belong to it."""
    return [
        words.say("board.region", {"help": words.say(f"help.region.{name}"), "cells": cells})
        for name, cells in regions_told(players).items()
    ]


@functools.cache
def regions_told(players: int) -> dict[str, str]:
    """The cells of each region by rows and columns: "1–3: A–N; 4: A–E, G"."""
    board = BOARDS[players]
    return {name: "; ".join(rows_told(board, name)) for name in REGIONS}


def rows_told(board: Board, region: str) -> Iterator[str]:
    """The cells of a region; rows with the same columns are told together."""
    letter = next(key for key, name in PRINTED.region_legend.items() if name == region)
    columns_in = [
        ", ".join(
            span(COLUMNS[first], COLUMNS[first + long - 1])
            for first, long in runs([n for n, one in enumerate(row) if one == letter])
        )
        for row in board.side.region_of_cell
    ]
    for columns, rows in groupby(enumerate(columns_in, start=1), key=lambda row: row[1]):
        numbers = [number for number, _ in rows]
        if columns:
            yield f"{span(str(numbers[0]), str(numbers[-1]))}: {columns}"


def span(first: str, last: str) -> str:
    """The first and the last, or the only one."""
    return first if first == last else f"{first}–{last}"


# --- Track and supply -----------------------------------------------------------------------------


def track(view: Values, words: Wording) -> Iterator[str]:
    """The sacks on the point track from its end on, and the field that ends the game."""
    length, goal = view["options"]["track_length"], view["last_sack_field"]
    if goal is None:
        yield words.say("board.track.empty", {"length": length})
        return
    hidden = words.say("board.face_down")
    sacks = [
        f"{length - nth} {words.word('colour', PIECES[sack].colour) if sack else hidden}"
        for nth, sack in enumerate(view["track"])
    ]
    yield words.say("board.track.sacks", {"count": len(sacks), "sacks": sacks})
    yield words.say("board.track.ended" if view["phase"] == "over" else "board.track.goal",
                    {"field": goal})  # fmt: skip


def supply(view: Values, words: Wording) -> Iterator[str]:
    """What is left of roads and of sacks in the bag, and which ships have left for good."""
    yield words.say("board.supply.roads", view)
    yield words.say("board.supply.bag", view)
    if view["bag_sacks"]:
        yield words.say("board.supply.bag_sacks", view)
    if view["box"]:
        ships = ", ".join(label(ship, words) for ship in view["box"])
        yield words.say("board.supply.box", {"ships": ships})
