"""Blocking counts in the lobby, for invitations and in the chat alike, in both directions."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.chat import talking
from accounts.models import User
from accounts.people import blocks
from config.web.limits import INVITATIONS
from config.web.refusal import TooMany
from lobby.tables import changes, selectors, services
from lobby.tables.errors import Apart, NotNow
from lobby.terms.opening import Terms
from tests.people import client_of

pytestmark = pytest.mark.django_db

TERMS = Terms("port_royal", 2, 3)


@pytest.fixture(params=["by the one", "by the other"])
def pair(request: Any, people: list[User]) -> tuple[User, User]:
    """Two users who do not want to meet."""
    one, other = people[:2] if request.param == "by the one" else people[1::-1]
    blocks.block(user=one, other=other)
    return people[0], people[1]


def test_no_seat_at_each_others_tables(pair):
    ana, ben = pair
    table = services.table_open(host=ana, terms=TERMS)
    with pytest.raises(Apart) as refused:
        services.seat_take(table_id=table.pk, user=ben)
    assert "block" not in str(refused.value).lower(), "who blocked whom is nobody's business"
    with pytest.raises(Apart):
        services.seat_take(table_id=table.pk, user=ben, token=table.token)


def test_nor_at_a_table_where_the_other_only_sits(pair, people):
    ana, ben = pair
    table = services.table_open(host=people[2], terms=TERMS)
    services.seat_take(table_id=table.pk, user=ana)
    with pytest.raises(Apart):
        services.seat_take(table_id=table.pk, user=ben)


def test_the_tables_are_not_in_the_list(pair):
    ana, ben = pair
    table = services.table_open(host=ana, terms=TERMS)
    listed = selectors.open_tables(ben, selectors.Filters())
    assert table not in listed
    client = client_of(ben)
    assert client.get("/api/v1/tables?status=open").json() == []
    assert len(Client().get("/api/v1/tables?status=open").json()) == 1


def test_no_invitation(pair, people):
    ana, ben = pair
    table = services.table_open(host=ana, terms=TERMS)
    with pytest.raises(NotNow):
        services.invitation_send(table_id=table.pk, user=ana, name=ben.username)
    services.invitation_send(table_id=table.pk, user=ana, name=people[2].username)


def test_neither_reads_the_other(pair, begin):
    playing = begin(seats=3)
    ana, ben = pair
    for user in (ana, ben):
        talking.message_say(table=playing.table, user=user, text=f"of {user}")
    third = next(user for user in playing.users if user not in pair)
    assert [m.text for m in talking.latest(playing.id, ana)] == ["of ana"]
    assert [m.text for m in talking.latest(playing.id, ben)] == ["of ben"]
    assert [m.text for m in talking.latest(playing.id, third)] == ["of ana", "of ben"]


def test_taking_it_back(people):
    ana, ben, *_ = people
    blocks.block(user=ana, other=ben)
    blocks.block(user=ben, other=ana)
    blocks.unblock(user=ana, other=ben)
    assert blocks.are_apart(ana, [ben.pk]), "the other still does not want to"
    blocks.unblock(user=ben, other=ana)
    assert not blocks.are_apart(ana, [ben.pk, None])


def test_nobody_blocks_themselves(people):
    blocks.block(user=people[0], other=people[0])
    assert not people[0].blocked.exists()


def test_on_the_profile(people):
    client = client_of(people[0])
    address = "/accounts/people/ben/block/"
    assert client.get(address).status_code == 405
    client.post(address)
    assert people[0].blocked.get() == people[1]
    assert "Unblock" in client.get("/accounts/people/ben/").text
    client.post(address, {"undo": "1"})
    assert not people[0].blocked.exists()
    assert client.post("/accounts/people/nobody/block/").status_code == 404
    assert Client().post(address).status_code == 302


def test_invitations_have_a_limit(people, monkeypatch):
    monkeypatch.setattr(changes, "INVITATIONS", INVITATIONS._replace(number=2))
    table = services.table_open(host=people[0], terms=TERMS)
    for guest in people[1:3]:
        services.invitation_send(table_id=table.pk, user=people[0], name=guest.username)
    with pytest.raises(TooMany) as refused:
        services.invitation_send(table_id=table.pk, user=people[0], name=people[3].username)
    assert "hour" in str(refused.value)
