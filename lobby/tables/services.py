"""All changes of open tables, each with the table's row locked."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.notices.selecting import invitation_owe
from accounts.people.blocks import are_apart
from accounts.people.own_pages import tell_users
from accounts.people.rights import need_account
from accounts.people.selectors import user_named
from accounts.signing_in.guests.services import guest_count
from config.web.counting import check_most, within
from config.web.isolates import isolated
from config.web.limits import OPEN_TABLES, TABLES
from config.web.limits import UNANSWERED_INVITATIONS as MOST_INVITED
from games.changing import services as games
from games.models import Seat, Table
from games.rules.core.codec import decode_options
from games.rules.core.interface import AnyState, Rules
from lobby.models import Consent, Invitation, MailedInvitation, Notice
from lobby.tables import selectors
from lobby.tables.changes import (
    begin,
    check_invited,
    close_ranks,
    is_disputed,
    lock,
    lock_as_host,
    notify,
    seats_changed,
)
from lobby.tables.colours import check_colour
from lobby.tables.conditions import check_wanted
from lobby.tables.errors import (
    AlreadySeated,
    Apart,
    Disputed,
    ForPeople,
    NotInvited,
    NotNow,
    NotSeated,
    TableFull,
    TermsChanged,
    TooFew,
)
from lobby.tables.realtime import tell_lobby
from lobby.tables.shares import NOTHING, Added, check_share, secret_for
from lobby.terms.opening import Terms, check_fit, check_terms, games_in_lobby, stamp_of, terms_of

EXPIRES_AFTER = timedelta(days=14)
"""An open table is closed when nobody has sat down for so long."""


@transaction.atomic
def table_open(
    *,
    host: User,
    terms: Terms,
    rematch_of: Table | None = None,
    colour: str = "",
    added: Added = NOTHING,
) -> Table:
    """Open a table and seat the host and the bots; a full table begins at once.

    Guests only open tables that bots fill; all but the first count as guests do. Raises
    TableInvalid, TooMany, AccountNeeded, and Malformed for a `colour` that the host cannot
    have, or for what cannot be `added`.
    """
    if terms.bots + 1 < terms.seats_max:
        need_account(host)
    if host.is_guest and Table.objects.filter(host=host).exists():
        guest_count()
    columns = {**terms_of(terms), "options": check_terms(terms)}
    check_colour(terms.game, colour)
    check_opened(host)
    columns["secret"] = secret_for(added)
    table = Table.objects.create(game=terms.game, host=host, rematch_of=rematch_of, **columns)
    Seat.objects.create(table=table, place=0, user=host, colour=colour, share=added.share)
    bot = terms.bot or bot_for(table.rules)
    for place in range(1, terms.bots + 1):
        Seat.objects.create(table=table, place=place, bot=bot)
    seats_changed(table, host)
    return table


def check_opened(host: User) -> None:
    """Raise TooMany for somebody who may not open one more table."""
    User.objects.select_for_update().get(pk=host.pk)  # so that the limits hold
    there = Table.objects.filter(host=host).aggregate(
        open=Count("pk", filter=Q(status=Table.Status.OPEN)),
        lately=Count("pk", filter=within(TABLES, "opened_at")),
    )
    check_most(OPEN_TABLES, there["open"])
    check_most(TABLES, there["lately"])


def bot_for(rules: Rules[AnyState]) -> str:
    """The bot that people play against: the game's stand-in for absent players."""
    return rules.stand_in


def table_against_bots(
    *,
    host: User,
    game: str,
    bots: int = 0,
    bot: str = "",
    hints: bool = True,
    colour: str = "",
    added: Added = NOTHING,
) -> Table:
    """Open a table for a person and so many of the game's bots: it begins at once.

    0 is as few as the game needs, "" its stand-in. As nobody else plays, there are hints unless the
    host wants none. Raises what `table_open` raises.
    """
    rules = games_in_lobby().get(game)
    seats = bots + 1 if bots else max(rules.players[0] if rules else 0, 2)
    terms = Terms(game, seats, seats, bots=seats - 1, bot=bot, private=True, hints=hints)
    return table_open(host=host, terms=terms, colour=colour, added=added)


@transaction.atomic
def seat_take(
    *,
    table_id: int,
    user: User,
    token: str = "",
    seen: str = "",
    colour: str = "",
    share: str = "",
) -> Table:
    """Sit down; the last seat taken begins the table.

    A private table takes its token, that of a letter, or an invitation; so does a public one from
    a guest, unless its host allows guests. `seen` names the terms that the user has seen, if that
    is known (`stamp_of`). Raises TableNotOpen, AlreadySeated, TableFull, NotInvited,
    AccountNeeded, Unwanted, Apart, TermsChanged, and Malformed or ColourTaken for the `colour`
    they want or the `share` they add.
    """
    table = lock(table_id)
    seats = list(table.seats.all())
    if any(seat.user_id == user.pk for seat in seats):
        raise AlreadySeated
    _admit(table, user, token)
    if seen and seen != stamp_of(table):
        raise TermsChanged
    if len(seats) >= table.seats_max:
        raise TableFull
    if are_apart(user, [table.host_id, *(seat.user_id for seat in seats)]):
        raise Apart
    check_colour(table.game, colour, seats)
    check_share(share)
    Seat.objects.create(table=table, place=len(seats), user=user, colour=colour, share=share)
    selectors.invitations_to(table.pk).filter(user=user).update(status=Invitation.Status.ACCEPTED)
    letters = selectors.letter_with(token).filter(table=table)
    letters.update(status=MailedInvitation.Status.ACCEPTED)
    seats_changed(table, user)
    return table


def _admit(table: Table, user: User, token: str) -> None:
    """Raise NotInvited, ForPeople, AccountNeeded or Unwanted for whoever a table is not for.

    Programs take an invitation everywhere: nobody meets one who has not asked for it.
    """
    invitation = Invitation.objects.filter(table=table, user=user).first()
    status = invitation.status if invitation else Invitation.Status.WITHDRAWN
    if status == Invitation.Status.REMOVED:
        raise NotInvited(_("The host has removed you from this table."))
    if status != Invitation.Status.WITHDRAWN:
        return
    if user.is_program:
        raise ForPeople
    if token == table.token:
        return
    if token and selectors.letter_with(token).filter(table=table).exists():
        return
    if table.terms.private:
        raise NotInvited
    if not table.terms.guests:
        need_account(user)
    check_wanted(table, user)


@transaction.atomic
def seat_leave(*, table_id: int, user: User) -> None:
    """Leave a seat. A host hands the table to whoever with an account sat down next.

    Without any it is closed. Raises TableNotOpen, NotSeated.
    """
    table = lock(table_id)
    seats = list(table.seats.select_related("user").order_by("place"))
    mine = next((seat for seat in seats if seat.user_id == user.pk), None)
    if mine is None:
        raise NotSeated
    mine.delete()
    Consent.objects.filter(table=table, user=user).delete()
    left = [seat for seat in seats if seat is not mine]
    people = [seat for seat in left if seat.user_id]
    hosts = [seat for seat in people if seat.user and not seat.user.is_guest]
    if not hosts:
        _clear(table, "host", told=[seat.user_id for seat in people])
        return
    if table.host_id == user.pk:
        people = [hosts[0], *(seat for seat in people if seat is not hosts[0])]
        left.sort(key=lambda seat: seat is not people[0])  # the host has the first seat
        table.host = people[0].user
        table.save(update_fields=["host"])
        notify({people[0].user_id}, table, Notice.Kind.HOST, about=user)
    close_ranks(left)
    tell_lobby(table.pk)
    tell_users([user.pk, *(seat.user_id for seat in people)])


@transaction.atomic
def table_start(*, table_id: int, user: User) -> None:
    """Begin with those who have a seat, at the host's command.

    Raises TableNotOpen, NotHost, TooFew, Disputed, and TableInvalid for an option that needs more
    players.
    """
    table = lock_as_host(table_id, user)
    players = table.seats.count()
    if players < table.seats_min:
        raise TooFew
    if is_disputed(table):
        raise Disputed
    check_fit(table.rules, decode_options(table.rules, table.options), players)
    begin(table, user)


@transaction.atomic
def table_close(*, table_id: int, user: User) -> None:
    """Close an open table, at the host's command. Raises TableNotOpen, NotHost."""
    table = lock_as_host(table_id, user)
    people = [seat.user_id for seat in table.seats.all()]
    _clear(table, "host", told=[person for person in people if person != user.pk])


@transaction.atomic
def invitation_send(*, table_id: int, user: User, name: str) -> Invitation:
    """Invite somebody by name to an open table. Nobody is invited twice, even after declining.

    Raises TableNotOpen, NotHost, TooMany, NotNow with the reason.
    """
    table = lock_as_host(table_id, user)
    need_account(user)
    guest = user_named(name.strip())
    if guest is None or guest.is_guest:
        raise NotNow(_("There is nobody with that name."))
    if are_apart(guest, [user.pk, *table.seats.values_list("user_id", flat=True)]):
        raise NotNow(_("{name} cannot be invited to this table.").format(name=isolated(guest)))
    check_invited(user)
    if table.seats.filter(user=guest).exists():
        raise NotNow(_("{name} is already at this table.").format(name=isolated(guest)))
    before = Invitation.objects.filter(table=table, user=guest).first()
    if before and before.status not in Invitation.ENDED:
        raise NotNow(_("{name} has already been invited.").format(name=isolated(guest)))
    if (
        selectors.invitations_to(table.pk).filter(status=Invitation.Status.SENT).count()
        >= MOST_INVITED
    ):
        raise NotNow(_("Wait until somebody has answered."))
    invitation, _new = Invitation.objects.update_or_create(
        table=table,
        user=guest,
        defaults={"status": Invitation.Status.SENT, "sent_at": timezone.now()},
    )
    invitation_owe(guest, user, table.pk)
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
        notify({table.host_id}, table, Notice.Kind.DECLINED, about=user)
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


def _clear(table: Table, reason: str, *, told: Iterable[int | None]) -> None:
    """Close an open table, with a notice to the users `told`."""
    invited = list(selectors.invitations_to(table.pk).values_list("user_id", flat=True))
    seated = list(table.seats.values_list("user_id", flat=True))
    games.table_close(table_id=table.pk, reason=reason)
    selectors.invitations_to(table.pk).filter(status=Invitation.Status.SENT).delete()
    kind = Notice.Kind.EXPIRED if reason == "nobody" else Notice.Kind.CLOSED
    notify(set(told), table, kind)
    tell_lobby(table.pk)
    tell_users([*invited, *seated, *told])
