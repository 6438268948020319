"""Cuba at a chosen position: legal states built from a started game, moves by the door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.rules.core.codec import copy_position
from games.rules.core.effects import Event
from games.rules.core.interface import Decision, IllegalMove, Move, Position, Seat
from games.rules.core.play import of_seat, play, start
from games.rules.cuba import rules
from games.rules.cuba.components import COLOURS
from games.rules.cuba.law_cards import GROUPS
from games.rules.cuba.moves import (
    Bid,
    ChooseMaterials,
    ChooseProducts,
    ConfirmBills,
    EndTurn,
    ForbidBill,
    KeepFigure,
    MoveFigure,
    NameColour,
    PassLaw,
    PayDues,
    PlayCard,
    PlayIdly,
    SetAside,
    Use,
    UseAlone,
)
from games.rules.cuba.state import Options, State
from games.rules.cuba.view import TrackView
from tests.rules.cuba.setting import Setting


class Table(Setting):
    """Round 1, all bills confirmed, seat 0 to play; nobody has any stone, all have 10 pesos.

    `until` stops earlier: "prepare" before anything is chosen, "bills" before they are confirmed.
    """

    def __init__(
        self,
        players: int = 2,
        *,
        until: str = "action",
        colours: Sequence[str] = COLOURS,
        fifths: Sequence[str] = (),
        seed: str = "table",
        **options: Any,
    ) -> None:
        if fifths:
            options["hidden_fifth_card"] = True
        step = start(rules, players, Options(**options), seed)
        self.position, self.events, self.barrier = step.position, step.events, step.barrier
        self.log: list[Event] = []
        seats = range(players)
        if until != "prepare":
            for seat in seats:
                self.choose(seat, colours[seat])
            self.empty_hands()
        if until == "action":
            for seat in seats:
                self.play(SetAside(fifths[seat]) if fifths else ConfirmBills(), seat)

    def at(self, position: Position[State]) -> Table:
        """Another table, at this position."""
        other = Table.__new__(Table)
        other.position, other.events, other.log, other.barrier = position, (), [], False
        return other

    # Asking

    @property
    def decisions(self) -> Sequence[Decision]:
        return rules.pending(self.state)

    @property
    def decision(self) -> Decision:
        """The only question."""
        (decision,) = self.decisions
        return decision

    @property
    def asked(self) -> tuple[Seat, str]:
        """Who alone is asked what."""
        return self.decision.seat, self.decision.key

    @property
    def moves(self) -> Sequence[Move]:
        """The answers to the only question."""
        return self.decision.moves

    def offers(self, kind: type[Move]) -> list[Any]:
        """The answers of this kind."""
        return [move for move in self.moves if isinstance(move, kind)]

    def courtyard(self, seat: Seat) -> dict[str, int]:
        return {kind: n for kind, n in self.player(seat).courtyard.items() if n}

    def warehouse(self, seat: Seat) -> dict[str, int]:
        return {kind: n for kind, n in self.player(seat).warehouse.items() if n}

    @property
    def points(self) -> list[int]:
        return [player.points for player in self.state.players]

    @property
    def purses(self) -> list[int]:
        return [player.pesos for player in self.state.players]

    def track_views(self) -> list[TrackView]:
        """The market as everybody sees it."""
        return rules.view(self.state, None).market

    def facts(self, name: str) -> list[Mapping[str, Any]]:
        """The events of this name so far."""
        return [event.public for event in self.log if event.name == name]

    def scored(self, name: str) -> dict[Seat, int]:
        """The points of the events of this name, by seat."""
        return {facts["seat"]: facts["points"] for facts in self.facts(name)}

    # Moving

    def choose(
        self,
        seat: Seat,
        colour: str,
        materials: tuple[str, str] = ("wood", "stone"),
        products: tuple[str, str] = ("tobacco", "sugar"),
    ) -> Table:
        """A player's choices before the first round."""
        self.play(NameColour(colour), seat)
        self.play(ChooseMaterials(*materials), seat)
        return self.play(ChooseProducts(*products), seat)

    def play(self, move: Move, seat: Seat | None = None) -> Table:
        """A move by the seat that is asked, or by a certain one."""
        asked = self.decision.seat if seat is None else seat
        step = play(rules, self.position, asked, move)
        self.position, self.events, self.barrier = step.position, step.events, step.barrier
        self.log += step.events
        return self.checked()

    def refuses(self, move: Move, seat: Seat | None = None) -> None:
        """The move is illegal, and trying it changes nothing."""
        asked = self.decision.seat if seat is None else seat
        before = copy_position(rules, self.position)
        with pytest.raises(IllegalMove):
            play(rules, self.position, asked, move)
        assert self.position == before

    def card(self, character: str) -> Table:
        """The current player plays a character, be it idle or not."""
        idle = PlayIdly(character)
        return self.play(idle if idle in self.moves else PlayCard(character))

    def worker(self, field: str = "") -> Table:
        """The worker, with the figure there or staying where it is."""
        self.card("worker")
        here = self.player(self.state.current).figure
        return self.play(MoveFigure(field) if field and field != here else KeepFigure(here))

    def use(self, building: str) -> Table:
        """The foreman uses a building, in the cross or alone."""
        alone = UseAlone(building)
        return self.play(alone if alone in self.moves else Use(building))

    def end(self) -> Table:
        return self.play(EndTurn())

    def default(self, seat: Seat | None = None) -> Table:
        """What is played for a seat that is absent."""
        asked = self.decision.seat if seat is None else seat
        decision = of_seat(self.decisions, asked)
        assert decision is not None and decision.default is not None
        return self.play(decision.default, asked)

    def default_turn(self) -> Table:
        """Defaults until somebody else is asked or the phase is over."""
        seat = self.decision.seat
        while self.state.phase == "action" and self.decision.seat == seat:
            self.default()
        return self

    def parliament(self, *fifths: str, start: Seat = 0) -> Table:
        """Phase III, everybody with this fifth character, and `start` the new start player."""
        seats = range(len(self.state.players))
        fourth = next(c for c in ("tradeswoman", "foreman", "architect") if c not in fifths)
        self.state.start = self.state.current = (start - 1) % len(seats)
        for seat, fifth in zip(seats, fifths, strict=True):
            self.hand(seat, fourth, fifth)
        for _ in seats:
            self.card(fourth)
            if self.state.phase == "action" and self.state.agenda:
                self.default()
        assert self.state.start == start and self.state.phase != "action"
        return self

    def bids(self, *pesos: int) -> Table:
        """The bids of all who are asked, in seat order."""
        asked = [decision.seat for decision in self.decisions]
        for seat, amount in zip(asked, pesos, strict=True):
            self.play(Bid(amount), seat)
        return self

    def vote(self, *groups: str) -> Table:
        """Nobody buys a vote where votes are for sale; the winner passes these bills."""
        while self.state.phase == "bid":
            self.default(self.decisions[0].seat)
        for group in groups:
            self.play(PassLaw(self.state.bills[group]))
        return self

    def refuses_law(self, group: str) -> None:
        """This group's bill cannot be passed."""
        self.refuses(PassLaw(self.state.bills[group]))

    def forbid(self, group: str) -> Table:
        """The church forbids this group's bill."""
        return self.play(ForbidBill(self.state.bills[group]))

    def confirm_all(self) -> Table:
        """Everybody has seen the bills."""
        while self.state.phase == "bills":
            self.play(ConfirmBills(), self.decisions[0].seat)
        return self

    def dues(self, *answers: str) -> Table:
        """The answers about tax and duty of those asked, in seat order; by default nothing."""
        asked = [decision.seat for decision in self.decisions]
        for seat, answer in zip(asked, answers or ["none"] * len(asked), strict=True):
            self.play(PayDues(answer), seat)
        return self

    def end_round(self) -> Table:
        """From the actions to the next round, or to the end: nothing happens on the way."""
        seats = len(self.state.players)
        self.parliament(*["worker"] * seats)
        harmless = [g for g in GROUPS if g not in ("subsidy", self.state.veto)]
        self.vote(*harmless[-2:])
        while self.state.phase == "dues":
            self.default(self.decisions[0].seat)
        return self
