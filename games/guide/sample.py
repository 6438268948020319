"""A board to look at of a game that nobody plays in public just now."""

from __future__ import annotations

import functools

from games.guide.pictures import PEOPLE
from games.guide.positions import led_by_bots
from games.rules.core.play import start
from games.rules.registry import GAMES
from games.storing.rows import TableRow
from games.telling.unstored import seat_row, table_row

ANSWERS = 60  # of bots, or as many as a shorter game has: the board is well filled by then
MOST_PLAYERS = 3


@functools.cache
def sample_table(game: str) -> TableRow:
    """Return a table at which a game is under way, the same every time; nothing of it is stored."""
    rules = GAMES[game]
    options = rules.options_type()
    players = min(MOST_PLAYERS, rules.players[-1])
    position = start(rules, players, options, "sample").position
    for _ in range(ANSWERS):
        following = led_by_bots(rules, position, 1)
        if rules.outcome(following.state):
            break
        position = following
    seats = [
        seat_row(place, None, PEOPLE[place], deciding=False, answers=0) for place in range(players)
    ]
    return table_row(rules, {}, position, seats, course=["sample", game], moves=ANSWERS)
