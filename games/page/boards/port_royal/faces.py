"""The faces of the cards of Port Royal: what is printed on them, the same at every table."""

from __future__ import annotations

from typing import Any

from games.page.boards.port_royal.signs import SHORT, SIGNS, ship_of
from games.rules.port_royal.view import FACES, CardView

KINDS = ("person", "ship", "expedition", "tax")  # of cards, as the discard pile is listed


class CardFace(str):
    """The name of a face, with all that is printed on it. Parts are cached by the name alone."""

    kind: str  # "person", "ship", "expedition" or "tax"
    name: str  # as in `CardView`
    drawn: str  # of a person: whose bust
    hue: str  # the class of its colours
    ship: str  # of a person: which ship is in its sign
    short: tuple[str, str] | None  # of a person: what it is good for, on a tile
    needs: list[tuple[str, int]]  # of an expedition: icons and where they are drawn
    gift: bool
    about: str  # the sentence about it, and what fills it in
    facts: dict[str, Any]

    def __new__(cls, card: CardView) -> CardFace:
        """The face of a card."""
        made = super().__new__(cls, card.face)
        made.kind, made.name, made.gift = card.kind, card.name, card.gift
        made.drawn = card.role or card.name
        made.hue = card.name.partition("_")[2] if card.role else card.name
        made.ship = ship_of(card.name)
        made.short = SHORT.get(made.drawn) or SIGNS.get(made.drawn, (None,))[0]
        places = (62, 138) if len(card.needs) == 2 else (44, 100, 156)
        made.needs = list(zip(card.needs, places, strict=False))
        made.about = f"board.{'gift_ship' if card.gift else card.kind}"
        made.facts = {
            "cost": card.cost,
            "influence": card.influence,
            "coins": card.coins,
            "swords": "skull" if card.skull else str(card.swords),
        }
        return made


FACE = {card.face: CardFace(card) for card in FACES}
LISTED = sorted(FACE.values(), key=lambda face: KINDS.index(face.kind))
"""All faces, as the discard pile is listed: by kind, and in the order of the cards."""
