"""What an answer changes at once, told with the offer: coins, influence and swords."""

from __future__ import annotations

from games.rules.core.interface import Gains, Move, Seat
from games.rules.port_royal.components import CARDS, CONTRACT_INFLUENCE, CONTRACTS, Card
from games.rules.port_royal.contracts import can_advance, foe, holds, next_space
from games.rules.port_royal.expeditions import crews
from games.rules.port_royal.moves import Forgo, Fulfil, Gift, Hire, Send, Trade
from games.rules.port_royal.state import ChooseCrew, Contract, GiveCoin, Player, State
from games.rules.port_royal.trade import earnings

MOST_AT_ONCE = 20  # coins given by one answer; with fewer cards to draw nothing is told

Change = dict[str, int]


def gains_of(state: State, seat: Seat, move: Move) -> Gains:
    """What trading, hiring and sending bring and cost, and the coin for the active player."""
    if len(state.draw) + len(state.discard) < MOST_AT_ONCE:
        return {}  # 3.2: there may be no coins left
    match move:
        case Trade(card) if not CARDS[card].gift:
            return trading(state, seat, CARDS[card])
        case Forgo(card) if not CARDS[card].gift:
            return forgoing(state, seat, CARDS[card])
        case Gift(seat=receiver) if isinstance(state.task, GiveCoin):
            return giving(state, seat, receiver, state.task)
        case Hire(card=card):
            return hiring(state, seat, CARDS[card])
        case Fulfil(expedition):
            return fulfilling(state, seat, CARDS[expedition])
        case Send(persons) if isinstance(state.task, ChooseCrew):
            return {seat: sending(state, seat, CARDS[state.task.expedition], persons)}
    return {}


def with_fee(state: State, seat: Seat, own: Change) -> Gains:
    """3.5: whoever is not the active player pays a coin to the one who is."""
    if seat == state.turn.active:
        return {seat: filled(own)} if any(own.values()) else {}
    own["coins"] = own.get("coins", 0) - 1
    found = {seat: filled(own), state.turn.active: {"coins": 1}}
    return {place: change for place, change in found.items() if change}


def filled(change: Change) -> Change:
    """A change without its zeros."""
    return {name: count for name, count in change.items() if count}


def trading(state: State, seat: Seat, ship: Card) -> Gains:
    """3.5: the coins of the ship and of the traders."""
    return with_fee(state, seat, {"coins": earnings(state.players[seat], ship)})


def forgoing(state: State, seat: Seat, ship: Card) -> Gains:
    """5: a step of the contract instead of the coins; past the end of its track it pays."""
    name = foe(state, seat, ship)
    contract = state.contract(name) if name else None
    if contract is None or not can_advance(state, seat, contract):
        return with_fee(state, seat, {})
    done = contract.steps[seat] + 1 > CONTRACTS[contract.name].track
    return with_fee(state, seat, rewards(state, seat, [contract] if done else []))


def giving(state: State, seat: Seat, receiver: Seat, task: GiveCoin) -> Gains:
    """1.5: the ship is traded now, and its gift goes to somebody."""
    ship = CARDS[task.ship]
    change = forgoing(state, seat, ship) if task.forgo else trading(state, seat, ship)
    found = {place: dict(one) for place, one in change.items()}
    given = found.setdefault(receiver, {})
    given["coins"] = given.get("coins", 0) + 1
    return {place: kept for place, one in found.items() if (kept := filled(one))}


def hiring(state: State, seat: Seat, card: Card) -> Gains:
    """3.5: the price; influence, swords and contracts of the display with the person in it."""
    player = state.players[seat]
    own = {"coins": -player.price(card), "influence": card.influence, "swords": card.swords}
    if state.contracts:
        later = Player(persons=[*player.persons, card.id], expeditions=player.expeditions)
        add(own, rewards(state, seat, fulfilled(state, seat, later)))
    return with_fee(state, seat, own)


def fulfilling(state: State, seat: Seat, expedition: Card) -> Gains:
    """3.8: what comes of every crew that could go, who is asked for next; else nothing is told."""
    ways = [
        sending(state, seat, expedition, crew) for crew in crews(state.players[seat], expedition)
    ]
    return {seat: ways[0]} if all(way == ways[0] for way in ways) else {}


def sending(state: State, seat: Seat, expedition: Card, roles: tuple[str, ...]) -> Change:
    """3.8: the expedition joins the display, the persons leave it."""
    player = state.players[seat]
    staying = list(player.persons)
    own = {"coins": expedition.coins, "influence": expedition.influence, "swords": 0}
    for role in roles:
        person = next(card for card in staying if CARDS[card].role == role)
        staying.remove(person)
        own["influence"] -= CARDS[person].influence
        own["swords"] -= CARDS[person].swords
    if state.contracts:
        later = Player(persons=staying, expeditions=[*player.expeditions, expedition.id])
        add(own, rewards(state, seat, fulfilled(state, seat, later)))
    return filled(own)


def fulfilled(state: State, seat: Seat, later: Player) -> list[Contract]:
    """5: the contracts that a display would fulfil, those that pay more first, a cube for each."""
    cubes = state.players[seat].cubes
    due = [c for c in state.contracts if seat not in c.done and holds(later, c.name)]
    return sorted(due, key=next_space, reverse=True)[:cubes]


def rewards(state: State, seat: Seat, contracts: list[Contract]) -> Change:
    """5, 1.6: the coins of the best spaces, and the influence of so many contracts more."""
    before = state.fulfilled(seat)
    steps = CONTRACT_INFLUENCE[state.options.edition][before : before + len(contracts)]
    return {"coins": sum(map(next_space, contracts)), "influence": sum(steps)}


def add(own: Change, more: Change) -> None:
    """Two changes as one."""
    for name, count in more.items():
        own[name] = own.get(name, 0) + count
