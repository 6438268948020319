"""All changes of open tables, each with the table's row locked."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.blocks import are_apart
from accounts.mail.writing import write_invitation
from accounts.models import User
from accounts.selectors import user_named
from games.changing import services as games
from games.models import Seat, Table
from games.rules.core.codec import decode_options
from games.rules.core.interface import Rules
from lobby import selectors
from lobby.errors import (
    AlreadySeated,
    Apart,
    NotHost,
    NotInvited,
    NotNow,
    NotSeated,
    TableFull,
    TableNotOpen,
    TooFew,
    TooMany,
)
from lobby.models import Invitation, Notice
from lobby.opening import Terms, check_fit, check_terms, games_in_lobby
from lobby.realtime import tell_lobby, tell_users

MOST_OPEN = 10
"""How many open tables a host may have."""
MOST_INVITED = 20
"""How many unanswered invitations to a table there may be."""
MOST_AN_HOUR = 40
"""How many invitations a host may send in an hour, to all tables together."""
EXPIRES_AFTER = timedelta(days=14)
"""An open table is closed when nobody has sat down for so long."""


@transaction.atomic
def table_open(*, host: User, terms: Terms) -> Table:
    """Open a table and seat the host and the bots; a full table begins at once.

    Raises TableInvalid, TooMany.
    """
    options = check_terms(terms)
    User.objects.select_for_update().get(pk=host.pk)  # so that the limit holds
    if Table.objects.filter(host=host, status=Table.Status.OPEN).count() >= MOST_OPEN:
        raise TooMany
    table = Table.objects.create(
        game=terms.game,
        options=options,
        host=host,
        seats_min=terms.seats_min,
        seats_max=terms.seats_max,
        private=terms.private,
        days_per_move=terms.days_per_move,
        at_timeout=terms.at_timeout,
    )
    Seat.objects.create(table=table, place=0, user=host)
    bot = terms.bot or bot_for(table.rules)
    for place in range(1, terms.bots + 1):
        Seat.objects.create(table=table, place=place, bot=bot)
    _seats_changed(table, host)
    return table


def bot_for(rules: Rules[object]) -> str:
    """The bot that people play against: the game's stand-in for absent players."""
    return rules.stand_in


def table_against_bots(*, host: User, game: str, bots: int = 0, bot: str = "") -> Table:
    """Open a table for a person and so many of the game's bots: it begins at once.

    0 is as few as the game needs, "" its stand-in. Raises TableInvalid, TooMany.
    """
    rules = games_in_lobby().get(game)
    seats = bots + 1 if bots else max(rules.players[0] if rules else 0, 2)
    terms = Terms(game, seats, seats, bots=seats - 1, bot=bot, private=True)
    return table_open(host=host, terms=terms)


@transaction.atomic
def seat_take(*, table_id: int, user: User, token: str = "") -> Table:
    """Sit down; the last seat taken begins the table.

    A private table takes its token or an invitation. Raises TableNotOpen, AlreadySeated,
    TableFull, NotInvited.
    """
    table = _lock(table_id)
    seats = list(table.seats.all())
    if any(seat.user_id == user.pk for seat in seats):
        raise AlreadySeated
    invitation = selectors.invitations_to(table).filter(user=user).first()
    if table.private and token != table.token and invitation is None:
        raise NotInvited
    if len(seats) >= table.seats_max:
        raise TableFull
    if are_apart(user, [table.host_id, *(seat.user_id for seat in seats)]):
        raise Apart
    Seat.objects.create(table=table, place=len(seats), user=user)
    if invitation:
        invitation.status = Invitation.Status.ACCEPTED
        invitation.save(update_fields=["status"])
    _seats_changed(table, user)
    return table


@transaction.atomic
def seat_leave(*, table_id: int, user: User) -> None:
    """Leave a seat. A host hands the table to whoever sat down next; without any it is closed.

    Raises TableNotOpen, NotSeated.
    """
    table = _lock(table_id)
    seats = list(table.seats.order_by("place"))
    mine = next((seat for seat in seats if seat.user_id == user.pk), None)
    if mine is None:
        raise NotSeated
    mine.delete()
    left = [seat for seat in seats if seat is not mine]
    people = [seat for seat in left if seat.user_id]
    if not people:
        _clear(table, "host", told=[])
        return
    if table.host_id == user.pk:
        left.sort(key=lambda seat: seat is not people[0])  # the host has the first seat
        table.host = people[0].user
        table.save(update_fields=["host"])
        _notify({people[0].user_id}, table, Notice.Kind.HOST, about=user)
    _close_ranks(left)
    tell_lobby(table.pk)
    tell_users([user.pk, *(seat.user_id for seat in people)])


@transaction.atomic
def table_start(*, table_id: int, user: User) -> None:
    """Begin with those who have a seat, at the host's command.

    Raises TableNotOpen, NotHost, TooFew, and TableInvalid for an option that needs more players.
    """
    table = _lock_as_host(table_id, user)
    players = table.seats.count()
    if players < table.seats_min:
        raise TooFew
    check_fit(table.rules, decode_options(table.rules, table.options), players)
    _begin(table, user)


@transaction.atomic
def table_close(*, table_id: int, user: User) -> None:
    """Close an open table, at the host's command. Raises TableNotOpen, NotHost."""
    table = _lock_as_host(table_id, user)
    people = [seat.user_id for seat in table.seats.all()]
    _clear(table, "host", told=[person for person in people if person != user.pk])


@transaction.atomic
def invitation_send(*, table_id: int, user: User, name: str) -> Invitation:
    """Invite somebody by name to an open table. Nobody is invited twice, even after declining.

    Raises TableNotOpen, NotHost, TooMany, NotNow with the reason.
    """
    table = _lock_as_host(table_id, user)
    guest = user_named(name.strip())
    if guest is None:
        raise NotNow(_("There is nobody with that name."))
    if are_apart(guest, [user.pk, *table.seats.values_list("user_id", flat=True)]):
        raise NotNow(_("{name} cannot be invited to this table.").format(name=guest.username))
    User.objects.select_for_update().get(pk=user.pk)  # so that the limit holds
    if selectors.invited_lately(user, timezone.now() - timedelta(hours=1)) >= MOST_AN_HOUR:
        raise TooMany(_("You have invited many people: wait an hour before you invite more."))
    if table.seats.filter(user=guest).exists():
        raise NotNow(_("{name} is already at this table.").format(name=guest.username))
    if selectors.invitations_to(table).filter(user=guest).exists():
        raise NotNow(_("{name} has already been invited.").format(name=guest.username))
    if (
        selectors.invitations_to(table).filter(status=Invitation.Status.SENT).count()
        >= MOST_INVITED
    ):
        raise NotNow(_("Wait until somebody has answered."))
    invitation = Invitation.objects.create(table=table, user=guest)
    write_invitation(guest, user, table.pk, table.game)
    tell_lobby(table.pk)
    tell_users([guest.pk])
    return invitation


@transaction.atomic
def invitation_decline(*, table_id: int, user: User) -> None:
    """Decline; the host gets a notice. Raises NotInvited if there is no open invitation."""
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    sent = Invitation.objects.filter(table=table_id, user=user, status=Invitation.Status.SENT)
    if table is None or not sent.update(status=Invitation.Status.DECLINED):
        raise NotInvited
    if table.status == Table.Status.OPEN and table.host_id:
        _notify({table.host_id}, table, Notice.Kind.DECLINED, about=user)
        tell_lobby(table.pk)
    tell_users([user.pk, table.host_id])


def notice_dismiss(*, notice_id: int, user: User) -> None:
    """Delete a notice. Does nothing if there is none."""
    Notice.objects.filter(pk=notice_id, user=user).delete()


def tables_expire(*, now: datetime) -> int:
    """Close abandoned open tables, with a notice to those who have a seat. Returns how many.

    Each table is closed in a transaction of its own.
    """
    cleared = 0
    for table_id in selectors.tables_abandoned(now - EXPIRES_AFTER):
        with transaction.atomic():
            table = selectors.tables_abandoned_among(now - EXPIRES_AFTER, table_id)
            if table is not None:
                people = [seat.user_id for seat in table.seats.all()]
                _clear(table, "nobody", told=[*people, table.host_id])
                cleared += 1
    return cleared


def _lock(table_id: int) -> Table:
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None or table.status != Table.Status.OPEN:
        raise TableNotOpen
    return table


def _lock_as_host(table_id: int, user: User) -> Table:
    table = _lock(table_id)
    if table.host_id != user.pk:
        raise NotHost
    return table


def _close_ranks(seats: list[Seat]) -> None:
    for place, seat in enumerate(seats):
        seat.place = place
    Seat.objects.bulk_update(seats, ["place"])


def _seats_changed(table: Table, user: User) -> None:
    """Begin if the last seat was taken; notify the lobby and the users concerned."""
    if table.seats.count() == table.seats_max:
        _begin(table, user)
        return
    tell_lobby(table.pk)
    tell_users(table.seats.values_list("user_id", flat=True))


def _begin(table: Table, user: User) -> None:
    games.table_begin(table_id=table.pk, by=user.pk)
    tell_lobby(table.pk)
    tell_users(table.seats.values_list("user_id", flat=True))


def _notify(
    user_ids: set[int | None], table: Table, kind: Notice.Kind, about: User | None = None
) -> None:
    Notice.objects.bulk_create(
        Notice(user_id=user_id, table=table, kind=kind, about=about)
        for user_id in user_ids
        if user_id is not None
    )


def _clear(table: Table, reason: str, *, told: Iterable[int | None]) -> None:
    """Close an open table, with a notice to the users `told`."""
    invited = list(selectors.invitations_to(table).values_list("user_id", flat=True))
    seated = list(table.seats.values_list("user_id", flat=True))
    games.table_close(table_id=table.pk, reason=reason)
    selectors.invitations_to(table).filter(status=Invitation.Status.SENT).delete()
    kind = Notice.Kind.EXPIRED if reason == "nobody" else Notice.Kind.CLOSED
    _notify(set(told), table, kind)
    tell_lobby(table.pk)
    tell_users([*invited, *seated, *told])
