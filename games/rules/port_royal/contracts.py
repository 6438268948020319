"""Contracts of the expansion: fulfilled automatically as soon as they can be (5)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.core.effects import Effects
from games.rules.core.interface import Seat
from games.rules.port_royal.components import (
    CARDS,
    CHEAP,
    CONTRACTS,
    FOES,
    Card,
)
from games.rules.port_royal.ending import note_influence
from games.rules.port_royal.money import give
from games.rules.port_royal.state import Contract, Player, State


def next_space(contract: Contract) -> int:
    """The coins of the best space that is still free."""
    return CONTRACTS[contract.name].spaces[len(contract.done)]


def holds(player: Player, name: str) -> bool:
    """1.6: whether the display fulfils the contract. False where something must happen instead."""
    roles, wants = CONTRACTS[name].roles, CONTRACTS[name].wants
    if roles:
        return player.count(roles[0]) > 0 and player.count(roles[1]) > 0
    match name:
        case "trader_prince":
            return player.count("trader") >= wants
        case "cheap_staff":
            return len([1 for card in player.persons if CARDS[card].cost <= CHEAP]) >= wants
        case "fighter":
            return player.swords >= wants
        case "explorer":
            return bool(player.expeditions)
    return False


def fulfil_displayed(state: State, seat: Seat, fx: Effects) -> None:
    """5: what the display of this seat now fulfils; the better paid first, then from the left."""
    player = state.players[seat]
    if not player.cubes:
        return
    due = [c for c in state.contracts if seat not in c.done and holds(player, c.name)]
    for contract in sorted(due, key=next_space, reverse=True):
        fulfil(state, seat, contract, fx)


def fulfil_at_once(state: State, seat: Seat, name: str, fx: Effects) -> None:
    """5: something happened that fulfils this contract, if it lies open and a cube is free."""
    contract = state.contract(name)
    if contract and seat not in contract.done:
        fulfil(state, seat, contract, fx)


def fulfil(state: State, seat: Seat, contract: Contract, fx: Effects) -> None:
    """5: the cube on the track, or else a free one, goes to the best space, which pays coins."""
    player = state.players[seat]
    if contract.steps[seat]:
        contract.steps[seat] = 0
    elif player.cubes:
        player.cubes -= 1
    else:
        return
    coins = next_space(contract)
    contract.done.append(seat)
    fx.emit("contract", seat=seat, contract=contract.name, coins=coins)
    give(state, seat, coins, fx)
    drop_pack(state, seat, fx)
    note_influence(state, seat, fx)


def advance_cube(state: State, seat: Seat, name: str, fx: Effects) -> None:
    """5: one step on the track of a contract; past its end the contract is fulfilled."""
    contract = state.contract(name)
    if contract is None or not can_advance(state, seat, contract):
        return
    step = contract.steps[seat] + 1
    if step > CONTRACTS[name].track:
        fulfil(state, seat, contract, fx)
        return
    if step == 1:
        state.players[seat].cubes -= 1
    contract.steps[seat] = step
    fx.emit("step", seat=seat, contract=name, step=step)
    drop_pack(state, seat, fx)


def can_advance(state: State, seat: Seat, contract: Contract) -> bool:
    """Whether a cube of this seat is on the track, or a free one could be."""
    if seat in contract.done:
        return False
    return contract.steps[seat] > 0 or state.players[seat].cubes > 0


def foe(state: State, seat: Seat, card: Card) -> str | None:
    """9.6: the contract for which this seat may forgo the coins of this ship, if any."""
    name = FOES.get(card.colour) if state.contracts else None
    contract = state.contract(name) if name else None
    return name if contract and can_advance(state, seat, contract) else None


def count_colours(state: State, fx: Effects) -> None:
    """5: a ship of a new colour came to stay: Little Gamester at three, Gamester at four."""
    colours = len(state.colours())
    if colours == CONTRACTS["little_gamester"].wants:
        advance_cube(state, state.turn.active, "little_gamester", fx)
    elif colours == CONTRACTS["gamester"].wants:
        fulfil_at_once(state, state.turn.active, "gamester", fx)


def wants_for_pack(state: State, seat: Seat, ship: Card) -> bool:
    """5: whether a repelled ship is kept for Pack of Pirates: the first of its colour."""
    contract = state.contract("pirate_pack") if state.contracts else None
    if contract is None or seat in contract.done or not state.players[seat].cubes:
        return False
    return all(CARDS[card].colour != ship.colour for card in state.players[seat].pack)


def keep_for_pack(state: State, seat: Seat, ship: Card, fx: Effects) -> None:
    """5: with a ship of every colour Pack of Pirates is fulfilled, and the ships are discarded."""
    pack = state.players[seat].pack
    pack.append(ship.id)
    if len(pack) == CONTRACTS["pirate_pack"].wants:
        state.discard += pack
        pack.clear()
        fulfil_at_once(state, seat, "pirate_pack", fx)


def drop_pack(state: State, seat: Seat, fx: Effects) -> None:
    """9.8: without a cube left for Pack of Pirates, the seat gives up the ships kept for it."""
    player = state.players[seat]
    if player.pack and not player.cubes:
        fx.emit("pack_dropped", seat=seat, cards=list(player.pack))
        state.discard += player.pack
        player.pack.clear()


def seats_paid(state: State, payers: Sequence[Seat], fx: Effects) -> None:
    """5: Tax Officer for everybody who paid tax."""
    for seat in payers:
        fulfil_at_once(state, seat, "tax_officer", fx)
