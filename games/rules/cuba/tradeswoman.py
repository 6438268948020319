"""The tradeswoman: trades one by one, or a free gain (TR-1 to TR-6)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Move, Seat
from games.rules.cuba.components import (
    FULL_MARKET_PRICE,
    MATERIALS,
    MERCHANDISE,
    PIECES,
    PRODUCTS,
    SUPPLY_PRICE,
)
from games.rules.cuba.market import CAPACITY, buying_price, selling_price
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
from games.rules.cuba.turns import end_task

MOST_TRADES = sum(PIECES[good] for good in MERCHANDISE)
"""TR-1: in one turn. As many as there are units: no result needs more trades than that."""

PRICES = range(1, SUPPLY_PRICE + 1)
BUY = {(good, price): Buy(good, price) for good in MERCHANDISE for price in PRICES}
SELL = {(good, price): Sell(good, price) for good in MERCHANDISE for price in PRICES}
BUY_FROM_SUPPLY = {good: BuyFromSupply(good, SUPPLY_PRICE) for good in MERCHANDISE}
SELL_TO_SUPPLY = {good: SellToSupply(good, FULL_MARKET_PRICE[good]) for good in MERCHANDISE}
TAKE_MATERIAL = {kind: TakeMaterial(kind) for kind in MATERIALS}
TAKE_CHEAPEST = {kind: TakeCheapest(kind) for kind in PRODUCTS}
END_TURN = EndTurn()


def ask_to_trade(state: State, seat: Seat, task: Trading) -> Decision:
    """TR-1 to TR-5: trades one by one; before the first of them also the free gains."""
    player = state.players[seat]
    moves: list[Move] = []
    if task.trades < MOST_TRADES:
        for good in MERCHANDISE:
            moves += trade_moves(state, player, good)
    if not task.trades:
        moves += free_gains(state)
    return Decision(seat, "trade", [*moves, END_TURN], default=END_TURN)


def trade_moves(state: State, player: Player, good: str) -> list[Move]:
    """TR-1, TR-2: at the printed price, or with the supply if the track is empty or full."""
    moves: list[Move] = []
    there = state.market[good] or state.supply[good]
    buying, selling = purchase(state, good), sale(state, good)
    if there and player.pesos >= buying.price:
        moves.append(buying)
    if player.owned(good) and state.bank >= selling.price:
        moves.append(selling)
    return moves


def purchase(state: State, good: str) -> Buy | BuyFromSupply:
    """TR-1: how the next unit would be bought, whether or not that is possible."""
    units = state.market[good]
    return BUY[good, buying_price(good, units)] if units else BUY_FROM_SUPPLY[good]


def sale(state: State, good: str) -> Sell | SellToSupply:
    """TR-1: how a unit would be sold, whether or not that is possible."""
    units = state.market[good]
    full = units == CAPACITY[good]
    return SELL_TO_SUPPLY[good] if full else SELL[good, selling_price(good, units)]


def free_gains(state: State) -> list[Move]:
    """TR-3, TR-4, TR-6: a building material and a cheapest product, each once a round."""
    moves: list[Move] = []
    if not state.markers["material"]:
        moves += [TAKE_MATERIAL[kind] for kind in MATERIALS if state.supply[kind]]
    most = max(state.market[kind] for kind in PRODUCTS)
    if most and not state.markers["cheapest"]:
        moves += [TAKE_CHEAPEST[kind] for kind in PRODUCTS if state.market[kind] == most]
    return moves


def go_on_trading(state: State) -> None:
    """TR-1: after the first trade the free gains are gone."""
    task = state.agenda[-1]
    assert isinstance(task, Trading)
    task.trades += 1


def buy(state: State, seat: Seat, move: Buy, fx: Effects) -> None:
    """TR-1: the unit on the cheapest occupied slot goes to the courtyard."""
    go_on_trading(state)
    pay(state, seat, move.price)
    take_from_market(state, seat, move.good)
    units = state.market[move.good]
    fx.emit("bought", seat=seat, good=move.good, price=move.price, units=units)


def take_from_market(state: State, seat: Seat, good: str) -> None:
    """A unit moves from the market to a courtyard."""
    state.market[good] -= 1
    state.players[seat].courtyard[good] += 1


def buy_from_supply(state: State, seat: Seat, move: BuyFromSupply, fx: Effects) -> None:
    """TR-1: for 7 pesos, as the market has none."""
    go_on_trading(state)
    pay(state, seat, move.price)
    receive(state, state.players[seat], move.good)
    units = state.market[move.good]
    fx.emit("bought_from_supply", seat=seat, good=move.good, price=move.price, units=units)


def sell(state: State, seat: Seat, move: Sell, fx: Effects) -> None:
    """TR-1: the unit goes to the dearest free slot."""
    go_on_trading(state)
    give_up(state.players[seat], move.good)
    state.market[move.good] += 1
    earn(state, seat, move.price)
    units = state.market[move.good]
    fx.emit("sold", seat=seat, good=move.good, price=move.price, units=units)


def sell_to_supply(state: State, seat: Seat, move: SellToSupply, fx: Effects) -> None:
    """TR-1: the market is full: 1 peso for a product, 3 for a good."""
    go_on_trading(state)
    hand_in(state, state.players[seat], move.good)
    earn(state, seat, move.price)
    units = state.market[move.good]
    fx.emit("sold_to_supply", seat=seat, good=move.good, price=move.price, units=units)


def take_material(state: State, seat: Seat, move: TakeMaterial, fx: Effects) -> None:
    """TR-3: a building material of any kind, and the marker."""
    state.markers["material"] = 1
    receive(state, state.players[seat], move.good)
    fx.emit("took_free", seat=seat, good=move.good, marker="material")
    end_task(state, fx)


def take_cheapest(state: State, seat: Seat, move: TakeCheapest, fx: Effects) -> None:
    """TR-4: a unit of the cheapest product on the market, and the marker."""
    state.markers["cheapest"] = 1
    take_from_market(state, seat, move.good)
    units = state.market[move.good]
    fx.emit("took_free", seat=seat, good=move.good, marker="cheapest", units=units)
    end_task(state, fx)
