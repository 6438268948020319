"""The end of the game (section 6)."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.core.effects import Effects
from games.rules.core.interface import Outcome
from games.rules.core.ranking import rank
from games.rules.santiago_de_cuba.components import GOODS_PER_POINT
from games.rules.santiago_de_cuba.state import Ending, State


def end_game(state: State, ending: Ending, fx: Effects) -> None:
    """The seventh ship has left: the game is over at once, and holdings are counted."""
    state.phase = "over"
    state.ending = ending
    fx.reveal()  # the screens are taken away
    fx.emit("game_ended", turn=state.turn, seat=state.active, cause=ending)
    final = outcome(state)
    assert final is not None
    for standing in final.standings:
        player = state.players[standing.seat]
        fx.emit(
            "final_scoring",
            seat=standing.seat,
            before=player.points,
            goods=dict(player.goods),
            points_for_goods=standing.score - player.points,
            goods_left=standing.tiebreaks[0],
            pesos=player.pesos,
            points=standing.score,
            rank=standing.rank,
        )


def outcome(state: State) -> Outcome | None:
    """Points, one more for three goods; ties by goods left, then pesos, then shared (section 6)."""
    if state.ending is None:
        return None
    sources = list[Mapping[str, int]]()
    for player in state.players:
        points = sum(player.goods.values()) // GOODS_PER_POINT
        sources.append(dict([*player.sources.items(), ("goods", points)]))
    return rank(state.ending, results(state), sources)


def results(state: State) -> list[tuple[int, ...]]:
    """What every seat counts if the game ends now (section 6)."""
    found = list[tuple[int, ...]]()
    for player in state.players:
        points, left = divmod(sum(player.goods.values()), GOODS_PER_POINT)
        found.append((player.points + points, left, player.pesos))
    return found
