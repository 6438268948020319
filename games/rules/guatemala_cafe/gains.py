"""What an answer changes at once, told with the offer: centavos and points."""

from __future__ import annotations

from games.rules.core.interface import Gains, Move, Seat
from games.rules.guatemala_cafe.announcing import announced_colour
from games.rules.guatemala_cafe.components import FEE, FREE_STEPS, INCOME
from games.rules.guatemala_cafe.moves import (
    Block,
    Decline,
    MoveBuyer,
    PlaceHut,
    PlaceShip,
    PlaceWorker,
)
from games.rules.guatemala_cafe.scoring import score
from games.rules.guatemala_cafe.state import State


def gains_of(state: State, seat: Seat, move: Move) -> Gains:
    """Prices, and what an answer to an announced scoring leads to where it is the last one."""
    match move:
        case PlaceWorker() | PlaceHut() | PlaceShip():
            return {seat: {"centavos": -move.cost}}
        case MoveBuyer(steps=steps) if steps > FREE_STEPS:
            return {seat: {"centavos": -FEE}}
        case Block() if counts_at_once(state):
            return {state.active: {"centavos": INCOME}}
        case Decline() if counts_at_once(state) and len(state.asked) == 1:
            return scoring(state)
    return {}


def counts_at_once(state: State) -> bool:
    """3.5: sealed answers are opened together, and nobody knows those of the others."""
    return state.options.blockade_mode == "sequential"


def scoring(state: State) -> Gains:
    """3.6: the announcer's income, and everybody's points."""
    found = {
        result.seat: {"points": result.points}
        for result in score(state, announced_colour(state))
        if result.points
    }
    found[state.active] = {"centavos": INCOME, **found.get(state.active, {})}
    return found
