"""What all changes of open tables share: locking them, beginning them, telling people."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.people.own_pages import tell_users
from config.web.counting import check_most, within
from config.web.limits import INVITATIONS, TABLES_ALONE
from games.changing import services as games
from games.models import Seat, Table
from lobby.models import Consent, Invitation, MailedInvitation, Notice
from lobby.tables.errors import NotHost, TableNotOpen
from lobby.tables.realtime import tell_lobby


def lock(table_id: int) -> Table:
    """An open table, locked until the end of the transaction. Raises TableNotOpen."""
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None or table.status != Table.Status.OPEN:
        raise TableNotOpen
    return table


def lock_as_host(table_id: int, user: User) -> Table:
    """The same for its host. Raises TableNotOpen, NotHost."""
    table = lock(table_id)
    if table.host_id != user.pk:
        raise NotHost
    return table


def close_ranks(seats: list[Seat]) -> None:
    """Number the seats from 0, in the order of the list."""
    for place, seat in enumerate(seats):
        seat.place = place
    Seat.objects.bulk_update(seats, ["place"])


def seats_changed(table: Table, user: User) -> None:
    """Begin if the last seat is taken and all agree; notify the lobby and the users concerned."""
    if table.seats.count() == table.seats_max and not is_disputed(table):
        begin(table, user)
        return
    tell_lobby(table.pk)
    tell_users(table.seats.values_list("user_id", flat=True))


def is_disputed(table: Table) -> bool:
    """Whether somebody has not agreed yet to a change of the terms."""
    return Consent.objects.filter(table=table).exists()


def begin(table: Table, user: User) -> None:
    """Begin; a rematch with the places of the table before turned by one instead of by lot.

    Raises TooMany.
    """
    people = [seat.user_id for seat in table.seats.all() if seat.user_id is not None]
    if len(people) == 1:
        check_alone(people[0])
    if table.rematch_of_id is not None:
        turn_seats(table, table.rematch_of_id)
    games.table_begin(table_id=table.pk, by=user.pk, lot=table.rematch_of_id is None)
    tell_lobby(table.pk)
    tell_users(table.seats.values_list("user_id", flat=True))


def check_alone(user_id: int) -> None:
    """Raise TooMany for a user who plays with bots alone at too many tables."""
    User.objects.select_for_update().get(pk=user_id)  # so that the limit holds
    others = Seat.objects.filter(table=OuterRef("pk"), user__isnull=False).exclude(user=user_id)
    alone = Table.objects.filter(~Exists(others), status=Table.Status.PLAYING, seats__user=user_id)
    check_most(TABLES_ALONE, alone.count())


def check_invited(host: User, more: int = 1) -> None:
    """Raise TooMany for a host who has invited too many lately to invite so many more."""
    User.objects.select_for_update().get(pk=host.pk)  # so that the limit holds
    lately = within(INVITATIONS, "sent_at")
    by_name = Invitation.objects.filter(lately, table__host=host).count()
    by_mail = MailedInvitation.objects.filter(lately, host=host).count()
    check_most(INVITATIONS, by_name + by_mail, more)


def turn_seats(table: Table, before_id: int) -> None:
    """Whoever was second at the table before is first, and the first is last; others come after."""
    before = list(Seat.objects.filter(table=before_id).order_by("place"))
    turned = [*before[1:], *before[:1]]
    bots = [at for at, seat in enumerate(turned) if not seat.user_id]
    places = {seat.user_id: at for at, seat in enumerate(turned) if seat.user_id}

    def place(seat: Seat) -> tuple[int, int]:
        if seat.user_id is None:
            return (bots.pop(0) if bots else len(turned)), seat.place
        return places.get(seat.user_id, len(turned)), seat.place

    ordered = [(place(seat), seat) for seat in table.seats.order_by("place")]
    close_ranks([seat for _place, seat in sorted(ordered, key=lambda each: each[0])])


def notify(
    user_ids: set[int | None], table: Table, kind: Notice.Kind, about: User | None = None
) -> None:
    """Leave a notice for users about a table, instead of an earlier one of its kind."""
    Notice.objects.filter(user__in=user_ids - {None}, table=table, kind=kind).delete()
    Notice.objects.bulk_create(
        Notice(user_id=user_id, table=table, kind=kind, about=about)
        for user_id in user_ids
        if user_id is not None
    )
