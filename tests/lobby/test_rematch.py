"""The same again: who is invited, in which order they sit, and that there is only one."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.people import blocks
from accounts.people.leaving import account_delete
from accounts.people.rights import AccountNeeded
from accounts.signing_in.guests.services import guest_make
from games.changing import services as games
from games.models import Seat, Table
from lobby.models import Invitation
from lobby.tables import rematch, services
from lobby.tables.errors import NotNow, NotSeated
from lobby.terms.opening import Terms
from tests.lobby.conftest import GAME, names
from tests.people import client_of
from tools.seating import paced

pytestmark = pytest.mark.django_db


def finished(people: list[User], game: str = GAME, **said: object) -> Table:
    """A table that is over because all but the last have given up."""
    bots = int(str(said.get("bots", 0)))
    count = len(people) + bots
    table = services.table_open(host=people[0], terms=Terms(game, count, count, **paced(said)))
    for user in people[1:]:
        services.seat_take(table_id=table.pk, user=user, token=table.token)
    if bots > 1:  # so that nobody has to play against them to the end
        over = {"outcome": {"reason": "", "standings": []}, "finished_at": timezone.now()}
        Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, **over)
    else:
        for user in people[:-1] or people:
            games.seat_resign(table_id=table.pk, user_id=user.pk)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    return table


def again(table: Table, user: User) -> Table:
    return rematch.table_again(table_id=table.pk, user=user)


@pytest.mark.parametrize("game", [GAME, "port_royal"])
def test_people_terms_and_seats_turned_by_one(ana: User, ben: User, carla: User, game: str) -> None:
    agreed = {"days_per_move": 3, "stand_in": "expert", "private": True, "friends_watch": True}
    before = finished([ana, ben, carla], game, **agreed)
    first = names(before)
    new = again(before, carla)
    assert new.host == carla and names(new) == ["Carla"]
    kept = ("game", "options", "pace", "pace_start", "at_timeout", "stand_in", "private",
            "friends_watch")  # fmt: skip
    assert [getattr(new, name) for name in kept] == [getattr(before, name) for name in kept]
    invited = Invitation.objects.filter(table=new, status="sent")
    assert {invitation.user.username for invitation in invited} == {"Ana", "Ben"}
    for user in (ana, ben):  # one by their invitation, the other by asking for the same
        assert again(before, user) == new
    new.refresh_from_db()
    assert new.status == Table.Status.PLAYING
    assert names(new) == [*first[1:], first[0]]


def test_a_level_that_is_no_more_becomes_the_usual_one(ana: User) -> None:
    before = finished([ana], bots=2)
    Table.objects.filter(pk=before.pk).update(stand_in="of an older version")
    assert again(before, ana).stand_in == "regular"


def test_bots_keep_their_level(ana: User) -> None:
    before = finished([ana], bots=2)
    Seat.objects.filter(table=before, user=None).update(bot="master")
    new = again(before, ana)
    assert set(new.seats.filter(user=None).values_list("bot", flat=True)) == {"master"}
    Seat.objects.filter(table=before, user=None).update(bot="of an older version")
    Table.objects.filter(pk=new.pk).delete()
    new = again(before, ana)
    assert set(new.seats.filter(user=None).values_list("bot", flat=True)) == {"greedy"}


def test_bots_come_along_and_it_begins_at_once(ana: User) -> None:
    before = finished([ana], bots=2)
    first = names(before)
    new = again(before, ana)
    new.refresh_from_db()
    assert new.status == Table.Status.PLAYING and sorted(names(new)) == ["Ana", "bot", "bot"]
    assert names(new) == [*first[1:], first[0]]
    assert again(before, ana) == new, "asking twice changes nothing"


def test_who_may_ask(ana: User, ben: User, carla: User) -> None:
    table = services.table_open(host=ana, terms=Terms(GAME, 2, 2, bots=1))
    with pytest.raises(NotNow):
        again(table, ana)
    with pytest.raises(NotSeated):
        again(finished([ana, ben]), carla)


def test_blocked_people_are_not_invited(ana: User, ben: User, carla: User) -> None:
    before = finished([ana, ben, carla])
    blocks.block(user=ben, other=ana)
    new = again(before, ana)
    assert [one.user for one in Invitation.objects.filter(table=new)] == [carla]


def test_a_deleted_account_leaves_a_free_seat(ana: User, ben: User, carla: User) -> None:
    before = finished([ana, ben, carla])
    account_delete(user=ben)
    new = again(before, ana)
    assert names(new) == ["Ana"] and new.seats_max == 3


def test_a_guest_joins_but_does_not_ask(ana: User) -> None:
    guest = guest_make()
    before = finished([ana, guest], private=True)
    with pytest.raises(AccountNeeded):
        again(before, guest)
    new = again(before, ana)
    again(before, guest)
    assert set(names(new)) == {"Ana", guest.username}
    alone = finished([guest], bots=1, private=True)
    assert again(alone, guest).seats.count() == 2


def test_after_a_cancelled_one_there_may_be_another(ana: User, ben: User) -> None:
    before = finished([ana, ben])
    first = again(before, ana)
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.create(game=GAME, seats_min=2, seats_max=2, rematch_of=before)
    services.table_close(table_id=first.pk, user=ana)
    second = again(before, ben)
    assert second != first and second.host == ben


def test_by_page(ana: User, ben: User, carla: User) -> None:
    before = finished([ana, ben])
    page, hers, his = reverse("table_again", args=[before.pk]), client_of(ana), client_of(ben)
    for client in (hers, his):
        assert f'href="{page}"' in client.get(before.get_absolute_url()).text
    assert page not in client_of(carla).get(before.get_absolute_url()).text
    assert client_of(carla).get(page).headers["location"] == before.get_absolute_url()
    assert "The others will be invited" in hers.get(page).text
    room = hers.post(page).headers["location"]
    assert hers.get(page).headers["location"] == room
    assert "Somebody has already asked" in his.get(page).text
    table = Table.objects.get(rematch_of=before)
    begun = his.post(page).headers["location"]
    assert begun == table.get_absolute_url(), "both are there"
