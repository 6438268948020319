"""The end of the game (section 6)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Outcome
from games.rules.core.ranking import rank
from games.rules.santiago_de_cuba.components import GOODS_PER_POINT
from games.rules.santiago_de_cuba.state import Ending, State


def finish(state: State, ending: Ending, fx: Effects) -> None:
    """The seventh ship has left: the game is over at once, and holdings are counted."""
    state.phase = "over"
    state.ending = ending
    fx.reveal()  # the screens are taken away
    fx.emit("game_ended", turn=state.turn, seat=state.active, cause=ending)
    for standing in result(state, ending).standings:
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


def result(state: State, ending: Ending) -> Outcome:
    """Points, a third of the goods; ties by goods left, then pesos; then shared (section 6)."""
    totals = [(player, sum(player.goods.values())) for player in state.players]
    return rank(
        ending,
        [
            (player.points + goods // GOODS_PER_POINT, goods % GOODS_PER_POINT, player.pesos)
            for player, goods in totals
        ],
    )
