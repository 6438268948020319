"""The market: prices, trades, free gains, market acts (C-8, TR-1 to TR-6, L-4)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Move, Seat
from games.rules.cuba.components import (
    DEAREST,
    FULL_MARKET_PRICE,
    MATERIALS,
    MERCHANDISE,
    PRODUCTS,
    SLOTS,
    SUPPLY_PRICE,
)
from games.rules.cuba.moves import (
    Buy,
    BuyFromSupply,
    EndTurn,
    Sell,
    SellToSupply,
    TakeCheapest,
    TakeMaterial,
)
from games.rules.cuba.state import Player, State, Trading
from games.rules.cuba.stock import earn, give_up, hand_in, pay, receive

PRICES = range(1, SUPPLY_PRICE + 1)
BUY = {(good, price): Buy(good, price) for good in MERCHANDISE for price in PRICES}
SELL = {(good, price): Sell(good, price) for good in MERCHANDISE for price in PRICES}
BUY_FROM_SUPPLY = {good: BuyFromSupply(good, SUPPLY_PRICE) for good in MERCHANDISE}
SELL_TO_SUPPLY = {good: SellToSupply(good, FULL_MARKET_PRICE[good]) for good in MERCHANDISE}
TAKE_MATERIAL = {kind: TakeMaterial(kind) for kind in MATERIALS}
TAKE_CHEAPEST = {kind: TakeCheapest(kind) for kind in PRODUCTS}
CAPACITY = {good: len(slots) for good, slots in SLOTS.items()}
END_TURN = EndTurn()


def ask_to_trade(state: State, seat: Seat, task: Trading) -> Decision:
    """TR-1 to TR-5: trades one by one; before the first of them also the free gains."""
    player = state.players[seat]
    moves: list[Move] = []
    for good in MERCHANDISE:
        trade_moves(state, player, good, moves)
    if not task.begun:
        moves += free_gains(state)
    return Decision(seat, "trade", [*moves, END_TURN], default=END_TURN)


def trade_moves(state: State, player: Player, good: str, moves: list[Move]) -> None:
    """TR-1, TR-2: buying for 7 - n or from the supply, selling for 6 - n or to the supply."""
    units = state.market[good]
    price = DEAREST + 1 - units
    if units:
        if player.pesos >= price:
            moves.append(BUY[good, price])
    elif player.pesos >= SUPPLY_PRICE and state.supply[good]:
        moves.append(BUY_FROM_SUPPLY[good])
    if not player.owned(good):
        return
    if units < CAPACITY[good]:
        if state.bank >= price - 1:
            moves.append(SELL[good, price - 1])
    elif state.bank >= FULL_MARKET_PRICE[good]:
        moves.append(SELL_TO_SUPPLY[good])


def free_gains(state: State) -> list[Move]:
    """TR-3, TR-4, TR-6: a building material and a cheapest product, each once a round."""
    moves: list[Move] = []
    if not state.markers["material"]:
        moves += [TAKE_MATERIAL[kind] for kind in MATERIALS if state.supply[kind]]
    most = max(state.market[kind] for kind in PRODUCTS)
    if most and not state.markers["cheapest"]:
        moves += [TAKE_CHEAPEST[kind] for kind in PRODUCTS if state.market[kind] == most]
    return moves


def begin_trading(state: State) -> None:
    """TR-1: after the first trade the free gains are gone."""
    task = state.agenda[-1]
    assert isinstance(task, Trading)
    task.begun = True


def buy(state: State, seat: Seat, move: Buy, fx: Effects) -> None:
    """TR-1: the unit on the cheapest occupied slot goes to the courtyard."""
    begin_trading(state)
    pay(state, seat, move.price)
    take_from_market(state, seat, move.good)
    fx.emit("bought", seat=seat, good=move.good, price=move.price)


def take_from_market(state: State, seat: Seat, good: str) -> None:
    """A unit moves from the market to a courtyard."""
    state.market[good] -= 1
    state.players[seat].courtyard[good] += 1


def buy_from_supply(state: State, seat: Seat, move: BuyFromSupply, fx: Effects) -> None:
    """TR-1: 7 pesos, as none is on the market."""
    begin_trading(state)
    pay(state, seat, move.price)
    receive(state, state.players[seat], move.good)
    fx.emit("bought_from_supply", seat=seat, good=move.good, price=move.price)


def sell(state: State, seat: Seat, move: Sell, fx: Effects) -> None:
    """TR-1: the unit goes to the dearest free slot."""
    begin_trading(state)
    give_up(state.players[seat], move.good)
    state.market[move.good] += 1
    earn(state, seat, move.price)
    fx.emit("sold", seat=seat, good=move.good, price=move.price)


def sell_to_supply(state: State, seat: Seat, move: SellToSupply, fx: Effects) -> None:
    """TR-1: the market is full: 1 peso for a product, 3 for a good."""
    begin_trading(state)
    hand_in(state, state.players[seat], move.good)
    earn(state, seat, move.price)
    fx.emit("sold_to_supply", seat=seat, good=move.good, price=move.price)


def take_material(state: State, seat: Seat, move: TakeMaterial, fx: Effects) -> None:
    """TR-3: a building material of any kind, and the marker."""
    state.markers["material"] = 1
    receive(state, state.players[seat], move.good)
    fx.emit("took_free", seat=seat, good=move.good)


def take_cheapest(state: State, seat: Seat, move: TakeCheapest, fx: Effects) -> None:
    """TR-4: a unit of the cheapest product on the market, and the marker."""
    state.markers["cheapest"] = 1
    take_from_market(state, seat, move.good)
    fx.emit("took_free", seat=seat, good=move.good)


def thin_out(state: State, kind: str, count: int) -> int:
    """L-4, O1: units leave the market, the cheapest slots first."""
    count = min(count, state.market[kind])
    state.market[kind] -= count
    state.supply[kind] += count
    return count


def flood(state: State, kind: str, count: int) -> int:
    """L-4, O2: units come from the supply to the dearest free slots."""
    count = min(count, state.supply[kind], CAPACITY[kind] - state.market[kind])
    state.market[kind] += count
    state.supply[kind] -= count
    return count
