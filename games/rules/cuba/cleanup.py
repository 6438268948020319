"""Phase V: the cold store saves, products spoil, ships leave (E-1 to E-6)."""

from __future__ import annotations

from itertools import product

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Seat
from games.rules.cuba.bills import begin_round
from games.rules.cuba.components import (
    MARKERS,
    PIERS,
    PRODUCTS,
    ROUNDS,
)
from games.rules.cuba.ending import end_game
from games.rules.cuba.moves import Keep
from games.rules.cuba.ships import leave, move_up
from games.rules.cuba.state import Player, State
from games.rules.cuba.stock import filled
from games.rules.cuba.tiles import BUILDINGS, ColdStore

DEFAULT_KEEP_ORDER = ("tobacco", "sugar", "citrus")  # E-2


def cold_store_capacity() -> int:
    """G20: how many products the cold store saves."""
    effect = BUILDINGS["cold_store"].effect
    assert isinstance(effect, ColdStore)
    return effect.most


def begin_cleanup(state: State, fx: Effects) -> None:
    """E-2: the cold store's owner chooses what to save, if there is a choice that matters."""
    owner = cold_store_owner(state)
    if owner is not None:
        if len(keepable(state.players[owner])) > 1 and state.round < ROUNDS:
            state.phase, state.current = "keep", owner
            return
        save(state, owner, keep_in_order(state.players[owner], DEFAULT_KEEP_ORDER), fx)
    clean_up(state, fx)


def cold_store_owner(state: State) -> Seat | None:
    """Whose plantation the cold store is on."""
    for seat, player in enumerate(state.players):
        if "cold_store" in player.buildings.values():
            return seat
    return None


def keepable(player: Player) -> list[Keep]:
    """E-2: every way to save as many products as possible."""
    amounts = [player.courtyard[kind] for kind in PRODUCTS]
    count = min(sum(amounts), cold_store_capacity())
    return [
        Keep(*kept)
        for kept in product(*(range(min(amount, count) + 1) for amount in amounts))
        if sum(kept) == count
    ]


def ask_to_keep(state: State) -> list[Decision]:
    """E-2: which products are saved; by default tobacco, then sugar, then citrus."""
    player = state.players[state.current]
    default = keep_in_order(player, DEFAULT_KEEP_ORDER)
    return [Decision(state.current, "keep", keepable(player), default=default)]


def keep_in_order(player: Player, order: tuple[str, ...]) -> Keep:
    """E-2: as many of the first kind as possible, then of the second, then of the third."""
    room, kept = cold_store_capacity(), {}
    for kind in order:
        kept[kind] = min(room, player.courtyard[kind])
        room -= kept[kind]
    return Keep(**kept)


def keep(state: State, seat: Seat, move: Keep, fx: Effects) -> None:
    """E-2: the chosen products are saved, then the round ends."""
    save(state, seat, move, fx)
    clean_up(state, fx)


def save(state: State, seat: Seat, kept: Keep, fx: Effects) -> None:
    """E-2: from the courtyard into the warehouse."""
    player = state.players[seat]
    goods = {"citrus": kept.citrus, "tobacco": kept.tobacco, "sugar": kept.sugar}
    for kind, count in goods.items():
        player.courtyard[kind] -= count
        player.warehouse[kind] += count
    if filled(goods):
        fx.emit("saved", seat=seat, goods=filled(goods))


def clean_up(state: State, fx: Effects) -> None:
    """E-1: products spoil, markers and tiles come off, ships leave, cards come back."""
    for seat in range(len(state.players)):
        spoil(state, seat, fx)
    if any(state.markers.values()):
        fx.emit("markers_cleared", markers=filled(state.markers))
    state.markers = dict.fromkeys(MARKERS, 0)
    state.vote_tile, state.veto = None, ""
    let_ships_leave(state, fx)
    for player in state.players:
        player.played, player.fifth = [], ""
    if state.round < ROUNDS:
        begin_round(state, fx)
    else:
        end_game(state, fx)


def spoil(state: State, seat: Seat, fx: Effects) -> None:
    """E-3: products still in the courtyard go to the supply."""
    player = state.players[seat]
    lost = filled({kind: player.courtyard[kind] for kind in PRODUCTS})
    for kind, count in lost.items():
        player.courtyard[kind] = 0
        state.supply[kind] += count
    if lost:
        fx.emit("spoiled", seat=seat, goods=lost)


def let_ships_leave(state: State, fx: Effects) -> None:
    """E-5: full ships leave, and the one at pier 3 in any case unless the option keeps it."""
    for pier, ship in zip(PIERS, state.piers, strict=True):
        if ship is None:
            continue
        if ship.full:
            leave(state, pier, "full", fx)
        elif pier == PIERS[-1] and state.options.pier3 == "always_leaves":
            leave(state, pier, "last_pier", fx)
    move_up(state, fx)
