"""Two people at the same moment: real threads, real transactions."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from accounts.models import Friendship, User
from accounts.people import blocks, friends
from accounts.signing_in.guests.services import account_ask, guest_make
from config.web.limits import Most
from config.web.refusal import Refused
from games.changing import services as games
from games.models import Table
from lobby.models import Invitation
from lobby.tables import inviting, rematch, services, terms
from lobby.tables.colours import colour_choose
from lobby.terms.opening import DAY, Terms, days_per_move, stamp_of
from tests.lobby.conftest import Opener, names
from tests.racing import together

pytestmark = pytest.mark.django_db(transaction=True)


def refused(results: list[object]) -> list[object]:
    """Those that were refused; anything else that was raised is a failure."""
    for result in results:
        assert not isinstance(result, Exception) or isinstance(result, Refused), repr(result)
    return [result for result in results if isinstance(result, Refused)]


@pytest.mark.parametrize("attempt", range(3))
def test_the_last_seat_is_taken_once(ben: User, carla: User, opened: Opener, attempt: int) -> None:
    table = opened(seats_max=2)
    results = together(
        lambda: services.seat_take(table_id=table.pk, user=ben),
        lambda: services.seat_take(table_id=table.pk, user=carla),
    )
    assert len(refused(results)) == 1
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert table.seats.count() == 2
    assert table.log.count() == 1, "it began once"


@pytest.mark.parametrize("attempt", range(3))
def test_a_colour_is_given_once(
    ana: User, ben: User, carla: User, opened: Opener, attempt: int
) -> None:
    table = opened()
    results = together(
        lambda: services.seat_take(table_id=table.pk, user=ben, colour="red"),
        lambda: services.seat_take(table_id=table.pk, user=carla, colour="red"),
        lambda: colour_choose(table_id=table.pk, user=ana, colour="red"),
    )
    assert len(refused(results)) == 2
    assert table.seats.filter(colour="red").count() == 1
    assert table.seats.count() == 1 + sum(isinstance(result, Table) for result in results)


def test_a_double_click_sits_down_once(ben: User, opened: Opener) -> None:
    table = opened()
    results = together(*[lambda: services.seat_take(table_id=table.pk, user=ben) for _ in range(4)])
    assert len(refused(results)) == 3
    assert names(table) == ["Ana", "Ben"]


def test_joining_while_the_table_is_cleared(ana: User, ben: User, opened: Opener) -> None:
    table = opened()
    results = together(
        lambda: services.table_close(table_id=table.pk, user=ana),
        lambda: services.seat_take(table_id=table.pk, user=ben),
    )
    assert results[0] is None, "the host can clear it in any case"
    refused(results)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED


def test_leaving_while_the_table_begins(ana: User, ben: User, opened: Opener) -> None:
    table = opened()
    services.seat_take(table_id=table.pk, user=ben)
    results = together(
        lambda: services.table_start(table_id=table.pk, user=ana),
        lambda: services.seat_leave(table_id=table.pk, user=ben),
    )
    assert len(refused(results)) == 1
    table.refresh_from_db()
    assert (table.status, table.seats.count()) in {
        (Table.Status.PLAYING, 2),
        (Table.Status.OPEN, 1),
    }


def test_the_limit_of_open_tables_holds(
    ana: User, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "OPEN_TABLES", Most(1))
    results = together(opened, opened, opened)
    assert len(refused(results)) == 2
    assert Table.objects.count() == 1


def test_an_invitation_is_sent_once(ana: User, ben: User, opened: Opener) -> None:
    table = opened()
    results = together(
        *[
            lambda: services.invitation_send(table_id=table.pk, user=ana, name="Ben")
            for _ in range(3)
        ]
    )
    assert len(refused(results)) == 2
    assert Invitation.objects.count() == 1


# --- Playing again, changing, removing, guests ----------------------------------------------------


@pytest.mark.parametrize("attempt", range(3))
def test_two_who_ask_for_the_same_again_meet_at_one_table(
    ana: User, ben: User, carla: User, attempt: int
) -> None:
    before = services.table_open(host=ana, terms=Terms("santiago_de_cuba", 3, 3))
    for user in (ben, carla):
        services.seat_take(table_id=before.pk, user=user)
    for user in (ana, ben):
        games.seat_resign(table_id=before.pk, user_id=user.pk)
    results = together(
        lambda: rematch.table_again(table_id=before.pk, user=ana),
        lambda: rematch.table_again(table_id=before.pk, user=ben),
    )
    assert refused(results) == []
    (new,) = Table.objects.filter(rematch_of=before)
    assert results == [new, new]
    assert sorted(names(new)) == ["Ana", "Ben"]
    assert Invitation.objects.filter(table=new, status="sent").get().user == carla


@pytest.mark.parametrize("attempt", range(3))
def test_a_change_against_the_start(ana: User, ben: User, opened: Opener, attempt: int) -> None:
    table = opened(days_per_move=3)
    services.seat_take(table_id=table.pk, user=ben)
    wish = Terms(table.game, 2, 4, **days_per_move(7))
    results = together(
        lambda: terms.terms_change(table_id=table.pk, user=ana, terms=wish),
        lambda: services.table_start(table_id=table.pk, user=ana),
    )
    assert len(refused(results)) == 1
    table.refresh_from_db()
    assert (table.status, table.pace_start // DAY, table.consents.count()) in {
        (Table.Status.PLAYING, 3, 0),
        (Table.Status.OPEN, 7, 1),
    }, "nobody plays by what they have not agreed to"


@pytest.mark.parametrize("attempt", range(3))
def test_a_change_against_the_last_to_sit_down(
    ana: User, ben: User, carla: User, opened: Opener, attempt: int
) -> None:
    table = opened(seats_max=3, days_per_move=3)
    services.seat_take(table_id=table.pk, user=ben)
    seen, wish = stamp_of(table), Terms(table.game, 2, 3, **days_per_move(7))
    results = together(
        lambda: terms.terms_change(table_id=table.pk, user=ana, terms=wish),
        lambda: services.seat_take(table_id=table.pk, user=carla, seen=seen),
    )
    assert len(refused(results)) == 1
    table.refresh_from_db()
    assert (table.status, table.pace_start // DAY, table.seats.count()) in {
        (Table.Status.PLAYING, 3, 3),
        (Table.Status.OPEN, 7, 2),
    }


@pytest.mark.parametrize("attempt", range(3))
def test_a_removal_against_sitting_down(
    ana: User, ben: User, carla: User, opened: Opener, attempt: int
) -> None:
    table = opened(seats_max=3)
    services.seat_take(table_id=table.pk, user=ben)
    seat = table.seats.get(user=ben)
    results = together(
        lambda: inviting.seat_remove(table_id=table.pk, user=ana, seat_id=seat.pk),
        lambda: services.seat_take(table_id=table.pk, user=carla),
    )
    table.refresh_from_db()
    if refused(results):  # the table was full and has begun
        assert table.status == Table.Status.PLAYING and len(names(table)) == 3
    else:
        assert table.status == Table.Status.OPEN and names(table) == ["Ana", "Carla"]
    assert sorted(seat.place for seat in table.seats.all()) == list(range(table.seats.count()))


@pytest.mark.parametrize("attempt", range(3))
def test_a_guest_becomes_an_account_once(db: None, attempt: int) -> None:
    guest = guest_make()
    results = together(
        *[
            lambda name=name: account_ask(  # type: ignore[misc]
                user=guest,
                name=name,
                password="two sugars please",
                address=f"{name}@example.org",
                taken=False,
            )
            for name in ("zora", "zara")
        ]
    )
    assert len(refused(results)) == 1
    guest.refresh_from_db()
    address = EmailAddress.objects.get()
    assert address.email == f"{guest.username}@example.org" and address.user == guest


def test_two_guests_want_the_same_name(db: None) -> None:
    guests = [guest_make(), guest_make()]
    results = together(
        *[
            lambda guest=guest: account_ask(  # type: ignore[misc]
                user=guest,
                name="Zora",
                password="two sugars please",
                address=f"{guest.username}@example.org",
                taken=False,
            )
            for guest in guests
        ]
    )
    assert len(refused(results)) == 1
    assert User.objects.filter(username="Zora").count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_a_block_against_a_friendship(ana: User, ben: User, attempt: int) -> None:
    together(
        lambda: blocks.block(user=ana, other=ben),
        lambda: friends.befriend(user=ben, other=ana),
        lambda: friends.befriend(user=ana, other=ben),
    )
    assert not Friendship.objects.exists()
