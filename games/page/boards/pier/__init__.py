"""What the board of Pier is drawn from, with `templates/games/pier/`."""

from __future__ import annotations

from collections.abc import Sequence

from games.page.boards import Board, BoardSection, Icon, Sitting, Values
from games.page.boards.pier.description import description
from games.page.boards.pier.icons import RESOURCES, icon_of
from games.rules.core.texts import Wording


class PierBoard(Board):
    """Crates in a row, a boat with the others, and what everybody has."""

    regions = {"take": "row"}
    """The row comes forward while a crate is to be taken. The template marks it by this name."""
    resources = RESOURCES

    def facts(self, view: Values, seats: Sequence[Sitting]) -> Values:
        """The values of the macro `board`: the same for all viewers, who share the drawing."""
        taker = None if view["taker"] is None else seats[view["taker"]]
        return {
            "row": view["row"],
            "deck": view["deck"],
            "taker": taker and {"colour": taker.colour, "name": taker.name},
        }

    def description(
        self, view: Values, seats: Sequence[Sitting], words: Wording
    ) -> list[BoardSection]:
        return description(view, seats, words)

    def icon_of(self, move: Values) -> Icon | None:
        return icon_of(move)


BOARD = PierBoard()
