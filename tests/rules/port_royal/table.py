"""Port Royal at a chosen position: legal states built from a started game, moves by the door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Self

from games.rules.core.interface import Move, Seat
from games.rules.port_royal import rules
from games.rules.port_royal.components import CARDS, CUBES
from games.rules.port_royal.moves import (
    Forgo,
    Fulfil,
    Hire,
    Pass,
    Repel,
    Reveal,
    Stop,
    Trade,
)
from games.rules.port_royal.state import Contract, Options, State, Turn, Turned
from tests.rules.played_table import M, PlayedTable

MANY_SWORDS = ("pirate_1", "pirate_2", "pirate_3", "sailor_1")  # seven: all but skulls


class Table(PlayedTable[State]):
    """Seat 0 starts and is active. Everybody has three coins, nobody a person, nothing lies out."""

    rules = rules

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
        super().__init__(players, Options(expansion), seed)
        self.state.start = self.state.acting = 0
        self.state.turn = Turn(1, 0)
        if expansion == "contracts":
            self.state.contracts = [Contract(name, [], [0] * players) for name in contracts]
        self.upcoming: tuple[str, ...] = ()
        self.ready = False

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

    def deal(self, seat: Seat, *persons: str, coins: int | None = None) -> Self:
        """Persons into the display of a seat, and its number of coins."""
        player = self.state.players[seat]
        player.persons += [self.find(face) for face in persons]
        while coins is not None and len(player.coins) < coins:
            player.coins.append(self.state.draw.pop(0))
        while coins is not None and len(player.coins) > coins:
            self.state.draw.insert(0, player.coins.pop())
        return self

    def coin_faces(self, seat: Seat, *faces: str) -> Self:
        """The seat's coins are these cards, the oldest first."""
        self.deal(seat, coins=0)
        self.state.players[seat].coins = [self.find(face) for face in faces]
        return self

    def fulfilled(self, seat: Seat, *faces: str) -> Self:
        """Expeditions into the display of a seat."""
        self.state.players[seat].expeditions += [self.find(face) for face in faces]
        return self

    def pack(self, seat: Seat, *faces: str) -> Self:
        """Ships kept for Pack of Pirates."""
        self.state.players[seat].pack += [self.find(face) for face in faces]
        return self

    def harbour(self, *faces: str) -> Self:
        """Cards turned up in this turn that lie in the harbour."""
        for face in faces:
            card = self.find(face)
            self.state.harbour.append(card)
            self.state.turn.cards.append(Turned(card, "harbour"))
        return self

    def row(self, *faces: str) -> Self:
        """Expeditions nobody has fulfilled yet."""
        self.state.row += [self.find(face) for face in faces]
        return self

    def active(self, seat: Seat) -> Self:
        """It is this seat's turn."""
        self.state.turn.active = self.state.acting = seat
        return self

    def next(self, *faces: str) -> Self:
        """The next cards of the pile, in this order."""
        self.upcoming = faces
        return self

    def discarded(self, *faces: str) -> Self:
        """Cards of the discard pile."""
        self.state.discard += [self.find(face) for face in faces]
        return self

    def hoard(self, seat: Seat, leave: int = 0) -> Self:
        """The whole pile but this many cards becomes coins of a seat."""
        draw = self.state.draw
        self.state.players[seat].coins += draw[leave:]
        del draw[leave:]
        return self

    def done(self, contract: str, *seats: Seat) -> Self:
        """Contracts fulfilled earlier."""
        found = self.state.contract(contract)
        assert found
        found.done += seats
        return self

    def step(self, contract: str, seat: Seat, step: int) -> Self:
        """A cube on the track of a contract."""
        found = self.state.contract(contract)
        assert found
        found.steps[seat] = step
        return self

    def checked(self) -> Self:
        """Before the first look: put the upcoming cards on top, count the cubes."""
        if not self.ready:
            self.ready = True
            state = self.state
            state.draw += [self.find(face) for face in self.upcoming][::-1]
            seats = range(len(state.players))
            for seat in seats if state.contracts else ():
                out = sum((seat in c.done) + (c.steps[seat] > 0) for c in state.contracts)
                state.players[seat].cubes = CUBES - out
            state.last_round = any(state.influence(seat) >= 12 for seat in seats)
        return super().checked()

    # Asking

    def _move(self, kind: type[M], face: str) -> M:
        """The move of this kind with a card of this face."""
        return next(move for move in self.offers(kind) if face == CARDS[move.card].face)

    def offered_faces(self, kind: type[Move]) -> list[str]:
        """The faces of the cards with which such a move is legal."""
        moves: Sequence[Any] = self.offers(kind)
        return self.faces([move.card for move in moves])

    def coins(self, seat: Seat) -> int:
        return len(self.state.players[seat].coins)

    def all_coins(self) -> list[int]:
        return [len(player.coins) for player in self.state.players]

    def persons(self, seat: Seat) -> list[str]:
        return [CARDS[card].face for card in self.state.players[seat].persons]

    def faces(self, cards: Sequence[int]) -> list[str]:
        return [CARDS[card].face for card in cards]

    # Moving

    def reveal(self, times: int = 1) -> Self:
        for _ in range(times):
            self.play(Reveal())
        return self

    def stop(self) -> Self:
        return self.play(Stop())

    def repel(self) -> Self:
        return self.play(Repel())

    def trade(self, face: str) -> Self:
        return self.play(self._move(Trade, face))

    def forgo(self, face: str) -> Self:
        return self.play(self._move(Forgo, face))

    def hire(self, face: str) -> Self:
        return self.play(self._move(Hire, face))

    def fulfil(self, face: str) -> Self:
        return self.play(self._move(Fulfil, face))

    def done_taking(self) -> Self:
        return self.play(Pass())
