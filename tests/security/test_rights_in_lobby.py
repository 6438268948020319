"""Who may know of a table, find it, or take over a seat: each selector of the lobby asked directly.

`manage.py mutate` finds out whether these tests notice one that says otherwise.
"""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from accounts.people.blocks import block
from accounts.people.rights import AccountNeeded
from config.web.limits import INVITATIONS, OPEN_TABLES
from config.web.refusal import TooMany
from games.errors import NoSuchTable
from games.models import Seat, Table, Tenure
from lobby.api.routes import known
from lobby.lists.history import LEFT, Wanted, close_to, tables_found, tables_to_watch
from lobby.models import Consent, Invitation, MailedInvitation
from lobby.tables import offers
from lobby.tables.errors import (
    AlreadySeated,
    Apart,
    NotHost,
    NotInvited,
    NotNow,
    NotSeated,
    TableFull,
    TermsChanged,
)
from lobby.tables.inviting import invitation_withdraw, letter_send, letter_withdraw, seat_remove
from lobby.tables.rematch import table_again
from lobby.tables.selectors import Filters
from lobby.tables.services import (
    MOST_INVITED,
    _admit,
    invitation_send,
    seat_take,
    table_close,
    table_open,
    table_start,
)
from lobby.tables.terms import terms_agree, terms_change
from lobby.terms.opening import Terms, stamp_of
from tests.people import people_make
from tests.security.test_rights_at_tables import NOW, VISITOR, Status, club, open_table, table_of
from tests.security.test_rights_in_play import request_of
from tests.security.test_rights_of_people import guest_of

__all__ = ["club"]
pytestmark = pytest.mark.django_db


def test_who_may_know_that_a_table_exists(club: dict[str, User]) -> None:
    ana, ben, carla, *_ = club.values()
    table, other = open_table(ana, private=True), open_table(ana, private=True)
    public = open_table(ana)
    letter = MailedInvitation.objects.create(
        table=table, host=ana, address="x@example.org", digest="x", language="en"
    )
    Invitation.objects.create(table=other, user=ben)
    for reader, asked, token in (
        (ana, table, ""), (carla, public, ""), (ben, other, ""), (ben, table, table.token),
        (ben, table, letter.token), (carla, public, "x"), (ana, table, "x"),
    ):  # fmt: skip
        assert known(request_of(reader), asked.pk, token) == asked.pk
    for reader, asked, token in (
        (ben, table, ""), (ben, table, "x"), (ben, table, other.token), (carla, other, ""),
        (carla, other, letter.token), (carla, other, table.token), (carla, other, public.token),
    ):  # fmt: skip
        with pytest.raises(NoSuchTable):
            known(request_of(reader), asked.pk, token)
    MailedInvitation.objects.update(status=MailedInvitation.Status.ACCEPTED)
    with pytest.raises(NoSuchTable):
        known(request_of(ben), table.pk, letter.token)


def test_which_tables_of_others_are_found(club: dict[str, User]) -> None:
    ana, ben, carla, *_ = club.values()
    table_of(ana, status=Status.PLAYING, private=True, frozen_at=NOW)
    table_of(ana, frozen_at=NOW)
    shown = table_of(ana)
    table_of(ana, private=True)
    table_of(ana, game="chess")
    table_of(ana, status=Status.OPEN)
    table_of(ana, status=Status.FINISHED)
    for reader in (ana, VISITOR):
        assert [card.pk for card in tables_to_watch(reader, "pier", 9)] == [shown.pk]
    assert not tables_found(ana, Wanted(status=LEFT)).exists(), "left by nobody"
    assert set(close_to(ana)) == {ben.pk} and set(close_to(VISITOR)) == set()
    assert set(close_to(carla)) == set()


def test_whom_an_open_table_admits(club: dict[str, User]) -> None:
    ana, ben, carla, dario, *_ = club.values()
    public, private, other = (open_table(ana, private=where) for where in (False, True, True))
    guest = guest_of(dario)
    letters = [
        MailedInvitation.objects.create(
            table=table, host=ana, address="x@example.org", digest=str(table.pk), language="en"
        ).token
        for table in (private, other)
    ]
    for table in (private, other):
        Invitation.objects.create(table=table, user=carla)
    mine = Invitation.objects.create(table=private, user=ben)

    def admits(table: Table, user: User, token: str = "") -> bool:
        try:
            _admit(table, user, token)
        except (NotInvited, AccountNeeded):
            return False
        return True

    for status in Invitation.Status:
        Invitation.objects.filter(pk=mine.pk).update(status=status)
        removed = status == Invitation.Status.REMOVED
        stands = not removed and status != Invitation.Status.WITHDRAWN
        assert admits(private, ben) is stands, status
        for token in (private.token, letters[0]):
            assert admits(private, ben, token) is not removed, status
        assert admits(private, ben, letters[1]) is stands, status
        assert not admits(other, ben) and admits(public, ben), status
    for user in (dario, guest):
        for token in ("", "x", other.token, letters[1]):
            assert not admits(private, user, token)
        assert admits(private, user, private.token) and admits(private, user, letters[0])
    assert admits(public, dario) and not admits(public, guest)
    with pytest.raises(AccountNeeded):
        _admit(public, guest, "")
    with pytest.raises(NotInvited):
        _admit(private, guest, "")
    public.guests = private.guests = True
    assert admits(public, guest) and not admits(private, guest)


def test_which_invitations_are_taken_back(club: dict[str, User]) -> None:
    """Not that of somebody who was taken off the table: they could come back by that."""
    ana, ben, carla, *_ = club.values()
    table, other = open_table(ana), open_table(ana)
    foreign = Invitation.objects.create(table=other, user=carla)
    mine = Invitation.objects.create(table=table, user=ben)

    def withdraw(user: User, invitation: Invitation) -> None:
        invitation_withdraw(table_id=table.pk, user=user, invitation_id=invitation.pk)

    for status in Invitation.Status:
        Invitation.objects.filter(pk=mine.pk).update(status=status)
        with pytest.raises(NotHost):
            withdraw(ben, mine)
        if status in (Invitation.Status.SENT, Invitation.Status.DECLINED):
            withdraw(ana, mine)
        else:
            with pytest.raises(NotInvited):
                withdraw(ana, mine)
            assert Invitation.objects.get(pk=mine.pk).status == status
    with pytest.raises(NotInvited):
        withdraw(ana, foreign)


def test_only_the_host_rules_an_open_table(club: dict[str, User]) -> None:
    ana, ben, carla, *_ = club.values()
    table = open_table(ana, ben)
    letter = MailedInvitation.objects.create(
        table=table, host=ana, address="x@example.org", digest="x", language="en"
    )
    seat = table.seats.get(user=ana)
    acts: list[tuple[Any, dict[str, Any]]] = [
        (letter_send, {"address": "y@example.org"}), (letter_withdraw, {"letter_id": letter.pk}),
        (invitation_send, {"name": "Carla"}), (seat_remove, {"seat_id": seat.pk}),
        (terms_change, {"terms": Terms("pier", 2, 4)}), (table_start, {}), (table_close, {}),
    ]  # fmt: skip
    before = Table.objects.values().get()
    for act, facts in acts:
        for user in (ben, carla):
            with pytest.raises(NotHost):
                act(table_id=table.pk, user=user, **facts)
    assert Table.objects.values().get() == before and table.seats.count() == 2
    letter_withdraw(table_id=table.pk, user=ana, letter_id=letter.pk)
    with pytest.raises(NotSeated):
        seat_remove(table_id=table.pk, user=ana, seat_id=seat.pk)
    seat_remove(table_id=table.pk, user=ana, seat_id=table.seats.get(user=ben).pk)
    with pytest.raises(NotNow):
        table_again(table_id=10**9, user=ana)


def test_who_finds_no_seat_any_more(club: dict[str, User]) -> None:
    """A table is full and open only while somebody has not agreed to changed terms."""
    ana, ben, carla, dario, *_ = club.values()
    table = open_table(ana, ben, seats_max=2)
    Consent.objects.create(table=table, user=ben, before={})
    with pytest.raises(TableFull):
        seat_take(table_id=table.pk, user=carla)
    with pytest.raises(AlreadySeated):
        seat_take(table_id=table.pk, user=ben)
    Table.objects.update(seats_max=3)
    assert seat_take(table_id=table.pk, user=carla).seats.count() == 3
    over = table_of(guest_of(dario), ana, status=Status.FINISHED, guests=True)
    with pytest.raises(AccountNeeded):
        table_again(table_id=over.pk, user=User.objects.get(pk=dario.pk))


def test_open_tables_count_for_their_host_while_they_are_open(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    for _number in range(OPEN_TABLES.number):
        open_table(ben)
        table_of(ana, host=ana)
    terms = Terms("santiago_de_cuba", 2, 2)
    mine = table_open(host=ana, terms=terms)
    assert mine.status == Status.OPEN
    with pytest.raises(TooMany):
        table_open(host=ben, terms=terms)


def test_who_agrees_to_changed_terms(club: dict[str, User]) -> None:
    ana, ben, carla, *_ = club.values()
    table = open_table(ana)
    assert terms_agree(table_id=table.pk, user=ana, seen=stamp_of(table))
    for user in (ben, carla):
        with pytest.raises(NotSeated):
            terms_agree(table_id=table.pk, user=user, seen=stamp_of(table))
    with pytest.raises(TermsChanged):
        terms_agree(table_id=table.pk, user=ana, seen="x")


def test_who_is_invited_and_how_many_wait_for_an_answer(club: dict[str, User]) -> None:
    ana, ben, carla, dario, *_ = club.values()
    table = open_table(ana)
    guest_of(carla)
    for name in ("Carla", "Nobody"):
        with pytest.raises(NotNow):
            invitation_send(table_id=table.pk, user=ana, name=name)
    for user in people_make(*(f"p{number}" for number in range(MOST_INVITED))):
        Invitation.objects.create(table=table, user=user, status=Invitation.Status.DECLINED)
    Invitation.objects.update(sent_at=NOW - INVITATIONS.within)
    assert invitation_send(table_id=table.pk, user=ana, name="Ben").user == ben
    Invitation.objects.filter(table=table).update(status=Invitation.Status.SENT)
    with pytest.raises(NotNow):
        invitation_send(table_id=table.pk, user=ana, name="Dario")
    assert not Invitation.objects.filter(user=dario).exists()


def test_a_guest_who_is_host_invites_nobody(club: dict[str, User]) -> None:
    guest, ben = guest_of(club["Ana"]), club["Ben"]
    table = open_table(guest)
    for send, to in (
        (letter_send, {"address": "x@example.org"}),
        (invitation_send, {"name": "Ben"}),
    ):
        with pytest.raises(AccountNeeded):
            send(table_id=table.pk, user=guest, **to)  # type: ignore[operator]
    assert not Invitation.objects.filter(user=ben).exists()


def offered(user: User, *others: User, **fields: Any) -> Table:
    """A table at which a user's seat is offered."""
    table = table_of(user, *others, at_timeout=Table.AtTimeout.OFFER, **fields)
    Seat.objects.filter(table=table, user=user).update(absent_since=NOW, bot="random")
    return table


def offers_to(reader: Any, game: str = "", **terms: str) -> set[int]:
    return {seat.table_id for seat in offers.offers_for(reader, Filters(game, terms))}


def test_who_is_offered_which_seats(club: dict[str, User]) -> None:
    ana, ben, carla, dario, eva, mona = club.values()
    public = offered(carla, dario).pk
    theirs = offered(carla, ana).pk
    hosted = offered(carla, host=eva).pk
    private = offered(carla, private=True).pk
    friendly = offered(carla, ana, private=True, guests=True).pk
    welcome = offered(carla, dario, guests=True).pk
    offered(carla, game="gone")
    Tenure.objects.create(table_id=welcome, place=1, user=dario, first=1, last=1)
    everything = {public, theirs, hosted, welcome}
    assert offers_to(VISITOR) == offers_to(mona) == everything
    assert offers_to(ben) == everything | {friendly}, "a friend of hers"
    assert offers_to(ana) == {public, hosted, welcome}, "not where one sits"
    assert offers_to(carla) == set() and offers_to(eva) == everything
    block(user=eva, other=mona)
    assert offers_to(mona) == everything - {hosted}
    block(user=mona, other=dario)
    assert offers_to(mona) == {theirs}
    Tenure.objects.create(table_id=public, place=0, user=eva, first=1, last=1)
    assert offers_to(eva) == everything, "who has had that seat before"
    Tenure.objects.create(table_id=public, place=1, user=eva, first=1, last=1)
    assert offers_to(eva) == everything - {public}, "who has had another one"
    assert offers_to(guest_of(ben)) == {welcome}
    assert offers_to(VISITOR, seats="1") == {hosted}
    assert offers_to(VISITOR, seats="2") == everything - {hosted}
    assert offers_to(VISITOR, seats="3") == set() == offers_to(VISITOR, game="cuba")
    for reader, table, token, may in (
        (VISITOR, public, "", True), (VISITOR, private, "", False), (mona, private, "", False),
        (carla, private, "", True), (ben, private, "", False), (mona, friendly, "", False),
        (ben, friendly, "", True), (VISITOR, friendly, "", False), (VISITOR, theirs, "x", True),
        *((one, private, token_of(private), True) for one in (VISITOR, mona)),
        (mona, friendly, token_of(private), False),
    ):  # fmt: skip
        found = {seat.table_id for seat in offers.offer_at(reader, table, token)}
        assert found == ({table} if may else set()), (reader, table)


def token_of(table_id: int) -> str:
    return Table.objects.get(pk=table_id).token


def test_whom_a_seat_is_refused(club: dict[str, User]) -> None:
    ana, ben, carla, dario, eva, mona = club.values()
    public, private = offered(carla, ana, host=dario), offered(carla, ana, private=True)
    unknown = offered(carla, private=True)
    block(user=eva, other=ana)
    block(user=mona, other=dario)

    def refused(error: type[Exception], table_id: int, user: User, token: str = "") -> None:
        with pytest.raises(error):
            offers.take_over(table_id=table_id, place=99, user=user, token=token)

    refused(NoSuchTable, 10**9, ben)
    refused(NoSuchTable, unknown.pk, ben)
    for user in (eva, mona, dario):
        refused(NoSuchTable, private.pk, user)
        refused(NoSuchTable, private.pk, user, public.token)
    refused(Apart, public.pk, eva)
    refused(Apart, private.pk, eva, private.token)
    refused(Apart, public.pk, mona)
    guest = guest_of(ben)
    refused(AccountNeeded, public.pk, guest)
    refused(AccountNeeded, private.pk, guest)
    Table.objects.update(guests=True)
    block(user=guest, other=carla)
    refused(Apart, public.pk, guest)
