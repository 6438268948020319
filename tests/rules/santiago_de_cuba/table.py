"""A table of Santiago de Cuba in a position of the test's choice, played through the door.

The board is always the same (`contract.LAYOUT`):

    road    0 harbour, 1 Martinez, 2 Maria, 3 Alonso, 4 José, 5 Pedro, 6 El Zorro, 7 Miguel,
            8 Conchita, 9 Pablo
    white   customs, harbour office, church          (Pedro, Alonso)
    blue    cigar factory, black market, bank        (Miguel, Pablo)
    yellow  distillery, café, trading office         (José, Martinez)
    red     newspaper, casino, sawmill               (Conchita, Maria)

Seat 0 is to drive from the harbour; ship 1 wants 2 sugar, 3 citrus, 1 tobacco and 1 rum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.rules.core.codec import copy_position
from games.rules.core.effects import Event
from games.rules.core.interface import Decision, IllegalMove, Move
from games.rules.core.play import Step, of_seat, play, start
from games.rules.core.texts import Wording
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.components import GOODS, PIECES, QUARTER
from games.rules.santiago_de_cuba.moves import Drive, LeaveOut
from games.rules.santiago_de_cuba.state import Options, Player, State
from games.rules.santiago_de_cuba.view import View
from tests.rules.santiago_de_cuba.contract import LAYOUT

NAMES = ("Ann", "Bo", "Cy", "Di")


class Table:
    """A started game whose state a test may rearrange, as long as it stays a legal one."""

    def __init__(self, players: int = 2, seed: str = "table", **options: Any) -> None:
        chosen = {"layout": LAYOUT, "start_player": "seat_1", **options}
        opening: Step[State] = start(rules, players, Options(**chosen), seed)
        self.step = play(rules, opening.position, players - 1, opening.decisions[0].moves[0])
        self.events: tuple[Event, ...] = ()
        self.demand(sugar=2, citrus=3, tobacco=1, rum=1)

    # Rearranging -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.step.position.state

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def settle(self) -> Table:
        """Ask again after a change by hand, and see that the position is a legal one."""
        rules.check(self.state)
        position = self.step.position
        self.step = Step(position, (), True, rules.pending(position.state))
        return self

    def hold(self, seat: int, *, pesos: int = 0, points: int = 0, **goods: int) -> Table:
        """Let a seat hold exactly this; the stock gives and takes the goods."""
        player = self.player(seat)
        player.pesos, player.points, player.sources = pesos, points, {"earlier": points}
        for good in GOODS:
            self.state.stock[good] += player.goods[good] - goods.get(good, 0)
            player.goods[good] = goods.get(good, 0)
        return self.settle()

    def stock(self, **left: int) -> Table:
        """Leave so many pieces of a good in the stock; the last seat takes all the others."""
        for good, count in left.items():
            for player in self.state.players[:-1]:
                assert player.goods[good] == 0, "say first who holds what"
            self.state.stock[good] = count  # type: ignore[index]
            self.state.players[-1].goods[good] = PIECES - count  # type: ignore[index]
        return self.settle()

    def demand(self, **dice: int) -> Table:
        """Put four dice on the ship."""
        for good, face in dice.items():
            self.state.rolled[good] = face  # type: ignore[index]
        self.state.demand = dict(dice)  # type: ignore[arg-type]
        return self.settle()

    def ship(self, number: int, value: int = 2) -> Table:
        """Let the ship of this number lie in the harbour at this value."""
        self.state.ship, self.state.value = number, value
        return self.settle()

    def car(self, stop: str) -> Table:
        """Put the car in front of somebody."""
        self.state.car = self.state.road.index(stop)  # type: ignore[arg-type]
        return self.settle()

    def pawn(self, seat: int, building: str | None) -> Table:
        """Put a pawn on a building or off the board."""
        self.player(seat).pawn = building  # type: ignore[assignment]
        return self.settle()

    def own(self, seat: int, *buildings: str) -> Table:
        """Put a seat's markers on buildings."""
        for building in buildings:
            self.state.owners[building] = seat  # type: ignore[index]
        return self.settle()

    def sleep(self, *cubans: str) -> Table:
        """Turn Cubans face down."""
        self.state.face_down = list(cubans)  # type: ignore[arg-type]
        return self.settle()

    def move_building(self, building: str, flower: str) -> Table:
        """Let a building change places with the first one under a flower."""
        spaces = self.state.buildings
        here = spaces.index(building)  # type: ignore[arg-type]
        there = QUARTER[flower].start  # type: ignore[index]
        spaces[here], spaces[there] = spaces[there], spaces[here]
        return self.settle()

    # Playing ---------------------------------------------------------------------------------

    @property
    def decisions(self) -> Sequence[Decision]:
        return self.step.decisions

    @property
    def asked(self) -> list[tuple[int, str]]:
        """Who is asked what."""
        return [(decision.seat, decision.key) for decision in self.decisions]

    def moves(self, seat: int = 0) -> list[Move]:
        """What is offered to a seat."""
        decision = of_seat(self.decisions, seat)
        return [] if decision is None else list(decision.moves)

    def play(self, seat: int, *moves: Move) -> Table:
        """Play moves of one seat; `events` then holds what all of them together led to."""
        events: list[Event] = []
        for move in moves:
            self.step = play(rules, self.step.position, seat, move)
            rules.check(self.state)
            events += self.step.events
        self.events = tuple(events)
        return self

    def drive(self, seat: int, stop: str) -> Table:
        """Drive to a stop by the shortest way."""
        return self.play(seat, self.way(seat, stop))

    def way(self, seat: int, stop: str) -> Drive:
        """The shortest drive to a stop that is offered."""
        return next(m for m in self.moves(seat) if isinstance(m, Drive) and m.stop == stop)

    def stops(self, seat: int = 0) -> list[str]:
        """Where a seat could drive to."""
        return [move.stop for move in self.moves(seat) if isinstance(move, Drive)]

    def leave_out(self, seat: int) -> Table:
        """Set the demand of a new ship in any legal way."""
        return self.play(seat, next(m for m in self.moves(seat) if isinstance(m, LeaveOut)))

    def refuses(self, seat: int, move: Move) -> bool:
        """Whether a move is refused and leaves everything as it was."""
        before = copy_position(rules, self.step.position)
        with pytest.raises(IllegalMove):
            play(rules, self.step.position, seat, move)
        return self.step.position == before

    # Looking ---------------------------------------------------------------------------------

    def seen(self, name: str, viewer: int | None = None) -> list[dict[str, Any]]:
        """The events of this name in the latest step as one viewer may read them."""
        log_open = rules.opens_log(self.state)
        return [e.seen_by(viewer, log_open=log_open) for e in self.events if e.name == name]

    def told(self, viewer: int | None = None) -> list[str]:
        """The latest step in sentences."""
        log_open = rules.opens_log(self.state)
        wording = Wording(rules.texts, NAMES)
        return [wording.event(e.seen_by(viewer, log_open=log_open)) for e in self.events]

    @property
    def names(self) -> list[str]:
        """The names of the events of the latest step."""
        return [event.name for event in self.events]

    def view(self, viewer: int | None) -> View:
        return rules.view(self.state, viewer)

    def goods(self, seat: int) -> Mapping[str, int]:
        """What a seat holds, without the zeros."""
        return {good: count for good, count in self.player(seat).goods.items() if count}
