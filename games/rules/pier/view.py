"""What one viewer may see of a table of Pier."""

from __future__ import annotations

import msgspec

from games.rules.core.interface import Viewer
from games.rules.pier.ending import is_over
from games.rules.pier.state import Options, State


class PlayerView(msgspec.Struct, frozen=True):
    """One seat, as the viewer sees it."""

    coins: int
    crates: int
    has_bid: bool
    bid: int | None
    score: int | None
    held: list[int] | None  # which crates; None where the score is secret


class View(msgspec.Struct, frozen=True):
    """The table, as the viewer sees it."""

    row: list[int]
    deck: int
    players: list[PlayerView]
    taker: int | None
    taken: bool  # the taker has only to confirm
    options: Options


def look(state: State, viewer: Viewer, *, opened: bool = False) -> View:
    """Built from nothing: what is not named here stays hidden. `opened` is for looking back."""
    all_scores = state.options.public_scores or opened or is_over(state)
    players = [
        PlayerView(
            coins=player.coins,
            crates=len(player.crates),
            has_bid=player.bid is not None,
            bid=player.bid if opened or seat == viewer else None,
            score=player.score if all_scores or seat == viewer else None,
            held=list(player.crates) if all_scores or seat == viewer else None,
        )
        for seat, player in enumerate(state.players)
    ]
    return View(
        row=list(state.row),
        deck=len(state.deck),
        players=players,
        taker=state.taker,
        taken=state.taken,
        options=state.options,
    )
