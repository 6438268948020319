"""The socket of a table, through a real server."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from msgspec import structs
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from accounts.people.tokens import token_make, tokens_of
from config.socket import limits
from config.web import closing
from games.changing import services
from games.storing.changes import changes_store, row_after
from games.storing.rows import table_load
from games.watching import live as live_module
from tests.games.sockets import closed_with, heard, heard_of, silent, watch
from tools.seating import position_changed

pytestmark = pytest.mark.django_db(transaction=True)


def test_everybody_at_the_table_hears_what_they_may_know(live, begin):
    playing = begin()
    mover, other = (watch(live, playing.id, playing.user_at(place)) for place in (0, 1))
    spectator = watch(live, playing.id)
    with mover, other, spectator:
        assert [heard(socket)["number"] for socket in (mover, other, spectator)] == [1, 1, 1]
        playing.play(0, 2)
        updates = [heard(socket) for socket in (mover, other, spectator)]
        assert [update["number"] for update in updates] == [2, 2, 2]
        assert [update["view"]["players"][0]["bid"] for update in updates] == [2, None, None]
        assert [update["question"] is None for update in updates] == [True, False, True]
        assert ["coins" in update["events"][0] for update in updates] == [True, False, False]


def test_nothing_is_heard_before_it_is_stored(live, begin):
    playing = begin()
    with watch(live, playing.id) as socket:
        heard(socket)
        with transaction.atomic():
            playing.play(0, 1)
            assert silent(socket)
        assert heard(socket)["number"] == 2


def test_what_is_rolled_back_is_never_heard(live, begin):
    playing = begin()
    with watch(live, playing.id) as socket:
        heard(socket)
        with transaction.atomic():
            playing.play(0, 1)
            transaction.set_rollback(True)
        assert silent(socket)


def test_a_client_that_was_away_gets_what_it_missed(live, begin):
    playing = begin(seats=3)
    playing.play(0, 1)
    playing.play(1, 1)
    with watch(live, playing.id, playing.user_at(2), query="?since=2") as socket:
        update = heard(socket)
        assert update["number"] == 3
        assert [event["number"] for event in update["events"]] == [3]


def test_a_lost_push_is_healed_by_the_next_hello(live, begin, monkeypatch):
    """The layer loses the message: the client says what it has seen and gets the rest."""

    monkeypatch.setattr(live_module.LiveTables, "_moved", lambda *_: None)
    playing = begin()
    with watch(live, playing.id) as socket:
        heard(socket)
        playing.play(0, 1)
        assert silent(socket)
        socket.send(json.dumps({"type": "hello", "number": 1}))
        assert heard(socket)["number"] == 2
        socket.send(json.dumps({"type": "hello", "number": 2}))
        assert silent(socket)


@pytest.mark.parametrize("since", [0, 2])
def test_who_connects_sees_the_latest_entry_although_its_push_was_lost(
    live, begin, monkeypatch, since
):
    """Found by torture: what is kept for those who watch may be older than what a client knows."""
    monkeypatch.setattr(live_module.LiveTables, "_moved", lambda *_: None)
    playing = begin()
    with watch(live, playing.id) as socket:
        heard(socket)
        playing.play(0, 1)
        assert silent(socket)
        with watch(live, playing.id, query=f"?since={since}") as late:
            assert heard(late)["number"] == 2
        assert heard(socket)["number"] == 2


@pytest.mark.parametrize(
    "message",
    ["", "hello", "[]", '{"type":"move"}', '{"type":"hello","number":"1"}', "x" * 60_000, b"\0"],
)
def test_a_client_that_talks_nonsense_is_shown_the_door(live, begin, message):
    with watch(live, begin().id) as socket:
        heard(socket)
        socket.send(message)
        assert closed_with(socket) == closing.BAD_REQUEST


def test_a_flood_of_messages_is_cut_off(live, begin):
    with watch(live, begin().id) as socket:
        for _ in range(limits.HELLOS + 1):
            socket.send(json.dumps({"type": "hello", "number": 1}))
        assert closed_with(socket) == closing.TOO_MANY


@pytest.mark.parametrize("query", ["?since=-1", "?since=x", "?since=99999999999", "?since=²"])
def test_a_nonsensical_start_is_refused(live, begin, query):
    with watch(live, begin().id, query=query) as socket:
        assert closed_with(socket) == closing.BAD_REQUEST


def test_a_private_table_looks_like_none_to_strangers(live, begin, people):
    playing = begin(private=True)
    for user in (None, people[3]):
        with watch(live, playing.id, user) as socket:
            assert closed_with(socket) == closing.NOT_FOUND
    with watch(live, 999_999_999) as socket:
        assert closed_with(socket) == closing.NOT_FOUND
    with watch(live, playing.id, playing.user_at(0)) as socket:
        assert heard(socket)["number"] == 1


def test_a_foreign_origin_is_refused(live, begin):
    with pytest.raises(InvalidStatus) as refused:
        watch(live, begin().id, origin="https://evil.example")
    assert refused.value.response.status_code == 403


def test_a_frozen_table_says_so(live, begin):
    playing = begin()
    with watch(live, playing.id, playing.user_at(0)) as socket:
        heard(socket)
        services.table_freeze(table_id=playing.id, reason="secret details")
        update = heard(socket)
        assert (update["status"], update["question"]) == ("frozen", None)
        assert "secret details" not in json.dumps(update)


@pytest.mark.parametrize("html", ["", "?html=1"])
def test_a_table_whose_position_cannot_be_read_is_shown_frozen(live, begin, html):
    """And it is frozen, so that moderators hear of it."""
    playing = begin()
    with position_changed(playing.id) as position:
        position["version"] = 99
    with watch(live, playing.id, playing.user_at(0), query=html) as socket:
        update = heard_of(socket, "update")
        if html:
            assert "Stopped" in update["parts"]["turn"]
            assert "The board cannot be shown" in update["parts"]["board"]
        else:
            assert (update["status"], update["view"], update["question"]) == ("frozen", None, None)
        while not playing.table.frozen_at:
            update = heard(socket)
        assert "version 99" in playing.table.freeze_reason
        assert playing.kinds() == ["start", "freeze"]


def play(socket, question, choice: int = 0, **more) -> None:
    """Answer a question over the socket."""
    move = {"type": "move", "ref": 7, "question": question["id"]}
    socket.send(json.dumps({**move, "move": question["moves"][choice]["move"], **more}))


def test_a_move_over_the_socket_is_answered_and_seen_by_all(live, begin):
    playing = begin()
    mover, other = (watch(live, playing.id, playing.user_at(place)) for place in (0, 1))
    with mover, other:
        question = heard(mover)["question"]
        heard(other)
        play(mover, question, 2)
        assert heard(mover) == {"type": "answer", "ref": 7, "status": 200, "number": 2}
        update, seen = heard(mover), heard(other)
        assert (update["number"], update["since"]) == (seen["number"], seen["since"]) == (2, 1)
        assert update["view"]["players"][0]["bid"] == 2
        assert seen["view"]["players"][0]["bid"] is None
        play(mover, question, 2)
        assert heard(mover)["status"] == 200, "sent again"
        play(mover, question, 1)
        refused = heard(mover)
        assert (refused["type"], refused["ref"], refused["status"]) == ("answer", 7, 409)
        assert refused["error"] == "not_your_turn"
    assert playing.kinds() == ["start", "move"]


def test_moves_over_the_socket_are_refused_as_over_http(live, begin, people):
    playing = begin()
    question = playing.question(0)
    for user, status in ((people[3], 403), (playing.user_at(1), 409), (None, 401)):
        with watch(live, playing.id, user) as socket:
            heard(socket)
            play(socket, question)
            assert heard(socket)["status"] == status
    with watch(live, playing.id, playing.user_at(0)) as socket:
        heard(socket)
        for wrong, code, field in (
            ({"kind": "Bid", "coins": 77}, "not_offered", None),
            ({"kind": "Bid"}, "malformed_move", "move.coins"),
            ({}, "unknown_kind", "move.kind"),
        ):
            play(socket, {**question, "moves": [{"move": wrong}]})
            refused = heard(socket)
            assert (refused["status"], refused["error"]) == (422, code)
            assert refused.get("field") == field
        play(socket, {**question, "moves": [{"move": {"kind": "Bid", "coins": 6}}]})
        assert heard(socket)["message"] == "You have 5 coins."
        services.table_freeze(table_id=playing.id, reason="a test")
        assert heard(socket)["status"] == "frozen"
        play(socket, question)
        assert heard(socket)["status"] == 423
    assert playing.kinds() == ["start", "freeze"]


def test_a_final_move_over_the_socket_can_be_asked_about_first(live, begin):
    playing = begin()
    with watch(live, playing.id, playing.user_at(1)) as socket:
        heard(socket)
        playing.play(0, 2)
        question = heard(socket)["question"] or playing.question(1)
        play(socket, question, 1, ask=True)
        assert heard(socket) == {"type": "answer", "ref": 7, "status": 200, "final": True}
        assert playing.table.number == 2
        play(socket, question, 1)
        assert [heard(socket)["number"] for _ in range(2)] == [3, 3]


@pytest.mark.parametrize("end", ["sign out", "new password", "suspended", "expelled"])
def test_a_socket_plays_no_longer_than_its_session(live, begin, end):
    playing = begin()
    user = playing.user_at(0)
    with watch(live, playing.id, user) as socket:
        question = heard(socket)["question"]
        if end == "sign out":
            Session.objects.all().delete()
        elif end == "new password":
            user.set_password("another one")
            user.save()
        elif end == "suspended":
            user.suspended_until = timezone.now() + timedelta(days=1)
            user.save()
        else:
            type(user).objects.filter(pk=user.pk).update(is_active=False)
        with suppress(ConnectionClosed):  # whichever comes first
            play(socket, question)
            assert heard(socket) == {"type": "answer", "ref": 7, "status": 401}
        assert closed_with(socket) == 4401
    assert playing.kinds() == ["start"]


def test_programs_play_over_the_socket_with_their_token(live, begin):
    playing = begin()
    user = playing.user_at(0)
    secret = token_make(user=user, name="a bot")
    address = f"{live.replace('http', 'ws', 1)}/ws/tables/{playing.id}/"
    headers = {"Authorization": f"Bearer {secret}"}
    with connect(address, additional_headers=headers) as socket:
        play(socket, heard(socket)["question"])
        assert heard(socket)["status"] == 200
        question = playing.question(1)
        playing.play(1)
        tokens_of(user).delete()
        with suppress(ConnectionClosed):
            play(socket, question)
        assert closed_with(socket) == 4401
    assert playing.kinds() == ["start", "move", "move"]


def test_moves_of_both_ways_at_once_count_once_each(live, begin):
    """Three people answer at the same time, two over sockets and one over HTTP."""
    playing = begin(seats=4)
    users = [playing.user_at(place) for place in (0, 1, 2)]
    with ExitStack() as stack:
        sockets = [stack.enter_context(watch(live, playing.id, user)) for user in users]
        questions = [heard(socket)["question"] for socket in sockets]
        for socket, question in zip(sockets, questions, strict=True):
            play(socket, question, 1)
        playing.play(3, 1)
        for socket in sockets:
            said = []
            while not any(update.get("number") == 5 and "view" in update for update in said):
                said.append(heard(socket))
            statuses = [answer["status"] for answer in said if answer.get("type") == "answer"]
            assert statuses == [200]
            entries = [update["number"] for update in said if "view" in update]
            assert entries == sorted(set(entries))
    assert playing.kinds() == ["start", *["move"] * 4]


def test_what_is_kept_of_a_table_is_what_is_stored(begin):
    """After every kind of change: the row kept at hand is the row that would be read."""
    playing = begin(seats=3, days_per_move=2)
    user = playing.user_at(0).pk
    stored = []
    original = changes_store

    def compare(changes):
        rows = {change.table_id: table_load(change.table_id) for change in changes}
        done = original(changes)
        for change in changes:
            if change.position is not None:
                after = row_after(rows[change.table_id], change)
                now = table_load(change.table_id)
                assert json.loads(now.position) == json.loads(after.position or "")
                plain = {"position": "", "outcome": None}
                assert structs.replace(after, **plain) == structs.replace(now, **plain)
                assert after.outcome == now.outcome
                stored.append(change)
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.storing.changes.changes_store", compare)
        playing.play(0, 1)
        services.move_undo(table_id=playing.id, user_id=user)
        services.seat_resign(table_id=playing.id, user_id=playing.user_at(1).pk)
        while playing.asked():
            if not services.bot_move(table_id=playing.id):
                playing.play(playing.asked()[0], -1)
    assert playing.table.status == "finished"
    assert len(stored) > 10


def test_who_asks_for_a_sign_of_life_gets_one_until_it_is_too_much(live, begin):
    with watch(live, begin().id, query="?html=1") as socket:
        for _ in range(limits.PINGS):
            socket.send(json.dumps({"type": "ping"}))
            assert heard_of(socket, "pong") == {"type": "pong"}
        socket.send(json.dumps({"type": "ping"}))
        assert closed_with(socket) == limits.TOO_MANY
