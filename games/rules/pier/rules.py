"""Pier: bid in secret for the first choice of a crate; the richest hold wins."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.core.effects import Effects
from games.rules.core.interface import (
    Decision,
    Rules,
    Seat,
    Viewer,
    play_at_random,
)
from games.rules.pier import determining, ending, invariants, opening, reasons
from games.rules.pier.bots import outlast
from games.rules.pier.gains import gains_of
from games.rules.pier.migrations import MIGRATIONS
from games.rules.pier.moves import Bid, EndTurn, Take
from games.rules.pier.state import Options, State
from games.rules.pier.texts import TEXTS
from games.rules.pier.view import View, look


class Pier(Rules[State]):
    """The rule sheet is in RULES.md."""

    slug = "pier"
    version = 2
    players = range(2, 5)
    minutes = (5, 15)
    weight = "light"
    options_type = Options
    option_origins = {"public_scores": "site"}
    state_type = State
    move_types = (Bid, Take, EndTurn)
    endings = ("pier_empty",)
    texts = TEXTS
    bots = {"greedy": outlast, "random": play_at_random}
    stand_in = "greedy"
    sources = ("crates", "coins")
    migrations = MIGRATIONS
    in_lobby = False

    setup = staticmethod(opening.set_up)
    view = staticmethod(look)
    determine = staticmethod(determining.determined)
    gains = staticmethod(gains_of)
    outcome = staticmethod(ending.outcome)
    results = staticmethod(ending.results)
    check = staticmethod(invariants.check)
    unavailable = staticmethod(reasons.unavailable)
    opens_log = staticmethod(ending.is_over)

    def pending(self, state: State) -> Sequence[Decision]:
        if state.taker is not None:
            if state.taken:
                return [Decision(state.taker, "confirm", [EndTurn()], auto=False)]
            return [Decision(state.taker, "take", [Take(crate) for crate in state.row])]
        if ending.is_over(state):
            return []
        return [
            Decision(seat, "bid", [Bid(n) for n in range(player.coins + 1)], default=Bid(0))
            for seat, player in enumerate(state.players)
            if player.bid is None
        ]

    def apply(self, state: State, seat: Seat, move: Bid | Take | EndTurn, fx: Effects) -> None:
        player = state.players[seat]
        match move:
            case Bid(coins):
                player.bid = coins
                fx.emit("bid_sealed", seat=seat, private={seat: {"coins": coins}})
                if all(other.bid is not None for other in state.players):
                    open_bids(state, fx)
            case Take(crate):
                state.row.remove(crate)
                player.crates.append(crate)
                state.taken = True
                fx.emit("took", seat=seat, crate=crate)
            case EndTurn():
                state.row += fx.draw(state.deck)
                state.taker, state.taken = None, False
                fx.emit("refilled", row=list(state.row))

    def open_view(self, state: State, viewer: Viewer) -> View:
        return look(state, viewer, opened=True)


def open_bids(state: State, fx: Effects) -> None:
    """PI-3: the highest bidder pays and takes; of equal bids the lowest seat's counts."""
    bids = [player.bid or 0 for player in state.players]
    state.taker = bids.index(max(bids))
    state.players[state.taker].coins -= max(bids)
    for player in state.players:
        player.bid = None
    fx.reveal()
    fx.emit("bids_opened", bids=bids, taker=state.taker)
