"""The same again: people, options, pace and colours of a finished table, seats turned by one."""

from __future__ import annotations

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.notices.selecting import invitation_owe
from accounts.people.blocks import are_apart
from accounts.people.own_pages import tell_users
from games.bots.levels import names_of
from games.models import Seat, Table
from games.rules.core.editions import renewed
from games.rules.core.interface import Document
from games.rules.core.levels import USUAL_LEVEL
from games.rules.registry import GAMES
from games.telling.wording import GONE
from lobby.models import Invitation
from lobby.tables import selectors, services
from lobby.tables.changes import check_invited, lock
from lobby.tables.colours import colour_kept, colours_free
from lobby.tables.errors import NotNow, NotSeated
from lobby.tables.realtime import tell_lobby
from lobby.tables.shares import NOTHING, Added
from lobby.terms.opening import Terms, terms_of


@transaction.atomic
def table_again(*, table_id: int, user: User, added: Added = NOTHING) -> Table:
    """Open a table like a finished one and invite the others; or join the one that there is.

    The finished table's row is locked, so that those who ask at the same moment meet at one table.
    Raises NotNow, NotSeated, and what opening a table or sitting down raises, such as AccountNeeded
    for a guest among people.
    """
    before = Table.objects.select_for_update().filter(pk=table_id).first()
    if before is None or before.status != Table.Status.FINISHED:
        raise NotNow(_("Only a finished game can be played again."))
    seats = list(before.seats.select_related("user"))
    if all(seat.user_id != user.pk for seat in seats):
        raise NotSeated
    there = selectors.rematch_of(before)
    if there is not None:
        return joined(there, user, added.share)
    others = [seat.user for seat in seats if seat.user and seat.user_id != user.pk]
    table = services.table_open(
        host=user,
        terms=terms_again(before, seats),
        rematch_of=before,
        colour=colour_kept(before, user.pk),
        added=added,
    )
    invite(table, user, others)
    return table


def joined(table: Table, user: User, share: str) -> Table:
    """The rematch that somebody else has asked for, where the user sits down if it is open."""
    if table.status == Table.Status.OPEN and not table.seats.filter(user=user).exists():
        kept = colour_kept(table.rematch_of, user.pk)
        free = colours_free(table.game, lock(table.pk).seats.all())
        colour = kept if kept in free else ""
        return services.seat_take(table_id=table.pk, user=user, colour=colour, share=share)
    return table


def terms_again(table: Table, seats: list[Seat]) -> Terms:
    """The terms of a table that was played by so many, in the newest edition of its game.

    The seat of a deleted account is free.
    """
    bots = [seat for seat in seats if seat.user_id is None and seat.bot != GONE]
    known = table.rules.levels if table.game in GAMES else {}
    return Terms(
        game=table.game,
        bots=len(bots),
        bot=level_of(table, bots),
        **{
            **terms_of(table),
            "seats_min": min(table.seats_min, len(seats)),
            "seats_max": len(seats),
            "options": options_again(table),
            "stand_in": table.terms.stand_in if table.terms.stand_in in known else USUAL_LEVEL,
        },
    )


def terms_remembered(user: User, game: str) -> Terms | None:
    """The terms of the latest table of a game that a user has opened for others, if there is one.

    In the newest edition of the game.
    """
    table = selectors.last_opened_by(user, game)
    if table is None:
        return None
    terms = terms_again(table, list(table.seats.all()))
    return msgspec.structs.replace(terms, seats_min=table.seats_min, seats_max=table.seats_max)


def options_again(table: Table) -> Document:
    """The options of a table that is played again: those of the newest edition."""
    return renewed(table.rules, table.options) if table.game in GAMES else table.options


def level_of(table: Table, bots: list[Seat]) -> str:
    """The level of the bots at a table, where the game still has it."""
    known = names_of(table.rules) if table.game in GAMES else []
    return next((seat.bot for seat in bots if seat.bot in known), "")


def invite(table: Table, host: User, others: list[User]) -> None:
    """Invite those who may meet the host. Raises TooMany."""
    guests = [user for user in others if user.is_active and not are_apart(host, [user.pk])]
    check_invited(host, len(guests))
    for user in guests:
        Invitation.objects.create(table=table, user=user)
        invitation_owe(user, host, table.pk)
    tell_lobby(table.pk)
    tell_users(user.pk for user in guests)
