"""Setting up the table (2)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.port_royal.components import (
    BASE_PILE,
    CONTRACTS,
    CUBES,
    EXPANSION_PILE,
    FIFTH_PLAYERS_EXPEDITION,
    OPEN_CONTRACTS,
    STARTING_COINS,
)
from games.rules.port_royal.state import Contract, Options, Player, State, Turn


def set_up(players: int, options: Options, fx: Effects) -> State:
    """2: pile, coins, expedition for five, contracts, a start player drawn by lot."""
    draw = [*BASE_PILE, *(EXPANSION_PILE if options.expansion != "none" else ())]
    fx.shuffle(draw)
    seats = [Player(coins=fx.draw(draw, STARTING_COINS)) for _ in range(players)]
    row = [FIFTH_PLAYERS_EXPEDITION] if players == 5 else []
    start = fx.pick(range(players))
    state = State(options, seats, start, draw, [], row, Turn(1, start), acting=start)
    if options.expansion == "contracts":
        names = list(CONTRACTS)
        fx.shuffle(names)
        state.contracts = [Contract(n, [], [0] * players) for n in names[:OPEN_CONTRACTS]]
        for player in seats:
            player.cubes = CUBES
        fx.emit("contracts_open", contracts=names[:OPEN_CONTRACTS])
    fx.emit("turn", number=1, seat=start)
    return state
