"""What a client may ask of a table over a socket.

Each wish is answered with its own `ref`. It is carried out by `games.changing.services` from what
is stored; only for a move there is also a faster way, in `games.watching.visits`.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from games.changing import plan_changes, services
from games.rules.core.interface import Document


class SocketWish(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """Something to be done once for a user, and then answered."""

    ref: int
    waits_for_the_site: ClassVar[bool] = True
    """Whether it is refused before it is tried while the site is stopped."""

    def carry_out(self, table_id: int, user_id: int) -> int | None:
        """Do it; the number of the entry or message that it made, if any. Raises Refused."""
        raise NotImplementedError

    def is_asked_about(self, table_id: int, user_id: int) -> bool:
        """Whether the user is to confirm it first. Raises what `carry_out` raises."""
        return False


class Move(SocketWish, tag="move"):
    """The answer to a question; with `ask` it is not played if it cannot be taken back."""

    waits_for_the_site = False  # one that was stored before is answered as it was then
    question: str
    move: Document
    ask: bool = False

    def carry_out(self, table_id: int, user_id: int) -> int:
        return services.move_submit(
            table_id=table_id, user_id=user_id, question=self.question, move=self.move
        )

    def is_asked_about(self, table_id: int, user_id: int) -> bool:
        return self.ask and services.move_is_final(
            table_id=table_id, user_id=user_id, question=self.question, move=self.move
        )


class Undo(SocketWish, tag="undo"):
    """Take back one's latest move."""

    def carry_out(self, table_id: int, user_id: int) -> int:
        return services.move_undo(table_id=table_id, user_id=user_id)


class Resign(SocketWish, tag="resign"):
    """Give up."""

    def carry_out(self, table_id: int, user_id: int) -> int:
        return services.seat_resign(table_id=table_id, user_id=user_id)


class Return(SocketWish, tag="return"):
    """Take one's seat back from the bot that played on."""

    def carry_out(self, table_id: int, user_id: int) -> int:
        return services.seat_return(table_id=table_id, user_id=user_id)


class Orders(SocketWish, tag="orders"):
    """Store these standing orders, or with null go back to the game's defaults."""

    orders: Document | None

    def carry_out(self, table_id: int, user_id: int) -> None:
        plan_changes.orders_set(table_id=table_id, user_id=user_id, orders=self.orders)


class Shown(SocketWish, tag="shown"):
    """Remember up to which entry the user has seen what happened: they are not shown it again."""

    waits_for_the_site = False  # it is part of reading
    number: int

    def carry_out(self, table_id: int, user_id: int) -> None:
        services.seat_shown(table_id=table_id, user_id=user_id, number=self.number)


WISHES = (Move, Undo, Resign, Return, Orders, Shown)
