"""What a position is worth to a search that stops before the end."""

from __future__ import annotations

from games.rules.guatemala_cafe.components import COLOURS, PIECES
from games.rules.guatemala_cafe.ending import outcome
from games.rules.guatemala_cafe.routes import missing_roads
from games.rules.guatemala_cafe.scoring import score
from games.rules.guatemala_cafe.state import State

# In points, rounded from least squares over how 1,200 games of two and 500 of four went on that the
# quick policy played. Each is for the whole game to come, and less as the end comes nearer.
SCORING = (0.2, 1.8, 1.3)
"""Times that a plantation will still be scored: at the end, how many more at the start, at most."""
SACK = 2.2
HUT = 5.0
CUT_OFF = 3.0  # less for a hut without a harbour
WAITING = 4.0  # for each ship and worker that the last road would join
POOR = 0.6  # less for each coin below `ENOUGH`; above it money brings nothing
ENOUGH = 8


def prospects(state: State) -> list[float]:
    """Points, and what plantations, sacks and money may still bring of them."""
    scores = [float(player.points) for player in state.players]
    if outcome(state) is None:
        rest = to_come(state)
        least, more, most = SCORING
        times = min(most, least + more * rest)
        for colour in COLOURS:
            for result in score(state, colour):
                scores[result.seat] += times * result.points
        for seat in range(len(scores)):
            scores[seat] += rest_of(state, seat, rest)
    return scores


def to_come(state: State) -> float:
    """The share of the track that the first still has before it."""
    last = state.options.track_length + 1 - len(state.track)
    return max(0.0, 1 - max(player.points for player in state.players) / max(1, last))


def rest_of(state: State, seat: int, rest: float) -> float:
    """What a seat has besides the worth of its plantations, with this share of the game to come."""
    player = state.players[seat]
    worth = SACK * min(1.0, 2.5 * rest) * player.sack_count
    worth -= POOR * min(1.0, 4 * rest) * max(0, ENOUGH - player.money)
    for colour in COLOURS:  # not in the order of the huts: two that look alike are worth the same
        hut = player.huts.get(colour)
        if hut is None:
            continue
        way, harbour = missing_roads(state.board, hut.site, state.roads)
        worth += HUT * rest
        if way:
            ships = sum(PIECES[ship].colour == colour for ship in state.harbours.get(harbour, ()))
            joined = ships * len(player.workers[colour]) / (1 + len(way))
            worth += (WAITING * joined - CUT_OFF) * rest
    return worth
