"""Friends: both have to want it; they may watch private tables where the host allows that."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Friendship, User
from accounts.people import blocks, friends
from config.web.limits import Most
from config.web.refusal import TooMany
from games.models import Table
from games.storing.rows import table_load
from games.telling.selectors import may_watch, tables_visible_to
from lobby.tables import services
from lobby.tables.selectors import Filters, open_tables
from lobby.terms.opening import Terms
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

GAME = "santiago_de_cuba"


@pytest.fixture
def three() -> list[User]:
    return people_make("Ana", "Ben", "Carla")


def make_friends(one: User, other: User) -> None:
    friends.befriend(user=one, other=other)
    assert friends.befriend(user=other, other=one)


def test_both_have_to_want_it(three: list[User]) -> None:
    ana, ben, _carla = three
    assert not friends.befriend(user=ana, other=ben)
    assert not friends.befriend(user=ana, other=ben), "asking twice is not agreeing"
    assert friends.friendships_of(ben).asking == [ana] and friends.friendships_of(ana).asked == [
        ben
    ]
    assert friends.befriend(user=ben, other=ana)
    assert friends.friendships_of(ana).agreed == [ben] and friends.friendships_of(ben).agreed == [
        ana
    ]
    friends.unfriend(user=ben, other=ana)
    assert not Friendship.objects.exists()


def test_nobody_is_their_own_friend(three: list[User]) -> None:
    ana = three[0]
    with pytest.raises(friends.NoFriend):
        friends.befriend(user=ana, other=ana)
    with pytest.raises(IntegrityError), transaction.atomic():
        Friendship.objects.create(user=ana, friend=ana)


def test_a_block_ends_it_and_prevents_it(three: list[User]) -> None:
    ana, ben, _carla = three
    make_friends(ana, ben)
    blocks.block(user=ben, other=ana)
    assert not Friendship.objects.exists()
    for one, other in ((ana, ben), (ben, ana)):
        with pytest.raises(friends.NoFriend):
            friends.befriend(user=one, other=other)


def test_there_is_a_limit(three: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "FRIENDS", Most(1))
    ana, ben, carla = three
    friends.befriend(user=ana, other=ben)
    with pytest.raises(TooMany):
        friends.befriend(user=ana, other=carla)


def test_the_page(three: list[User]) -> None:
    ana, ben, _carla = three
    hers, his = client_of(ana), client_of(ben)
    page = reverse("friends")
    assert "There is nobody" in hers.post(reverse("befriend"), {"name": "Nemo"}, follow=True).text
    hers.post(reverse("befriend"), {"name": "ben"})
    assert "Requests to you" in his.get(page).text and "Your requests" in hers.get(page).text
    his.post(reverse("befriend"), {"name": "Ana"})
    assert "Your friends" in hers.get(page).text
    hers.post(reverse("unfriend", args=["Ben"]))
    assert "Nobody yet" in his.get(page).text
    assert Client().get(page).status_code == 302


@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.parametrize("private", [False, True])
def test_both_ways_of_deciding_who_may_watch_agree(
    three: list[User], private: bool, allowed: bool
) -> None:
    """Everybody against every table: friends of the host, of another, one-sided ones, blocked."""
    ana, ben, carla = three
    dario, eva, flor, gus = people_make("Dario", "Eva", "Flor", "Gus")
    make_friends(ana, dario)  # of the host
    make_friends(ben, eva)  # of somebody who sits there
    friends.befriend(user=flor, other=ana)  # only asked
    make_friends(ana, gus)
    blocks.block(user=gus, other=ana)
    terms = Terms(GAME, 2, 4, private=private, friends_watch=allowed)
    table = services.table_open(host=ana, terms=terms)
    services.seat_take(table_id=table.pk, user=ben, token=table.token)
    other = services.table_open(host=carla, terms=terms)
    row = table_load(table.pk)
    may = {
        user.username
        for user in (ana, ben, carla, dario, eva, flor, gus)
        if tables_visible_to(user).filter(pk=table.pk).exists()
    }
    for user in (ana, ben, carla, dario, eva, flor, gus):
        assert may_watch(row, user) == (user.username in may), user
    everybody = {"Ana", "Ben", "Carla", "Dario", "Eva", "Flor", "Gus"}
    seated = {"Ana", "Ben"}
    assert may == (everybody if not private else seated | {"Dario", "Eva"} if allowed else seated)
    found = tables_visible_to(dario).values_list("pk", flat=True)
    assert (other.pk in found) == (not private)


def test_watching_ends_with_the_friendship(three: list[User]) -> None:
    ana, ben, _carla = three
    make_friends(ana, ben)
    terms = Terms(GAME, 2, 2, bots=1, private=True, friends_watch=True)
    table = Table.objects.get(pk=services.table_open(host=ana, terms=terms).pk)
    assert client_of(ben).get(table.get_absolute_url()).status_code == 200
    friends.unfriend(user=ana, other=ben)
    assert client_of(ben).get(table.get_absolute_url()).status_code == 404


def test_tables_of_friends_come_first(three: list[User]) -> None:
    ana, ben, carla = three
    make_friends(ana, ben)
    of_friend = services.table_open(host=ben, terms=Terms(GAME, 2, 4))
    stranger = services.table_open(host=carla, terms=Terms(GAME, 2, 4))
    assert [table.pk for table in open_tables(ana, Filters())] == [of_friend.pk, stranger.pk]
    assert [table.pk for table in open_tables(carla, Filters())] == [stranger.pk, of_friend.pk]
    assert client_of(ana).get("/lobby/").text.count("with a friend") == 1
    assert "with a friend" not in Client().get("/lobby/").text
