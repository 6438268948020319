"""A board to look at of a game that nobody plays in public just now."""

from __future__ import annotations

import functools

from games.guide.pictures import table_at
from games.guide.positions import led_by_bots
from games.rules.core.play import start
from games.rules.registry import GAMES
from games.storing.rows import TableRow

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
    return table_at(game, position)
