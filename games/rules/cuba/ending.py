"""The end of the game and its ranking (X-1, X-2)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Outcome
from games.rules.core.ranking import rank
from games.rules.cuba.components import BUILDING_POINTS, SOURCES
from games.rules.cuba.state import State
from games.rules.cuba.stock import score


def end_game(state: State, fx: Effects) -> None:
    """X-1: points for buildings; the game is over."""
    state.phase = "over"
    for seat, player in enumerate(state.players):
        points = BUILDING_POINTS * len(player.buildings)
        score(player, "buildings", points)
        if points:
            fx.emit("buildings_scored", seat=seat, count=len(player.buildings), points=points)
    tell_the_end(state, fx)


def tell_the_end(state: State, fx: Effects) -> None:
    """X-2: everybody's points and pesos, best first, and a tie for first place if there is one."""
    final = outcome(state)
    assert final is not None
    for standing in sorted(final.standings, key=lambda standing: standing.rank):
        (pesos,) = standing.tiebreaks
        seat, place, points = standing.seat, standing.rank, standing.score
        fx.emit("ended", seat=seat, rank=place, points=points, pesos=pesos)
    first = [standing.seat for standing in final.standings if standing.rank == 1]
    if len(first) > 1:
        fx.emit("tied_for_good", seats=first)


def outcome(state: State) -> Outcome | None:
    """X-2: most points, then most pesos; seats equal in both share the place."""
    if state.phase != "over":
        return None
    sources = [
        {name: player.sources[name] for name in SOURCES if name in player.sources}
        for player in state.players
    ]
    return rank("six_rounds", results(state), sources)


def results(state: State) -> list[tuple[int, ...]]:
    """X-1, X-2: what every seat counts if the game ends now."""
    due = 0 if state.phase == "over" else BUILDING_POINTS
    return [(player.points + due * len(player.buildings), player.pesos) for player in state.players]
