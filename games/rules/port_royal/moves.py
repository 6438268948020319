"""Every answer a player of Port Royal can give."""

from __future__ import annotations

from games.rules.core.interface import Move, Seat
from games.rules.port_royal.components import CARDS


class Reveal(Move, frozen=True):
    """Turn up the top card of the pile (3.4)."""

    routine = True  # several in every turn
    points_at = "pile"


class Stop(Move, frozen=True):
    """Stop discovering; trade & hire begins (3.5)."""


class Repel(Move, frozen=True):
    """Send the ship just turned up away (3.4)."""

    points_at = "ship"


class Accept(Move, frozen=True):
    """Let the ship just turned up into the harbour (3.4)."""


class Trade(Move, frozen=True):
    """Take a ship and its coins (3.5)."""

    points_at = "card:{move.card}"

    card: int
    coins: int  # with those of the traders; here for the text of the button

    @property
    def phrase(self) -> str:
        return "move.Trade.gift" if CARDS[self.card].gift else "move.Trade"


class Forgo(Move, frozen=True):
    """Take a ship without its coins, for the sake of a contract (5)."""

    card: int
    contract: str  # the name of the contract it serves


class Gift(Move, frozen=True):
    """Say who gets the coin that a ship gives away (1.5)."""

    points_at = "seat:{move.seat}"

    seat: Seat


class Hire(Move, frozen=True):
    """Pay for a person, who joins the display (3.5)."""

    points_at = "card:{move.card}"

    card: int
    price: int  # without the coin for the active player
    number: int  # among the cards of this turn: it tells equal cards apart
    influence: int  # here for the text of the button, like the two before


class Fulfil(Move, frozen=True):
    """Go on an expedition of the row (3.8)."""

    points_at = "card:{move.card}"

    card: int


class Send(Move, frozen=True):
    """Say who goes on the expedition (3.8)."""

    persons: tuple[str, ...]


class Pass(Move, frozen=True):
    """Take no more cards (3.5)."""
