"""Ships come and go (H-1 to H-3, M-5, E-5)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.cuba.components import PIERS
from games.rules.cuba.state import Ship, State, Stock


def leave(state: State, pier: int, reason: str, fx: Effects) -> None:
    """M-5, E-5: a ship leaves; what it carries goes to the supply."""
    ship = state.piers[pier - 1]
    assert ship is not None
    cargo: Stock = {}
    for good in filter(None, ship.spaces):
        state.supply[good] += 1
        cargo[good] = cargo.get(good, 0) + 1
    state.piers[pier - 1] = None
    state.departed.append(ship.card)
    name = "ship_left_loaded" if cargo else "ship_left"
    fx.emit(name, pier=pier, ship=ship.card, reason=reason, cargo=cargo)


def move_up(state: State, fx: Effects) -> None:
    """H-2: ships close up towards pier 3 in their order, then ships come in from the sea."""
    waiting = [
        (pier, ship) for pier, ship in zip(PIERS, state.piers, strict=True) if ship is not None
    ]
    free = len(PIERS) - len(waiting)
    for target, (pier, ship) in enumerate(waiting, start=free + 1):
        if pier != target:
            fx.emit("ship_moved", ship=ship.card, origin=pier, pier=target)
    state.piers = [None] * free + [ship for _, ship in waiting]
    for pier in range(free, 0, -1):
        state.piers[pier - 1] = Ship(state.sea)
        fx.emit("ship_arrived", ship=state.sea, pier=pier)
        state.sea = next_ship(state, fx)
        fx.emit("ship_in_sight", ship=state.sea)


def next_ship(state: State, fx: Effects) -> int:
    """H-3: the next card of the deck; an empty deck is rebuilt from the departed ships."""
    if not state.ship_deck:
        state.ship_deck, state.departed = state.departed, []
        fx.shuffle(state.ship_deck)
        fx.emit("ships_shuffled", count=len(state.ship_deck))
    return fx.draw(state.ship_deck)[0]
