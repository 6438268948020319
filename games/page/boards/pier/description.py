"""The board of Pier in words."""

from __future__ import annotations

from collections.abc import Sequence

from games.page.boards import BoardSection, Sitting, Values
from games.rules.core.texts import Wording


def description(view: Values, seats: Sequence[Sitting], words: Wording) -> list[BoardSection]:
    """The row on the quay, the boat, and what everybody has, as far as the viewer may know it."""
    row = [words.say("move.Take", {"crate": crate}) for crate in view["row"]]
    choosing = view["taker"] is not None
    if choosing:
        row.append(words.say("board.chooses", {"taker": view["taker"]}))
    boat = words.say("board.crates", {"crates": view["deck"]})
    holds = [hold(place, player, words) for place, player in enumerate(view["players"])]
    return [
        BoardSection("quay", words.say("board.quay"), row, now=choosing),
        BoardSection("boat", words.say("board.boat"), [boat]),
        BoardSection("holds", words.say("board.holds"), holds, now=not choosing),
    ]


def hold(place: int, player: Values, words: Wording) -> str:
    """What one player has: "Ana: 3 coins, 2 crates, 14 points, has bid 2"."""
    told = [words.say("move.Bid", player), words.say("board.crates", player)]
    if player["score"] is not None:
        told.append(words.say("board.points", player))
    if player["has_bid"]:
        told.append(words.say("board.has_bid" if player["bid"] is None else "board.bid", player))
    return f"{words.word('seat', place)}: {', '.join(told)}"
