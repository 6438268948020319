"""The colours of seats at open tables, where the rules of a game let players choose them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.own_pages import tell_users
from config.web.refusal import Malformed
from games.models import Seat, Table
from games.page.boards import board_of
from lobby.tables.changes import lock
from lobby.tables.errors import ColourTaken, NotSeated
from lobby.tables.realtime import tell_lobby
from lobby.tables.selectors import Reader

LATELY = 20
"""The number of a user's latest seats in which their usual colour is looked for."""


def colours_offered(game: str) -> Sequence[str]:
    """Return the colours that players of a game choose from; none if they do not choose."""
    board = board_of(game)
    return board.colours if board.colours_chosen else ()


def colours_free(game: str, others: Iterable[Seat]) -> list[str]:
    """Return those that others at a table have not chosen."""
    taken = {seat.colour for seat in others}
    return [colour for colour in colours_offered(game) if colour not in taken]


def check_colour(game: str, colour: str, others: Iterable[Seat] = ()) -> None:
    """Raise Malformed or ColourTaken for what nobody can choose beside others; "" is no colour."""
    if colour and colour not in colours_offered(game):
        raise Malformed(_("There is no such colour in this game."), "colour")
    if colour and colour not in colours_free(game, others):
        raise ColourTaken(field="colour")


@transaction.atomic
def colour_choose(*, table_id: int, user: User, colour: str) -> None:
    """Give one's seat another colour before the game begins, or none: "".

    Raises TableNotOpen, NotSeated, Malformed, ColourTaken.
    """
    table = lock(table_id)
    seats = list(table.seats.all())
    mine = next((seat for seat in seats if seat.user_id == user.pk), None)
    if mine is None:
        raise NotSeated
    check_colour(table.game, colour, (seat for seat in seats if seat is not mine))
    mine.colour = colour
    mine.save(update_fields=["colour"])
    tell_lobby(table.pk)
    tell_users(seat.user_id for seat in seats)


def colour_kept(before: Table | None, user_id: int | None) -> str:
    """Return what a user had at the table that is played again; "" if nothing is kept."""
    if before is None or user_id is None or not colours_offered(before.game):
        return ""
    seats = list(before.seats.order_by("place"))
    colours = board_of(before.game).colours_of(None, [seat.colour for seat in seats])
    kept = (colour for seat, colour in zip(seats, colours, strict=True) if seat.user_id == user_id)
    return next(kept, "")


def colour_usual(reader: Reader, free: Sequence[str], kept: str = "") -> str:
    """Return which of the free colours is marked for a reader: the last they chose, or the first.

    One that is `kept` comes before these.
    """
    chosen = [kept]
    if reader.pk is not None:
        lately = Seat.objects.filter(user=reader.pk).order_by("-table")
        chosen += lately.values_list("colour", flat=True)[:LATELY]
    return next((colour for colour in chosen if colour in free), free[0] if free else "")
