"""Port Royal at a chosen position: legal states built from a started game, moves by the door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pytest

from games.rules.core.codec import copy_position
from games.rules.core.effects import Event
from games.rules.core.interface import Decision, IllegalMove, Move, Seat
from games.rules.core.play import play, start
from games.rules.port_royal import rules
from games.rules.port_royal.components import CARDS, CUBES
from games.rules.port_royal.moves import (
    Accept,
    Forgo,
    Fulfil,
    Gift,
    Hire,
    Pass,
    Repel,
    Reveal,
    Send,
    Stop,
    Trade,
)
from games.rules.port_royal.state import Contract, Options, State, Turn, Turned

MANY_SWORDS = ("pirate_1", "pirate_2", "pirate_3", "sailor_1")  # seven: all but skulls


class Table:
    """Seat 0 starts and is active. Everybody has three coins, nobody a person, nothing lies out."""

    def __init__(
        self,
        players: int = 2,
        expansion: Literal["none", "cards", "contracts"] = "none",
        *,
        contracts: Sequence[str] = (),
        seed: str = "table",
    ) -> None:
        if contracts:
            expansion = "contracts"
        self.position = start(rules, players, Options(expansion), seed).position
        self.state.start = self.state.acting = 0
        self.state.turn = Turn(1, 0)
        if expansion == "contracts":
            self.state.contracts = [Contract(name, [], [0] * players) for name in contracts]
        self.upcoming: tuple[str, ...] = ()
        self.events: tuple[Event, ...] = ()
        self.log: list[Event] = []
        self.ready = False

    @property
    def state(self) -> State:
        return self.position.state

    # Building

    def find(self, face: str) -> int:
        """A card with this face, taken from the pile, or from a coin whose place is filled up."""
        state = self.state
        for card in state.draw:
            if CARDS[card].face == face:
                state.draw.remove(card)
                return card
        for player in state.players:
            for index, card in enumerate(player.coins):
                if CARDS[card].face == face:
                    player.coins[index] = state.draw.pop(0)
                    return card
        raise LookupError(f"no {face} is left")

    def deal(self, seat: Seat, *persons: str, coins: int | None = None) -> Table:
        """Persons into the display of a seat, and its number of coins."""
        player = self.state.players[seat]
        player.persons += [self.find(face) for face in persons]
        while coins is not None and len(player.coins) < coins:
            player.coins.append(self.state.draw.pop(0))
        while coins is not None and len(player.coins) > coins:
            self.state.draw.insert(0, player.coins.pop())
        return self

    def coin_faces(self, seat: Seat, *faces: str) -> Table:
        """The seat's coins are these cards, the oldest first."""
        self.deal(seat, coins=0)
        self.state.players[seat].coins = [self.find(face) for face in faces]
        return self

    def fulfilled(self, seat: Seat, *faces: str) -> Table:
        """Expeditions into the display of a seat."""
        self.state.players[seat].expeditions += [self.find(face) for face in faces]
        return self

    def pack(self, seat: Seat, *faces: str) -> Table:
        """Ships kept for Pack of Pirates."""
        self.state.players[seat].pack += [self.find(face) for face in faces]
        return self

    def harbour(self, *faces: str) -> Table:
        """Cards turned up in this turn that lie in the harbour."""
        for face in faces:
            card = self.find(face)
            self.state.harbour.append(card)
            self.state.turn.cards.append(Turned(card, "harbour"))
        return self

    def row(self, *faces: str) -> Table:
        """Expeditions nobody has fulfilled yet."""
        self.state.row += [self.find(face) for face in faces]
        return self

    def active(self, seat: Seat) -> Table:
        """It is this seat's turn."""
        self.state.turn.active = self.state.acting = seat
        return self

    def next(self, *faces: str) -> Table:
        """The next cards of the pile, in this order."""
        self.upcoming = faces
        return self

    def discarded(self, *faces: str) -> Table:
        """Cards of the discard pile."""
        self.state.discard += [self.find(face) for face in faces]
        return self

    def hoard(self, seat: Seat, leave: int = 0) -> Table:
        """The whole pile but this many cards becomes coins of a seat."""
        draw = self.state.draw
        self.state.players[seat].coins += draw[leave:]
        del draw[leave:]
        return self

    def done(self, contract: str, *seats: Seat) -> Table:
        """Contracts fulfilled earlier."""
        found = self.state.contract(contract)
        assert found
        found.done += seats
        return self

    def step(self, contract: str, seat: Seat, step: int) -> Table:
        """A cube on the track of a contract."""
        found = self.state.contract(contract)
        assert found
        found.steps[seat] = step
        return self

    def begin(self) -> Table:
        """Put the upcoming cards on top, count cubes, check that the position is legal."""
        if not self.ready:
            self.ready = True
            state = self.state
            state.draw += [self.find(face) for face in self.upcoming][::-1]
            seats = range(len(state.players))
            for seat in seats if state.contracts else ():
                out = sum((seat in c.done) + (c.steps[seat] > 0) for c in state.contracts)
                state.players[seat].cubes = CUBES - out
            state.last_round = any(state.influence(seat) >= 12 for seat in seats)
            rules.check(state)
        return self

    # Asking

    @property
    def decision(self) -> Decision:
        self.begin()
        (decision,) = rules.pending(self.state)
        return decision

    @property
    def asked(self) -> tuple[Seat, str]:
        """Who is asked what."""
        return self.decision.seat, self.decision.key

    @property
    def over(self) -> bool:
        return rules.outcome(self.state) is not None

    def coins(self, seat: Seat) -> int:
        return len(self.state.players[seat].coins)

    def all_coins(self) -> list[int]:
        return [len(player.coins) for player in self.state.players]

    def persons(self, seat: Seat) -> list[str]:
        return [CARDS[card].face for card in self.state.players[seat].persons]

    def faces(self, cards: Sequence[int]) -> list[str]:
        return [CARDS[card].face for card in cards]

    def facts(self, name: str) -> list[Mapping[str, Any]]:
        """The events of this name that the latest move led to."""
        return [event.public for event in self.events if event.name == name]

    def fact(self, name: str) -> Mapping[str, Any]:
        """The only one of them."""
        (facts,) = self.facts(name)
        return facts

    def names(self) -> list[str]:
        """The names of the events of the latest move."""
        return [event.name for event in self.events]

    def offers(self, kind: type[Move], face: str | None = None) -> bool:
        """Whether such a move is legal now, with a card of this face."""
        return any(
            isinstance(move, kind) and face in (None, CARDS[getattr(move, "card", 0)].face)
            for move in self.decision.moves
        )

    # Moving

    def play(self, move: Move, seat: Seat | None = None) -> Table:
        """A move by the seat that is asked, or by another one."""
        decision = self.decision
        step = play(rules, self.position, decision.seat if seat is None else seat, move)
        self.position, self.events, self.barrier = step.position, step.events, step.barrier
        self.log += step.events
        rules.check(self.state)
        return self

    def refuses(self, move: Move, seat: Seat | None = None) -> None:
        """The move is illegal, and trying it changes nothing."""
        asked = self.decision.seat if seat is None else seat
        before = copy_position(rules, self.position)
        with pytest.raises(IllegalMove):
            play(rules, self.position, asked, move)
        assert self.position == before

    def _move(self, kind: type[Move], face: str) -> Move:
        for move in self.decision.moves:
            if isinstance(move, kind) and CARDS[getattr(move, "card", 0)].face == face:
                return move
        raise LookupError(f"no {kind.__name__} of {face} among {self.decision.moves}")

    def reveal(self, times: int = 1) -> Table:
        for _ in range(times):
            self.play(Reveal())
        return self

    def stop(self) -> Table:
        return self.play(Stop())

    def repel(self) -> Table:
        return self.play(Repel())

    def accept(self) -> Table:
        return self.play(Accept())

    def trade(self, face: str) -> Table:
        return self.play(self._move(Trade, face))

    def forgo(self, face: str) -> Table:
        return self.play(self._move(Forgo, face))

    def hire(self, face: str) -> Table:
        return self.play(self._move(Hire, face))

    def fulfil(self, face: str) -> Table:
        return self.play(self._move(Fulfil, face))

    def send(self, *persons: str) -> Table:
        return self.play(Send(persons))

    def gift(self, seat: Seat) -> Table:
        return self.play(Gift(seat))

    def done_taking(self) -> Table:
        return self.play(Pass())
