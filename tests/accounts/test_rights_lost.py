"""Whoever loses a right hears nothing more over a socket that is open, within a second."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone
from websockets.sync.client import connect

from accounts.chat import talking
from accounts.models import User
from accounts.moderation import acts
from accounts.people.blocks import block
from accounts.people.friends import befriend, unfriend
from accounts.people.leaving import account_delete
from accounts.people.rights import GROUP
from accounts.people.tokens import token_make, token_revoke, tokens_of
from games.changing import moderation
from games.models import Table
from tests.elsewhere import second_process
from tests.games.sockets import closed_with, heard, heard_of, open_socket, silent, watch
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db(transaction=True)

SIGNED_OUT, NOT_FOUND, COME_AGAIN = 4401, 4404, 4503
PAGE = "?html=1&chat=0"


def is_closed(socket: Any, code: int) -> None:
    """It is closed with this code."""
    assert closed_with(socket) == code


def session_of_client(client: Any) -> str:
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def signs_out(user: User, client: Any) -> None:
    client.post("/accounts/logout/")


def ends_it_elsewhere(user: User, client: Any) -> None:
    """On the page of sessions, from another device."""
    here = session_of_client(client)
    UserSession.objects.create(user=user, session_key=here, ip="127.0.0.1", user_agent="A phone")
    client_of(user).post("/accounts/sessions/")
    assert not Session.objects.filter(session_key=here).exists()


def runs_out(user: User, client: Any) -> None:
    soon = timezone.now() + timedelta(seconds=0.3)
    Session.objects.filter(session_key=session_of_client(client)).update(expire_date=soon)


def gets_a_new_password(user: User, client: Any) -> None:
    user.set_password("another one")
    user.save()


def is_suspended(user: User, client: Any) -> None:
    (admin,) = people_make("root", is_staff=True, is_superuser=True)
    until = timezone.now() + timedelta(days=1)
    acts.user_suspend(moderator=admin, user=user, until=until, why="Rude.")


def is_made_inactive(user: User, client: Any) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def is_deleted(user: User, client: Any) -> None:
    account_delete(user=user)


CAUSES = [
    signs_out, ends_it_elsewhere, runs_out, gets_a_new_password, is_suspended, is_made_inactive,
    is_deleted,
]  # fmt: skip


@pytest.mark.parametrize("loses", CAUSES, ids=lambda cause: cause.__name__)
@pytest.mark.parametrize("path", ["table", "site"])
def test_who_is_no_longer_signed_in(live: str, begin: Any, loses: Any, path: str) -> None:
    """Table, talk and counts alike; others stay."""
    playing = begin()
    user, other = playing.user_at(0), playing.user_at(1)
    client = client_of(user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={session_of_client(client)}"
    address = f"{live.replace('http', 'ws', 1)}/ws/"
    address += f"tables/{playing.id}/?since=0&chat=0" if path == "table" else ""
    with (
        connect(address, origin=live, additional_headers={"Cookie": cookie}) as socket,
        watch(live, playing.id, other, query="?since=0") as staying,
    ):
        heard(socket)
        heard(staying)
        loses(user, client)
        is_closed(socket, SIGNED_OUT)
        if playing.table.status == "playing" and playing.asked():
            moved = playing.asked()[-1]
            playing.play(moved)
        assert heard(staying), "they go on"


def test_the_sockets_of_every_process(live: str, begin: Any) -> None:
    """Whatever process takes the right: here it is that of the test, and the sockets of two."""
    playing = begin(private=True)
    host, user = playing.user_at(0), playing.user_at(1)
    if playing.table.host != host:
        host, user = user, host
    with second_process() as there, ExitStack() as stack:
        table = [
            stack.enter_context(watch(address, playing.id, user, query="?since=0&chat=0"))
            for address in (live, there)
        ]
        site = [stack.enter_context(open_socket(address, "", host)) for address in (live, there)]
        for socket in (*table, *site):
            heard(socket)
        place = next(place for place in (0, 1) if playing.user_at(place) == user)
        moderation.seat_replace(table_id=playing.id, place=place, user_id=None)
        assert [closed_with(socket) for socket in table] == [NOT_FOUND] * 2
        User.objects.filter(pk=host.pk).update(is_active=False)
        assert [closed_with(socket) for socket in site] == [SIGNED_OUT] * 2


def test_whose_token_is_revoked(live: str, begin: Any) -> None:
    playing = begin()
    user = playing.user_at(0)
    secret = token_make(user=user, name="bot")
    address = f"{live.replace('http', 'ws', 1)}/ws/tables/{playing.id}/?since=0"
    headers = {"Authorization": f"Bearer {secret}"}
    with connect(address, additional_headers=headers) as socket:
        heard(socket)
        user.set_password("another one")  # takes no token away
        user.save()
        assert silent(socket)
        token_revoke(user=user, token_id=tokens_of(user).get().pk)
        is_closed(socket, SIGNED_OUT)


@pytest.mark.parametrize("loses", [is_suspended, is_made_inactive, is_deleted])
def test_a_program_of_somebody_who_is_out(live: str, begin: Any, loses: Any) -> None:
    """Table and talk, as with a session."""
    playing = begin()
    user = playing.user_at(0)
    headers = {"Authorization": f"Bearer {token_make(user=user, name='bot')}"}
    address = f"{live.replace('http', 'ws', 1)}/ws/tables/{playing.id}/?since=0&chat=0"
    with connect(address, additional_headers=headers) as socket:
        heard(socket)
        loses(user, None)
        is_closed(socket, SIGNED_OUT)


def test_what_is_rolled_back_closes_nothing(live: str, begin: Any) -> None:
    playing = begin()
    user = playing.user_at(0)
    with watch(live, playing.id, user) as socket:
        heard(socket)
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(is_active=False)
            transaction.set_rollback(True)
        assert silent(socket)


def test_a_right_that_was_lost_while_the_socket_was_opened(
    live: str, begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After who it is was looked up, and before anything was followed."""
    from accounts.sessions import signed_in

    playing = begin()
    user = playing.user_at(0)
    original = signed_in.SignedInTopic.open

    async def late(topic: Any) -> None:
        from channels.db import database_sync_to_async

        await database_sync_to_async(Session.objects.all().delete)()
        await original(topic)

    monkeypatch.setattr(signed_in.SignedInTopic, "open", late)
    with watch(live, playing.id, user) as socket:
        is_closed(socket, SIGNED_OUT)


def test_a_lost_listener_hides_nothing(live: str, begin: Any) -> None:
    """What was lost while nobody listened is found as soon as somebody does again."""
    playing = begin()
    user, other = playing.user_at(0), playing.user_at(1)
    with watch(live, playing.id, user) as socket, watch(live, playing.id, other) as staying:
        heard(socket), heard(staying)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where application_name = 'sobremesa listens' and datname = current_database()"
            )
            assert cursor.fetchall()
            cursor.execute("set local session_replication_role = replica")  # no trigger tells
            cursor.execute(
                "delete from django_session where session_key in ("
                "select session_key from django_session order by expire_date limit 1)"
            )
        assert closed_with(socket) == SIGNED_OUT
        assert silent(staying), "and nobody else's"


# --- Rights at a table ---------------------------------------------------------------------------


def test_whose_seat_is_handed_over_sees_what_anybody_sees(live: str, begin: Any) -> None:
    playing = begin(game="port_royal", seats=2)
    old = playing.user_at(0)
    (new,) = people_make("new")
    with watch(live, playing.id, old) as socket, watch(live, playing.id, new) as theirs:
        assert heard(socket)["view"] == playing.update(0)["view"]
        assert heard(theirs)["question"] is None
        moderation.seat_replace(table_id=playing.id, place=0, user_id=new.pk)
        said = [heard(socket)]
        socket.send('{"type": "ping"}')  # whatever was on its way comes before the answer
        while (message := heard(socket)) != {"type": "pong"}:
            said.append(message)
        assert said[-1]["question"] is None
        assert said[-1]["view"] == playing.update(None)["view"]


def test_whose_seat_is_handed_over_hears_no_more_of_what_players_say(live: str, begin: Any) -> None:
    """Where the players talk among themselves."""
    playing = begin(players_chat=True)
    old, other = playing.user_at(0), playing.user_at(1)
    with watch(live, playing.id, old, query="?since=0&chat=0") as socket:
        talking.message_say(table=playing.table, user=other, text="to you")
        while [said["text"] for said in heard_of(socket, "chat")["messages"]] != ["to you"]:
            pass
        moderation.seat_replace(table_id=playing.id, place=0, user_id=None)
        talking.message_say(table=playing.table, user=other, text="not to you")
        talking.message_say(table=playing.table, user=other, text="to all")
        socket.send('{"type": "ping"}')  # whatever was on its way comes before the answer
        while (message := heard(socket)) != {"type": "pong"}:
            assert "not to you" not in str(message)


@pytest.mark.parametrize("way", ["seat", "page"])
def test_who_has_no_seat_at_a_private_table_any_more(live: str, begin: Any, way: str) -> None:
    playing = begin(private=True)
    host = playing.table.host
    guest = next(playing.user_at(place) for place in (0, 1) if playing.user_at(place) != host)
    place = next(place for place in (0, 1) if playing.user_at(place) == guest)
    query = PAGE if way == "page" else "?since=0&chat=0"
    with (
        watch(live, playing.id, guest, query=query) as socket,
        watch(live, playing.id, host, query="?since=0") as staying,
    ):
        heard_of(socket, "update"), heard(staying)
        moderation.seat_replace(table_id=playing.id, place=place, user_id=None)
        is_closed(socket, NOT_FOUND)
        assert heard(staying)["seats"][place]["user"] is None


def test_a_table_that_becomes_private(live: str, begin: Any) -> None:
    playing = begin()
    (passer_by,) = people_make("eve")
    with (
        watch(live, playing.id, None) as visitor,
        watch(live, playing.id, passer_by) as eve,
        watch(live, playing.id, playing.user_at(0)) as seated,
    ):
        heard(visitor), heard(eve), heard(seated)
        Table.objects.filter(pk=playing.id).update(private=True)
        is_closed(visitor, NOT_FOUND)
        is_closed(eve, NOT_FOUND)
        assert silent(seated)


def friends(one: User, other: User) -> None:
    befriend(user=one, other=other)
    befriend(user=other, other=one)


def ends_it(friend: User, seated: User, table: Any) -> None:
    unfriend(user=seated, other=friend)


def is_blocked(friend: User, seated: User, table: Any) -> None:
    block(user=seated, other=friend)


def shows_it_no_longer(friend: User, seated: User, table: Any) -> None:
    Table.objects.filter(pk=table.pk).update(friends_watch=False)


@pytest.mark.parametrize("loses", [ends_it, is_blocked, shows_it_no_longer])
def test_friends_who_may_no_longer_watch(live: str, begin: Any, loses: Callable[..., None]) -> None:
    playing = begin(private=True, friends_watch=True)
    (friend,) = people_make("eve")
    friends(friend, playing.user_at(1))
    with watch(live, playing.id, friend, query="?since=0&chat=0") as socket:
        heard_of(socket, "update")
        loses(friend, playing.user_at(1), playing.table)
        is_closed(socket, NOT_FOUND)


def test_a_moderator_no_more(live: str, begin: Any) -> None:
    """What is opened again shows what they may see now."""
    playing = begin(private=True)
    (user,) = people_make("eve")
    Group.objects.get(name=GROUP).user_set.add(user)
    with watch(live, playing.id, user) as socket:
        heard(socket)
        user.groups.clear()
        is_closed(socket, COME_AGAIN)
    with watch(live, playing.id, user) as socket:
        is_closed(socket, NOT_FOUND)


def test_a_group_that_may_see_less(live: str, begin: Any) -> None:
    playing = begin(private=True)
    (user,) = people_make("eve")
    group = Group.objects.get(name=GROUP)
    group.user_set.add(user)
    permissions = list(group.permissions.all())
    with watch(live, playing.id, user) as socket:
        heard(socket)
        group.permissions.clear()
        is_closed(socket, COME_AGAIN)
    group.permissions.set(permissions)


def test_what_a_blocked_player_says_is_not_heard(live: str, begin: Any) -> None:
    playing = begin()
    user, other = playing.user_at(0), playing.user_at(1)
    with watch(live, playing.id, user, query="?since=0&chat=0") as socket:
        assert {heard(socket).get("type", "update") for _ in range(2)} == {"update", "chat"}
        talking.message_say(table=playing.table, user=other, text="hello")
        assert [said["text"] for said in heard_of(socket, "chat")["messages"]] == ["hello"]
        block(user=user, other=other)
        talking.message_say(table=playing.table, user=other, text="hello again")
        assert silent(socket)


def test_a_page_of_somebody_else_is_not_opened(live: str, begin: Any) -> None:
    """So that a page which comes again after signing out becomes no visitor's unnoticed."""
    playing = begin()
    user, other = playing.user_at(0), playing.user_at(1)
    for who, code in ((None, SIGNED_OUT), (other, SIGNED_OUT)):
        with watch(live, playing.id, who, query=f"{PAGE}&me={user.pk}") as socket:
            is_closed(socket, code)
    with open_socket(live, f"?me={user.pk}", user) as socket:
        assert heard(socket)["type"] == "waiting"


def test_moves_take_no_statement_more(begin: Any, django_assert_num_queries: Any) -> None:
    """The triggers follow columns that no move stores: none of them runs."""
    playing = begin()
    with connection.cursor() as cursor:
        cursor.execute("listen sobremesa")
        playing.play(0)
        cursor.execute("select 1")  # with its answer comes what was told before
        told = [notice.payload for notice in connection.connection.notifies(timeout=0)]
        cursor.execute("unlisten sobremesa")
    assert told and not [line for line in told if "rights" in line]
