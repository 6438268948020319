"""What Pier says."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text

TEXTS: dict[str, Text] = {
    "game.title": N_("Pier"),
    "game.blurb": N_("A small game of sealed bids for the crates on the quay."),
    "option.public_scores": N_("Public scores"),
    "option.public_scores.help": N_("Everybody sees what every hold is worth."),
    "prompt.bid": N_("How much do you bid for the first choice?"),
    "prompt.take": N_("Take a crate."),
    "prompt.confirm": N_("End your turn?"),
    "move.Bid": NP_("{coins} coin", "{coins} coins", by="coins"),
    "move.Take": N_("Crate {crate}"),
    "move.EndTurn": N_("End turn"),
    "why.coins": NP_("You have {coins} coin.", "You have {coins} coins.", by="coins"),
    "gain.points": NP_("point", "points"),
    "amount.Bid": N_("Coins"),
    "event.opened": N_("The first row: {row}."),
    "event.bid_sealed": N_("{seat:seat} has bid."),
    "event.bid_sealed.known": N_("{seat:seat} has bid {coins}."),
    "event.bids_opened": N_("The bids: {bids}. {taker:seat} takes a crate."),
    "event.took": N_("{seat:seat} takes crate {crate}."),
    "event.refilled": N_("The row is now {row}."),
    "board.quay": N_("On the quay"),
    "board.boat": N_("In the boat, face down"),
    "board.holds": N_("The players"),
    "board.chooses": N_("{taker:seat} chooses a crate."),
    "board.crates": NP_("{crates} crate", "{crates} crates", by="crates"),
    "board.points": NP_("{score} point", "{score} points", by="score"),
    "board.has_bid": N_("has bid"),
    "board.bid": N_("has bid {bid}"),
    "help.boat": N_(
        "Crates: {count}. They lie in the boat face down and come into the row in turn."
    ),
    "help.crate": N_("Crate {crate}: Whoever takes it gets as many points as its number."),
    "help.coins": N_("Coins: {count}. You bid with them, and each one left at the end is 1 point."),
    "help.crates": N_("Crates: {count}. At the end each counts as many points as its number."),
    "help.points": N_("Points: {count}. Whoever has the most at the end wins."),
    "help.bid": N_("Bid ({count}): The highest bidder pays it and takes a crate."),
    "ending.pier_empty": N_("No crate is left."),
    "source.crates": N_("Crates"),
    "source.coins": N_("Coins left"),
}
