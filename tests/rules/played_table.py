"""One table to play any game at: a position, moves through the door, and what came of them."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

import pytest
from msgspec.structs import asdict

from games.rules.core.codec import copy_position
from games.rules.core.effects import Event
from games.rules.core.interface import (
    Decision,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Rules,
    S,
    Seat,
    Viewer,
)
from games.rules.core.play import Step, advance, of_seat, play, start
from games.rules.core.texts import Wording

M = TypeVar("M", bound=Move)


class PlayedTable(Generic[S]):
    """A started game. The `Table` of each game adds how its positions are set up.

    Whoever leaves the seat out means the only one that is asked. `events` is what the latest move
    led to, `log` everything since the opening.
    """

    rules: Rules[S]
    people: Sequence[str] = ("Ana", "Ben", "Cleo", "Dan", "Eva")  # who sits there
    position: Position[S]
    events: tuple[Event, ...]
    log: list[Event]
    barrier: bool  # the latest move cannot be taken back

    def __init__(self, players: int, options: Any, seed: str = "table") -> None:
        self.log = []
        self._follow(start(self.rules, players, options, seed))

    def copy(self) -> Self:
        """Another table, at which the same has happened."""
        other = copy.copy(self)
        other.position, other.log = copy_position(self.rules, self.position), [*self.log]
        return other

    def checked(self) -> Self:
        """This table, whose position is one that can come up in a game."""
        self.rules.check(self.state)
        return self

    # Asking

    @property
    def state(self) -> S:
        return self.position.state

    def player(self, seat: Seat) -> Any:
        """What a seat owns."""
        return self.state.players[seat]  # type: ignore[attr-defined]

    @property
    def decisions(self) -> Sequence[Decision]:
        """All questions."""
        return self.rules.pending(self.checked().state)

    @property
    def decision(self) -> Decision:
        """The only question."""
        (decision,) = self.decisions
        return decision

    @property
    def asked(self) -> tuple[Seat, str]:
        """Who alone is asked what."""
        return self.decision.seat, self.decision.key

    def moves(self, seat: Seat | None = None) -> list[Move]:
        """The answers to the only question, or those that a seat has: none if it is not asked."""
        decision = self.decision if seat is None else of_seat(self.decisions, seat)
        return [] if decision is None else list(decision.moves)

    def offers(self, kind: type[M], seat: Seat | None = None) -> list[M]:
        """Those of this kind."""
        return [move for move in self.moves(seat) if isinstance(move, kind)]

    def reasons(self, seat: Seat | None = None) -> dict[Move, str]:
        """The moves that a seat might look for in vain, each with what it reads of it."""
        decision = of_seat(self.decisions, self._mover(seat))
        assert decision is not None
        reasons = self.rules.unavailable(self.state, decision)
        assert not {reason.move for reason in reasons} & set(decision.moves)
        assert len(reasons) < 100
        for move in [reason.move for reason in reasons]:
            assert self.wording.say(move.phrase, {**decision.args, **asdict(move)})
        return {it.move: self.wording.say(f"why.{it.why}", it.args) for it in reasons}

    @property
    def wording(self) -> Wording:
        """The English texts for those who sit here."""
        return Wording(self.rules.texts, self.people)

    @property
    def outcome(self) -> Outcome | None:
        return self.rules.outcome(self.state)

    def view(self, viewer: Viewer = None) -> Any:
        return self.rules.view(self.state, viewer)

    # Moving

    def play(self, move: Move, seat: Seat | None = None) -> Self:
        """A move, from a possible position to a possible one."""
        self.checked()
        self._follow(play(self.rules, self.position, self._mover(seat), move))
        return self.checked()

    def refuses(self, move: Move, seat: Seat | None = None) -> None:
        """Assert that a move is illegal, and that trying it changes nothing."""
        self.checked()
        tried = copy_position(self.rules, self.position)
        with pytest.raises(IllegalMove):
            advance(self.rules, tried, self._mover(seat), move)
        assert tried == self.position

    def default(self, seat: Seat | None = None) -> Self:
        """The move that is played for a seat that is absent."""
        asked = self._mover(seat)
        decision = of_seat(self.decisions, asked)
        assert decision is not None and decision.default is not None
        return self.play(decision.default, asked)

    def play_through(self, phase: str, move: Move | None = None) -> Self:
        """To the end of a phase: whoever is asked first plays this move, or else the default."""
        while self.state.phase == phase:  # type: ignore[attr-defined]
            seat = self.decisions[0].seat
            self.play(move, seat) if move else self.default(seat)
        return self

    def _mover(self, seat: Seat | None) -> Seat:
        return self.decision.seat if seat is None else seat

    def _follow(self, step: Step[S]) -> None:
        self.position, self.events, self.barrier = step.position, step.events, step.barrier
        self.log += step.events

    # Reading what the latest move led to

    @property
    def names(self) -> list[str]:
        """The names of the events."""
        return [event.name for event in self.events]

    def seen(self, viewer: Viewer = None) -> list[dict[str, Any]]:
        """The events as a viewer may read them now."""
        log_open = self.rules.opens_log(self.state)
        return [event.seen_by(viewer, log_open=log_open) for event in self.events]

    def told(self, viewer: Viewer = None) -> list[str]:
        """The same in sentences."""
        return [self.wording.event(facts) for facts in self.seen(viewer)]

    def facts(self, name: str, viewer: Viewer = None) -> list[dict[str, Any]]:
        """What a viewer may read of each event of this name."""
        return [facts for facts in self.seen(viewer) if facts.pop("event") == name]

    def fact(self, name: str, viewer: Viewer = None) -> dict[str, Any]:
        """The same of the only one."""
        (facts,) = self.facts(name, viewer)
        return facts

    def logged(self, name: str) -> list[Mapping[str, Any]]:
        """What everybody may read of each event of this name since the opening."""
        return [event.public for event in self.log if event.name == name]
