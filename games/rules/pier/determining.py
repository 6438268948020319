"""A table that agrees with a view: the reverse of `look`."""

from __future__ import annotations

from games.rules.core.effects import Effects, Rng
from games.rules.pier.components import CRATES
from games.rules.pier.state import Player, State
from games.rules.pier.view import PlayerView, View


def determined(view: View, rng: Rng) -> State:
    """What is not seen is in the deck or with somebody; a sealed bid is any that can be paid."""
    fx = Effects(rng)
    unseen = unseen_crates(view)
    fx.shuffle(unseen)
    players = [player_of(seen, unseen, fx) for seen in view.players]
    return State(view.options, players, unseen, list(view.row), view.taker, view.taken)


def unseen_crates(view: View) -> list[int]:
    """The crates of which the viewer does not know where they are."""
    seen = {*view.row, *(crate for player in view.players for crate in player.held or ())}
    return [crate for crate in CRATES if crate not in seen]


def player_of(seen: PlayerView, unseen: list[int], fx: Effects) -> Player:
    """A seat; what is hidden of it is drawn."""
    crates = fx.draw(unseen, seen.crates) if seen.held is None else list(seen.held)
    bid = seen.bid
    if seen.has_bid and bid is None:
        bid = fx.pick(range(seen.coins + 1))
    return Player(seen.coins, crates, bid)
