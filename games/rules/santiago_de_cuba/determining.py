"""A table that agrees with a view: the reverse of `look`."""

from __future__ import annotations

from games.rules.core.effects import Effects, Rng
from games.rules.core.interface import Seat
from games.rules.santiago_de_cuba.buildings import ask_use
from games.rules.santiago_de_cuba.components import GOODS, PIECES, Good, Regular
from games.rules.santiago_de_cuba.cubans import ask_alonso, gifts
from games.rules.santiago_de_cuba.delivery import ask_delivery
from games.rules.santiago_de_cuba.state import Player, State, Via
from games.rules.santiago_de_cuba.view import PlayerView, View

PESOS = range(7)  # seen in games: seldom more than six, three on the average
POINTS_AT_START, POINTS_PER_SHIP = 2, 20  # of a ship, together; what seats have on the average
TRIES = 200  # of draws for which the game would have gone on by itself


def determined(view: View, rng: Rng) -> State:
    """What lies behind screens is drawn until the question that is pending can be pending."""
    fx = Effects(rng)
    state = open_table(view)
    hidden = [seen.seat for seen in view.players if seen.holdings is None]
    for _ in range(TRIES if hidden else 0):
        fill_screens(state, hidden, fx)
        if can_be_pending(state):
            break
    return state


def open_table(view: View) -> State:
    """All that the view shows; behind screens there is nothing yet."""
    buildings = [seen for quarter in view.quarters for seen in quarter.buildings]
    return State(
        options=view.options,
        players=[player_of(seen) for seen in view.players],
        road=[station.stop for station in view.road],
        buildings=[seen.building for seen in buildings],
        stock=dict(view.stock),
        start=view.start,
        active=view.active,
        turn=view.turn,
        phase=view.phase,
        car=view.car,
        laps=view.laps,
        ship=view.ship,
        value=view.value,
        rolled={die.good: die.face for die in view.dice},
        demand=demand_of(view),
        face_down=[
            station.stop
            for station in view.road
            if not station.face_up and station.stop != "harbour"
        ],
        owners={seen.building: seen.owner for seen in buildings if seen.owner is not None},
        via=via_of(view),
        entered=view.entered,
        givers=list(view.givers),
        deliverer=view.deliverer or 0,
        passed=list(view.passed),
        delivery_waits=view.delivery_waits,
        ending=view.ending,
    )


def player_of(seen: PlayerView) -> Player:
    """A seat with what it is seen to hold."""
    held = seen.holdings
    if held is None:
        return Player(dict.fromkeys(GOODS, 0), pawn=seen.pawn)
    return Player(dict(held.goods), held.pesos, held.points, seen.pawn, dict(held.sources))


def demand_of(view: View) -> dict[Regular, int]:
    """What the ship still wants; the faces of its dice as rolled are forgotten."""
    return {die.good: die.face for die in view.dice if die.place == "ship"}


def via_of(view: View) -> Via:
    """How the building that is about to be used was reached."""
    stop = view.road[view.car].stop
    if view.phase == "alonso":
        return "alonso"
    if stop == "el_zorro":
        return "zorro"
    return "pawn" if view.entered or stop == "harbour" else "all_occupied"


def fill_screens(state: State, hidden: list[Seat], fx: Effects) -> None:
    """Every good that is neither in the stock nor seen lies behind any of the screens."""
    shut = [state.players[seat] for seat in hidden]
    for player in shut:
        player.goods = dict.fromkeys(GOODS, 0)
    for good in GOODS:
        for _ in range(loose(state, good)):
            fx.pick(shut).goods[good] += 1
    average = POINTS_AT_START + POINTS_PER_SHIP * (state.ship - 1) // len(state.players)
    for player in shut:
        player.pesos = fx.pick(PESOS)
        player.points = fx.pick(range(2 * average + 1))
        player.sources = {"earlier": player.points}


def loose(state: State, good: Good) -> int:
    """How many pieces of a good are nowhere yet."""
    return PIECES - state.stock[good] - sum(player.goods[good] for player in state.players)


def can_be_pending(state: State) -> bool:
    """Whether what is asked leaves a choice: else it would have been answered at once.

    Whoever still owes a gift has something to give.
    """
    match state.phase:
        case "gift":
            return all(gifts(state, seat) for seat in state.givers)
        case "alonso":
            decisions = ask_alonso(state)
        case "use":
            decisions = ask_use(state)
        case "deliver":
            decisions = ask_delivery(state)
        case _:
            return True
    return all(len(decision.moves) > 1 or not decision.auto for decision in decisions)
