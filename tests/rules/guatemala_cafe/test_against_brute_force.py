"""Scorings and places, computed a second time from the raw figures of boards.json.

Nothing of the package's geometry is used here: connections are found by joining raw edges until
nothing changes, places by asking the rule of every single cell and site.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import guatemala_cafe
from games.rules.core.interface import Position, Seat
from games.rules.core.play import advance, play, start
from games.rules.guatemala_cafe import rules
from games.rules.guatemala_cafe.components import COLOURS, FIELD_INDEX, PIECES, SACK_FIELDS
from games.rules.guatemala_cafe.moves import (
    Announce,
    Decline,
    PickCrossing,
    PickRegion,
    PlaceHut,
    PlaceRoad,
    PlaceShip,
    PlaceWorker,
)
from games.rules.guatemala_cafe.state import Hut, Options, State
from tests.examples import examples

RAW = json.loads(Path(guatemala_cafe.__file__).with_name("boards.json").read_text())
SIDE_OF = {2: RAW["plantation_2"], 3: RAW["plantation_3_4"], 4: RAW["plantation_3_4"]}
PIERS = RAW["prices"]["piers"]
PER_WORKER = {0: 1, 1: 2, 2: 3, 3: 4}  # clause 1.3, as a table


# raw geometry


def closed(players: int) -> dict[str, list[str]]:
    nothing: dict[str, list[str]] = {"paths": [], "harbours": [], "hut_sites": []}
    return SIDE_OF[players].get("closed_with_3_players", nothing) if players == 3 else nothing


def raw_edges(players: int) -> list[str]:
    side = SIDE_OF[players]
    if side["road_mode"] == "preset":
        paths = [path for path in side["paths"] if path["id"] not in closed(players)["paths"]]
        return [edge for path in paths for edge in path["edges"]]
    return [f"v{x},{y}" for x in range(1, 13) for y in range(12)] + [
        f"h{x},{y}" for x in range(13) for y in range(1, 12)
    ]


def raw_ends(edge: str) -> list[tuple[int, int]]:
    x, y = map(int, edge[1:].split(","))
    return [(x, y), (x, y + 1)] if edge[0] == "v" else [(x, y), (x + 1, y)]


def raw_sites(players: int) -> dict[str, dict[str, Any]]:
    shut = closed(players)["hut_sites"]
    return {site["id"]: site for site in SIDE_OF[players]["hut_sites"] if site["id"] not in shut}


def raw_harbours(players: int) -> dict[str, tuple[int, int]]:
    shut = closed(players)["harbours"]
    return {
        harbour["id"]: tuple(harbour["vertex"])
        for harbour in SIDE_OF[players]["harbours"]
        if harbour["id"] not in shut
    }


def raw_entrances(players: int, site: str) -> set[str]:
    row, col = raw_sites(players)[site]["cell"]
    around = {
        "N": f"h{col},{row}",
        "S": f"h{col},{row + 1}",
        "W": f"v{col},{row}",
        "E": f"v{col + 1},{row}",
    }
    return {around[name] for name in raw_sites(players)[site]["entrances"]}


def raw_connected(players: int, site: str, roads: set[str]) -> set[str]:
    """Crossings reached from the entrances, grown edge by edge until nothing changes."""
    reached = {end for edge in raw_entrances(players, site) & roads for end in raw_ends(edge)}
    grown = True
    while grown:
        grown = False
        for edge in roads:
            ends = set(raw_ends(edge))
            if ends & reached and not ends <= reached:
                reached |= ends
                grown = True
    return {name for name, vertex in raw_harbours(players).items() if vertex in reached}


# scorings


class Scene:
    """A random plantation board, with as many connections as chance and crowded roads allow."""

    def __init__(self, players: int, seed: int) -> None:
        self.players, self.chance = players, random.Random(seed)
        self.position: Position[State] = start(rules, players, Options(), f"{seed}").position
        self.state = self.position.state
        self.state.active, self.state.phase = 0, "action"
        fields = [field for field, colour in SACK_FIELDS.items() if colour in COLOURS]
        self.field = self.chance.choice(fields)
        self.colour = SACK_FIELDS[self.field]
        self.state.buyer = int(self.field.split(",")[1])
        self.build_huts()
        self.lay_roads()
        self.place_workers()
        self.place_ships()

    def lay_roads(self) -> None:
        """Two players: staircases from huts to harbours; else whole paths with a gap or two."""
        if self.players == 2:
            roads: list[str] = []
            for _ in range(4):
                way = self.staircase()
                if len(set(roads) | set(way)) <= 50:
                    roads += way
        else:
            paths = [list(path["edges"]) for path in SIDE_OF[self.players]["paths"]]
            self.chance.shuffle(paths)
            roads = [edge for path in paths for edge in path if edge in raw_edges(self.players)]
            roads = roads[:50]
        roads = [edge for edge in dict.fromkeys(roads) if self.chance.random() < 0.97]
        self.state.roads = {edge: f"r{number}" for number, edge in enumerate(roads, start=1)}

    def staircase(self) -> list[str]:
        """A way down from a hut of the colour to some harbour, by inner edges only."""
        hut = self.chance.choice([p.huts[self.colour] for p in self.state.players])
        edge = self.chance.choice(sorted(raw_entrances(2, hut.site) & set(raw_edges(2))))
        goal, _ = self.chance.choice(list(raw_harbours(2).values()))
        way, (x, y) = [edge], raw_ends(edge)[0]
        x = min(max(x, 1), 12)
        while y < 12:
            if x != goal and (y == 11 or (y > 0 and self.chance.random() < 0.5)):
                step = 1 if goal > x else -1
                way.append(f"h{min(x, x + step)},{y}")
                x += step
            else:
                way.append(f"v{x},{y}")
                y += 1
        return way

    def build_huts(self) -> None:
        sites = list(raw_sites(self.players))
        self.chance.shuffle(sites)
        for colour in COLOURS:
            for number, seat in enumerate(self.chance.sample(range(self.players), 2)):
                self.state.players[seat].huts[colour] = Hut(f"h?{number}", sites.pop())

    def place_workers(self) -> None:
        cells = [f"{row},{col}" for row in range(12) for col in range(13)]
        self.chance.shuffle(cells)
        for colour in COLOURS:
            for seat in range(self.players):
                for number in range(self.chance.randrange(4)):
                    self.state.players[seat].workers[colour][cells.pop()] = f"w?{number}"

    def place_ships(self) -> None:
        ships = [piece for piece in PIECES if piece[0] == "s"]
        self.chance.shuffle(ships)
        for lying in self.state.harbours.values():
            lying.extend(ships.pop() for _ in range(self.chance.randrange(4)))

    def expected_points(self) -> list[int]:
        points = []
        for player in self.state.players:
            hut = player.huts.get(self.colour)
            if hut is None:
                points.append(0)
                continue
            harbours = raw_connected(self.players, hut.site, set(self.state.roads))
            lying = [ship for harbour in harbours for ship in self.state.harbours[harbour]]
            ships = [PIECES[ship].colour for ship in lying].count(self.colour)
            points.append(len(player.workers[self.colour]) * PER_WORKER[ships])
        return points

    def expected_ships(self) -> dict[str, list[str]]:
        used = set()
        for player, points in zip(self.state.players, self.expected_points(), strict=True):
            if points:
                site = player.huts[self.colour].site
                used |= raw_connected(self.players, site, set(self.state.roads))
        left = {harbour: list(ships) for harbour, ships in self.state.harbours.items()}
        for harbour in used:
            for ship in left[harbour]:
                if PIECES[ship].colour == self.colour:
                    left[harbour].remove(ship)
                    break
        return left

    def score(self) -> State:
        step = play(rules, self.position, 0, Announce(self.field, self.colour))
        while step.position.state.phase == "blockade":
            step = play(rules, step.position, step.decisions[0].seat, Decline())
        return step.position.state


@pytest.mark.parametrize("players", [2, 3, 4])
@given(seed=st.integers(0, 10**9))
@examples(60)
def test_a_scoring_is_what_brute_force_says(players: int, seed: int) -> None:
    scene = Scene(players, seed)
    preview = rules.view(scene.state, None).preview[scene.colour]
    after = scene.score()
    assert [player.points for player in after.players] == scene.expected_points()
    assert [result.points for result in preview] == scene.expected_points()
    assert after.harbours == scene.expected_ships()
    lying = sum(map(len, scene.state.harbours.values()))
    assert len(after.box) == lying - sum(map(len, after.harbours.values()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_random_boards_are_worth_scoring(players: int) -> None:
    """Many of these boards have connections, several harbours, and ships that leave."""
    scenes = [Scene(players, seed) for seed in range(60)]
    workers = [
        [len(player.workers[scene.colour]) for player in scene.state.players] for scene in scenes
    ]
    raised = [
        scene
        for scene, counts in zip(scenes, workers, strict=True)
        if any(
            points > count for points, count in zip(scene.expected_points(), counts, strict=True)
        )
    ]
    assert len(raised) >= 6
    assert sum(scene.expected_ships() != scene.state.harbours for scene in scenes) == len(raised)


# places


def raw_neighbours(cell: str) -> set[str]:
    row, col = map(int, cell.split(","))
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return {f"{r},{c}" for r, c in around if 0 <= r < 12 and 0 <= c < 13}


def plantation(state: State, seat: Seat, colour: str) -> set[str]:
    player = state.players[seat]
    cells = set(player.workers[colour])
    if colour in player.huts:
        row, col = raw_sites(len(state.players))[player.huts[colour].site]["cell"]
        cells.add(f"{row},{col}")
    return cells


def may_stand(state: State, seat: Seat, colour: str, cell: str) -> bool:
    """Whether a piece of this colour may stand on this cell as far as neighbours go."""
    for other in range(len(state.players)):
        if other != seat and raw_neighbours(cell) & plantation(state, other, colour):
            return False
    own = plantation(state, seat, colour)
    return not own or bool(raw_neighbours(cell) & own)


def expected_workers(state: State, seat: Seat, colour: str) -> set[PlaceWorker]:
    side = SIDE_OF[len(state.players)]
    shut = {"{},{}".format(*site["cell"]) for site in side["hut_sites"]}
    taken = {cell for p in state.players for group in p.workers.values() for cell in group}
    moves = set()
    for row in range(12):
        for col in range(13):
            cell = f"{row},{col}"
            region = RAW["region_legend"][side["region_of_cell"][row][col]]
            cost = RAW["prices"][region]["worker"]
            if (
                cell not in shut | taken
                and cost <= state.players[seat].money
                and may_stand(state, seat, colour, cell)
            ):
                moves.add(PlaceWorker(cell, cost))
    return moves


def expected_huts(state: State, seat: Seat, colour: str) -> set[PlaceHut]:
    if colour in state.players[seat].huts:
        return set()
    built = {hut.site for player in state.players for hut in player.huts.values()}
    return {
        PlaceHut(name, site["price"])
        for name, site in raw_sites(len(state.players)).items()
        if name not in built
        and site["price"] <= state.players[seat].money
        and may_stand(state, seat, colour, "{},{}".format(*site["cell"]))
    }


def expected_ships(state: State, seat: Seat) -> set[PlaceShip]:
    free = {name: PIERS[len(state.harbours[name]) :] for name in raw_harbours(len(state.players))}
    money = state.players[seat].money
    return {
        PlaceShip(name, piers[0]) for name, piers in free.items() if piers and piers[0] <= money
    }


def expected_places(state: State, seat: Seat, piece: str) -> set[Any]:
    colour = PIECES[piece].colour
    match PIECES[piece].kind:
        case "worker" if colour:
            return expected_workers(state, seat, colour)
        case "hut" if colour:
            return expected_huts(state, seat, colour)
        case "ship":
            return expected_ships(state, seat)
    edges = set(raw_edges(len(state.players))) - set(state.roads)
    if state.crossing:
        here = tuple(map(int, state.crossing.split(",")))
        return {PlaceRoad(edge) for edge in edges if here in raw_ends(edge)}
    if len(state.players) > 2:
        return {PlaceRoad(edge) for edge in edges}
    return {PlaceRoad(edge) for edge in edges}


def expected_question(state: State, seat: Seat, piece: str) -> set[Any]:
    """The places for a piece, or about where first, if it could go anywhere."""
    places = expected_places(state, seat, piece)
    colour = PIECES[piece].colour
    if PIECES[piece].kind == "worker" and colour and not plantation(state, seat, colour):
        regions = {raw_region(state, place.cell): place.cost for place in places}
        if state.region is None and len(regions) > 1:
            return {PickRegion(region, cost) for region, cost in regions.items()}
        wanted = state.region or next(iter(regions))
        return {place for place in places if raw_region(state, place.cell) == wanted}
    if PIECES[piece].kind == "road" and len(state.players) == 2 and not state.crossing:
        return {raw_way(place.edge) for place in places}
    return places


def raw_region(state: State, cell: str) -> str:
    row, col = map(int, cell.split(","))
    letter = SIDE_OF[len(state.players)]["region_of_cell"][row][col]
    region: str = RAW["region_legend"][letter]
    return region


def raw_way(edge: str) -> PickCrossing | PlaceRoad:
    """How an edge is asked for with two players: by its dark end, if that is no rim."""
    (x, y) = next((x, y) for x, y in raw_ends(edge) if (x + y) % 2 == 0)
    inner = 0 < x < 13 and 0 < y < 12
    return PickCrossing(f"{x},{y}") if inner else PlaceRoad(edge)


@pytest.mark.parametrize("players", [2, 3, 4])
@given(seed=st.integers(0, 10**9))
@examples(8)
def test_places_and_pieces_offered_are_what_brute_force_says(players: int, seed: int) -> None:
    """Along a random game: exactly the right places for a piece, and every piece with a place."""
    chance = random.Random(seed)
    step = start(rules, players, Options(), f"{seed}")
    while step.decisions:
        state, decision = step.position.state, chance.choice(step.decisions)
        if state.phase == "place":
            assert state.holding is not None
            expected = expected_question(state, decision.seat, state.grid[state.holding])
            assert set(decision.moves) == expected
        elif state.phase in ("action", "build") and chance.random() < 0.2:
            kind, number = RAW["cultivation"]["buyer_track"][state.buyer]
            line = [f"{number},{i}" if kind == "row" else f"{i},{number}" for i in range(9)]
            pieces = {field: state.grid[FIELD_INDEX[field]] for field in line}
            useful = {
                field
                for field, piece in pieces.items()
                if piece and piece[0] != "S" and expected_places(state, decision.seat, piece)
            }
            if state.phase == "action":
                useful |= {field for field, piece in pieces.items() if piece.startswith("S")}
            offered = {getattr(move, "field", None) for move in decision.moves} - {None}
            assert offered == useful
        move = chance.choice(decision.moves)
        step = advance(rules, step.position, decision.seat, move, step.decisions)
