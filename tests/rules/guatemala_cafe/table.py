"""Positions of Guatemala Café for tests: a started game, pieces moved about, every piece kept."""

from __future__ import annotations

import collections
from typing import Any, Self

from games.rules.core.interface import Move, Seat
from games.rules.guatemala_cafe import rules
from games.rules.guatemala_cafe.components import (
    COLOURS,
    FIELD_INDEX,
    LETTER,
    LINES,
    PIECES,
    ROADS,
    WORKER_PRICE,
)
from games.rules.guatemala_cafe.moves import (
    DECLINE,
    Announce,
    PickRegion,
    TakeHut,
    TakeRoad,
    TakeShip,
    TakeWorker,
)
from games.rules.guatemala_cafe.state import Hut, Options, State
from tests.rules.played_table import PlayedTable

TAKES = {"worker": TakeWorker, "hut": TakeHut, "ship": TakeShip}
ROW_3 = 12  # a space that marks row 3, where no sack lies
ROW_7 = 16  # row 7, with the sack field 7,5


class Table(PlayedTable[State]):
    """A game in the fixed set-up, in which seat 0 is about to move the buyer."""

    rules = rules

    def __init__(self, players: int = 3, **options: Any) -> None:
        super().__init__(players, Options(**{"setup": "fixed", **options}))
        self.state.active = 0

    def score(self, seat: Seat, points: int) -> Self:
        """The seat has so many points, from some colour or other."""
        player = self.state.players[seat]
        player.points, player.scored = points, {"black": points} if points else {}
        return self

    # placing pieces

    def at(self, space: int, *, money: int | None = None) -> Self:
        """The buyer has just moved here; seat 0 is to act."""
        self.state.buyer = space
        self.state.phase = "action"
        if money is not None:
            self.state.players[self.state.active].money = money
        return self

    def find(self, kind: str, colour: str) -> int:
        """The index of a field with such a piece, if possible not in the marked line."""
        marked = LINES[self.state.buyer]
        indices = sorted(range(len(self.state.grid)), key=lambda index: (index in marked, -index))
        for index in indices:
            piece = self.state.grid[index]
            if piece and (PIECES[piece].kind, PIECES[piece].colour) == (kind, colour):
                return index
        raise LookupError(f"no {colour} {kind} is left")

    def pull(self, kind: str, colour: str) -> str:
        """Such a piece, off the cultivation board."""
        index = self.find(kind, colour)
        piece, self.state.grid[index] = self.state.grid[index], ""
        return piece

    def hut(self, seat: Seat, colour: str, site: str) -> Self:
        self.state.players[seat].huts[colour] = Hut(self.pull("hut", colour), site)
        return self

    def workers(self, seat: Seat, colour: str, *cells: str) -> Self:
        for cell in cells:
            self.state.players[seat].workers[colour][cell] = self.pull("worker", colour)
        return self

    def ships(self, harbour: str, *colours: str) -> Self:
        for colour in colours:
            self.state.harbours[harbour].append(self.pull("ship", colour))
        return self

    def roads(self, *edges: str) -> Self:
        for edge in edges:
            self.state.roads[edge] = self._new_road()
        return self

    def _new_road(self) -> str:
        self.state.supply -= 1
        return f"r{ROADS - self.state.supply}"

    def lay(self, field: str, kind: str, colour: str) -> Self:
        """Such a piece lies on this field; it changes places with what lay there."""
        grid, here = self.state.grid, FIELD_INDEX[field]
        there = self.find(kind, colour)
        grid[there], grid[here] = grid[here], grid[there]
        return self

    def empty(self, field: str) -> Self:
        """Nothing lies on this field: a ship changed places with the piece, and left the game."""
        for colour in COLOURS:
            try:
                self.lay(field, "ship", colour)
            except LookupError:
                continue
            ship = self.state.grid[FIELD_INDEX[field]]
            self.state.grid[FIELD_INDEX[field]] = ""
            self.state.box.append(ship)
            return self
        raise LookupError("no ship is left")

    def road_on(self, field: str) -> Self:
        """A road lies on this field, as after a turn in which it was emptied."""
        self.empty(field)
        self.state.grid[FIELD_INDEX[field]] = self._new_road()
        return self

    def supply(self, left: int) -> Self:
        """So many roads are left; the others lie far from the marked line or on the board."""
        for edge in self.state.board.edges:
            if self.state.supply > left and edge not in self.state.roads:
                self.roads(edge)
        assert self.state.supply == left
        return self

    # sacks

    def hand(self, seat: Seat, **sacks: int) -> Self:
        """Seat holds exactly these sacks, by exchange with the bag or else the others."""
        player = self.state.players[seat]
        for colour in COLOURS:
            while player.sacks[colour] > sacks.get(colour, 0):
                player.sacks[colour] -= 1
                self.state.bag.append(colour)
            while player.sacks[colour] < sacks.get(colour, 0):
                self._hidden_sack(colour, spared=seat)
                player.sacks[colour] += 1
        return self

    def _hidden_sack(self, colour: str, spared: Seat | None = None) -> None:
        if colour in self.state.bag:
            self.state.bag.remove(colour)
            return
        for seat, player in reversed(list(enumerate(self.state.players))):
            if seat != spared and player.sacks[colour]:
                player.sacks[colour] -= 1
                return
        raise LookupError(f"no hidden {colour} sack is left")

    def _new_sack(self, colour: str) -> str:
        lying = [
            *self.state.track,
            *(piece for piece in self.state.grid if piece and PIECES[piece].kind == "sack"),
        ]
        return f"S{LETTER[colour]}{1 + sum(PIECES[sack].colour == colour for sack in lying)}"

    def track(self, *colours: str) -> Self:
        """Sacks of these colours come from the bag or hands onto the track."""
        for colour in colours:
            self._hidden_sack(colour)
            self.state.track.append(self._new_sack(colour))
        return self

    def fill_track(self, count: int) -> Self:
        """So many sacks lie on the track, from the bag and hands, seat 0's last."""
        while len(self.state.track) < count:
            held = collections.Counter(self.state.bag)
            for player in self.state.players[1:]:
                held.update(player.sacks)
            if not held.total():
                held.update(self.state.players[0].sacks)
            self.track(held.most_common(1)[0][0])
        return self

    def spend(self, field: str) -> Self:
        """The sack of this field lies on the track, and was not replaced."""
        index = FIELD_INDEX[field]
        self.state.track.append(self.state.grid[index])
        self.state.grid[index] = ""
        return self

    def empty_bag(self) -> Self:
        """The sacks of the bag lie on the track."""
        return self.track(*list(self.state.bag))

    # playing

    @property
    def spots(self) -> set[str | None]:
        """The spots of all moves that can be played now."""
        return {move.spot for move in self.moves()}

    def take(self, field: str) -> Move:
        """The move that takes what lies on this field."""
        piece = PIECES[self.state.grid[FIELD_INDEX[field]]]
        if piece.colour is None:
            return TakeRoad(field)
        return TAKES[piece.kind](field, piece.colour)

    def places(self, field: str) -> set[str | None]:
        """The spots where the piece of this field could go; none if it cannot be taken.

        Those of a first worker in all regions, which are asked for before.
        """
        if self.take(field) not in self.moves():
            return set()
        taken = self.copy().play(self.take(field))
        if taken.decision.key == "region":
            picked = [taken.copy().play(move) for move in taken.moves()]
            assert all(table.decision.key == "place_worker" for table in picked)
            return {spot for table in picked for spot in table.spots}
        if taken.state.phase == "place":
            return taken.spots
        facts = taken.seen()[0]
        place = next(name for name in ("cell", "site", "harbour", "edge") if name in facts)
        return {f"{place}:{facts[place]}"}

    def build(self, field: str, spot: str) -> Self:
        """Take what lies on this field and put it on this spot, unless that happens by itself."""
        assert spot in self.places(field), f"{spot} is not offered"
        self.play(self.take(field))
        if self.decision.key == "region":
            self.pick_region_of(spot)
        if self.state.phase == "place":
            self.play(next(move for move in self.moves() if move.spot == spot))
        return self

    def pick_region_of(self, spot: str) -> Self:
        """The region of this cell is picked for a first worker."""
        region = self.state.board.region[spot.removeprefix("cell:")]
        return self.play(PickRegion(region, WORKER_PRICE[region]))

    def announce(self, field: str) -> Self:
        colour = PIECES[self.state.grid[FIELD_INDEX[field]]].colour
        assert colour is not None
        return self.play(Announce(field, colour))

    def decline_all(self) -> Self:
        """Nobody blocks the announced scoring."""
        return self.play_through("blockade", DECLINE)

    def connected(self, seat: Seat, colour: str) -> tuple[str, ...]:
        """The harbours connected with the seat's hut of this colour."""
        return self.view().preview[colour][seat].harbours

    def on(self, field: str) -> str:
        """What lies on a field: kind and colour, such as "sack brown"; "" for nothing."""
        piece = self.state.grid[FIELD_INDEX[field]]
        if not piece:
            return ""
        kind, colour = PIECES[piece].kind, PIECES[piece].colour
        return kind if colour is None else f"{kind} {colour}"

    def ships_in(self, harbour: str) -> list[str | None]:
        return [PIECES[ship].colour for ship in self.state.harbours[harbour]]
