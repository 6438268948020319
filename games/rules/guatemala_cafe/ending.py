"""Clauses 6.4 and 6.5: when the game is over, and who has won."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.core.effects import Effects
from games.rules.core.interface import Outcome
from games.rules.core.ranking import rank
from games.rules.guatemala_cafe.components import SOURCES
from games.rules.guatemala_cafe.state import State


def is_over(state: State) -> bool:
    """6.4, end check: somebody has reached the most recent sack on the track."""
    last = state.last_sack_field
    return last is not None and any(player.points >= last for player in state.players)


def end_game(state: State, reason: str, fx: Effects) -> None:
    """6.4: the game is over; everything hidden is shown."""
    state.phase = "over"
    state.reason = reason
    state.emptied = []
    state.asked = []
    state.announced = None
    fx.reveal()
    for seat, player in enumerate(state.players):
        player.blocks = None
        event = "sacks_shown" if player.sack_count else "sacks_used_up"
        fx.emit(event, seat=seat, count=player.sack_count, sacks=dict(player.sacks))
    if state.bag:
        fx.emit("bag_shown", count=len(state.bag), sacks=list(reversed(state.bag)))
    fx.emit("game_ended", reason=reason, last_sack_field=state.last_sack_field)


def outcome(state: State) -> Outcome | None:
    """6.5: more points, then more money, else a shared rank."""
    if state.phase != "over":
        return None
    return rank(
        state.reason,
        results(state),
        [in_order(player.scored) for player in state.players],
    )


def results(state: State) -> list[tuple[int, ...]]:
    """6.5: what every seat counts if the game ends now."""
    return [(player.points, player.money) for player in state.players]


def in_order(scored: Mapping[str, int]) -> dict[str, int]:
    """Points by source, the colours in the order of the game."""
    return {source: scored[source] for source in SOURCES if source in scored}
