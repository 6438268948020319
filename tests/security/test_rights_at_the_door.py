"""Whom middleware and sockets let through, each asked directly.

`manage.py mutate` finds out whether these tests notice one that says otherwise.
"""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.test import RequestFactory
from django.urls import resolve, reverse

from accounts.chat.topics import ChatTopic
from accounts.models import Friendship, Token, User
from accounts.people.friends import befriend
from accounts.people.tokens import token_make
from accounts.sessions.signed_in import judged
from accounts.sessions.sockets import ByToken, WithoutSuspended
from accounts.signing_in.guests.middleware import GuestMiddleware
from config.socket.connection import Connection
from config.web.limits import FRIENDS
from config.web.refusal import TooMany
from games.storing.credentials import Credential
from games.storing.rows import is_still_signed_in
from tests.security.test_rights_at_tables import NOW, club, table_of
from tests.security.test_rights_of_people import LATER, guest_of, said

__all__ = ["club"]
pytestmark = pytest.mark.django_db


def test_from_which_pages_guests_are_led_away(club: dict[str, User]) -> None:
    ana, ben, carla, *_ = club.values()
    middleware = GuestMiddleware(lambda _request: None)  # type: ignore[arg-type,return-value]

    def passes(name: str, user: Any) -> bool:
        request: Any = RequestFactory().get(reverse(name))
        request.user, request.resolver_match = user, resolve(reverse(name))
        answer = middleware.process_view(request, None, [], {})
        assert answer is None or answer["Location"] == reverse("become")
        return answer is None

    guest, asking = guest_of(ben), guest_of(carla)
    guest.set_unusable_password()
    asking.set_password("two sugars please")
    closed = ("friends", "tokens", "account_signup", "mfa_index", "usersessions_list")
    for name in closed:
        assert passes(name, ana) and passes(name, AnonymousUser()), name
        assert not passes(name, guest) and not passes(name, asking), name
    for name in ("account_email", "account_change_password"):
        assert not passes(name, guest) and passes(name, asking) and passes(name, ana), name
    assert passes("lobby", guest)


def test_who_follows_the_talk_at_a_table(club: dict[str, User]) -> None:
    ana, ben, carla, *_ = club.values()
    private, public = table_of(ana, ben, private=True), table_of(ana, ben, players_chat=True)
    for table in (private, public):
        said(table, ana)

    def hears(reader: Any, table_id: int) -> list[str] | None:
        scope = {
            "url_route": {"kwargs": {"table_id": table_id}},
            "query_string": b"chat=0", "headers": [], "user": reader,
        }  # fmt: skip
        topic = ChatTopic(Connection(None, scope, None, None))  # type: ignore[arg-type]
        heard = topic._said()
        return None if heard is None else [message.user for message in heard]

    for table in (private, public):
        assert hears(ben, table.pk) == ["Ana"]
    for reader in (carla, AnonymousUser()):
        assert hears(reader, private.pk) is None and hears(reader, public.pk) == []
    assert hears(ana, 10**9) is None


def test_who_is_a_visitor_at_a_socket(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    ben.suspended_until = LATER
    served: list[Any] = []

    async def application(scope: dict[str, Any], _receive: Any, _send: Any) -> None:
        served.append(scope["user"])

    for user in (ana, ben, AnonymousUser()):
        async_to_sync(WithoutSuspended(application))({"user": user}, None, None)
    assert served == [ana, AnonymousUser(), AnonymousUser()]


@pytest.mark.django_db(transaction=True)  # its connection is looked after between two steps
def test_a_socket_with_a_token_is_its_users_alone(club: dict[str, User]) -> None:
    secret = token_make(user=club["Ana"], name="x")
    heard: list[Any] = []

    async def application(scope: dict[str, Any], _receive: Any, _send: Any) -> None:
        heard.append(scope["user"])

    async def otherwise(_scope: dict[str, Any], _receive: Any, _send: Any) -> None:
        heard.append("otherwise")

    async def send(message: dict[str, Any]) -> None:
        heard.append(message["code"])

    for header in (f"Bearer {secret}", f"Bearer {secret}x", "Basic x"):
        scope = {"headers": [(b"authorization", header.encode())]}
        async_to_sync(ByToken(application, otherwise))(scope, None, send)
    async_to_sync(ByToken(application, otherwise))({"headers": []}, None, send)
    assert heard == [club["Ana"], 4401, "otherwise", "otherwise"]


def test_under_which_conditions_a_socket_stays_open(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    User.objects.filter(pk=ana.pk).update(password="hers")
    User.objects.filter(pk=ben.pk).update(password="his")
    Session.objects.create(session_key="open", session_data="", expire_date=LATER)
    Session.objects.create(session_key="over", session_data="", expire_date=NOW)
    for user in (ana, ben):
        token_make(user=user, name="x")
    digests = {token.user_id: token.digest for token in Token.objects.all()}

    def holds(user: User, password: str = "", session: str = "", token: str = "") -> bool:
        credential = Credential(user.pk, password, session, token)
        ((held, _left),) = judged([credential])
        assert is_still_signed_in(credential) is held, "both ways of asking agree"
        return held

    assert holds(ana, "hers", "open") and holds(ben, "his", "open")
    assert holds(ana, token=digests[ana.pk])
    assert not holds(ana, "his", "open") and not holds(ben, "hers", "open"), "another password"
    for session in ("over", "x", ""):
        assert not holds(ana, "hers", session), session
    for token in (digests[ben.pk], "x", ""):
        assert not holds(ana, token=token), token
    for fields in ({"is_active": False}, {"is_active": True, "suspended_until": LATER}):
        User.objects.filter(pk=ana.pk).update(**fields)
        assert not holds(ana, "hers", "open") and not holds(ana, token=digests[ana.pk]), fields
    User.objects.filter(pk=ana.pk).update(suspended_until=NOW)
    assert holds(ana, "hers", "open"), "not any more"


def test_how_many_friends_one_asks_for(club: dict[str, User]) -> None:
    ana, ben, _carla, dario, *_ = club.values()
    many = User.objects.bulk_create(
        User(username=f"p{number}") for number in range(FRIENDS.number - 2)
    )
    Friendship.objects.bulk_create(Friendship(user=ana, friend=other) for other in many)
    with pytest.raises(TooMany):
        befriend(user=ana, other=club["Eva"])
    assert befriend(user=ana, other=ben), "whom she has asked before"
    assert not befriend(user=dario, other=ben)
