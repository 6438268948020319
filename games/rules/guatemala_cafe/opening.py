"""Clause 2: the set-up."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.guatemala_cafe.components import (
    BAG,
    COLOURS,
    FIELD_INDEX,
    FIELDS,
    LETTER,
    PIECES,
    PRINTED,
    SACK_FIELDS,
    SACKS,
    SHARE,
    SPACES,
)
from games.rules.guatemala_cafe.geometry import BOARDS
from games.rules.guatemala_cafe.state import Options, State, new_player


def set_up(players: int, options: Options, fx: Effects) -> State:
    """The table before the first move."""
    starter = fx.pick(range(players))
    grid = lay_out_resources(options, fx)
    shares, bag = deal_sacks(players, grid, fx)
    start = options.buyer_start
    buyer = fx.pick(range(SPACES)) if start == "random" else start
    state = State(
        options=options,
        players=[new_player(share) for share in shares],
        active=starter,
        buyer=buyer,
        grid=grid,
        bag=bag,
        harbours={harbour: [] for harbour in BOARDS[players].harbours},
    )
    log_opening(state, fx)
    return state


def lay_out_resources(options: Options, fx: Effects) -> list[str]:
    """2, step 3: 75 resources, as printed or mixed; the sack fields are still empty."""
    printed = " ".join(PRINTED.cultivation.fixed_layout).split()
    letters = [token for token in printed if token[0] != "S"]
    if options.setup == "variable":
        fx.shuffle(letters)
    grid, used = [], dict.fromkeys(letters, 0)
    following = iter(letters)
    for field in FIELDS:
        if field in SACK_FIELDS:
            grid.append("")
            continue
        token = next(following)
        used[token] += 1
        grid.append(f"{token}{used[token]}")
    return grid


def deal_sacks(players: int, grid: list[str], fx: Effects) -> tuple[list[list[str]], list[str]]:
    """2, step 4: six sacks onto the board, equal shares into the hands, five into the bag."""
    left = [colour for colour in COLOURS for _ in range(SACKS)]
    for field, start in SACK_FIELDS.items():
        if start in COLOURS:
            left.remove(start)
            grid[FIELD_INDEX[field]] = f"S{LETTER[start]}1"
    fx.shuffle(left)
    for field, start in SACK_FIELDS.items():
        if start not in COLOURS:  # each colour lies there once already
            grid[FIELD_INDEX[field]] = f"S{LETTER[left.pop()]}2"
    shares = [fx.draw(left, SHARE[players]) for _ in range(players)]
    assert len(left) == BAG
    return shares, left


def log_opening(state: State, fx: Effects) -> None:
    """The first lines of the log."""
    fx.emit(
        "game_started",
        seats=list(range(len(state.players))),
        starter=state.active,
        board=state.board.side.id,
        buyer=state.buyer,
        bag_count=len(state.bag),
    )
    for field in SACK_FIELDS:
        colour = PIECES[state.grid[FIELD_INDEX[field]]].colour
        if SACK_FIELDS[field] != colour:
            fx.emit("sixth_sack", field=field, colour=colour)
    for seat, player in enumerate(state.players):
        known = {"sacks": {colour: count for colour, count in player.sacks.items() if count}}
        fx.emit("sacks_dealt", seat=seat, count=player.sack_count, private={seat: known})
