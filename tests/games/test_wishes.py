"""Everything else one can want of a table, over its socket: taking back, giving up, orders."""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from websockets import ConnectionClosed

from config.web import closing
from config.web.closing import UNAUTHORIZED
from games.changing import expiring, services
from games.models import Plan, Seat
from games.watching import live as live_module
from tests.games.sockets import closed_with, heard, heard_of, open_socket, silent, watch
from tests.games.test_sockets import play
from tools.patience import PATIENCE, pause

pytestmark = pytest.mark.django_db(transaction=True)


def want(socket: Any, kind: str, **more: Any) -> Any:
    """Say it and hear what is answered."""
    socket.send(json.dumps({"type": kind, "ref": 5, **more}))
    answer = heard_of(socket, "answer")
    assert answer.pop("ref") == 5
    return answer


def test_a_move_is_taken_back(live, begin):
    playing = begin()
    with watch(live, playing.id, playing.user_at(0)) as mover:
        play(mover, heard_of(mover, "update")["question"], 2)
        assert heard_of(mover, "answer")["status"] == 200
        assert want(mover, "undo") == {"type": "answer", "status": 200, "number": 3}
        update = heard_of(mover, "update")
        while update["number"] < 3:
            update = heard_of(mover, "update")
        assert update["undone"] == [2]
        refused = want(mover, "undo")
        assert (refused["status"], refused["error"]) == (409, "cannot_undo")
        assert (
            refused["message"] == "There is nothing to take back, or somebody has already seen it."
        )
    assert playing.kinds() == ["start", "move", "undo"]


def test_giving_up_and_coming_back(live, begin):
    playing = begin(seats=3, days_per_move=1)
    seat = Seat.objects.filter(table=playing.id, place=0)
    seat.update(deadline=timezone.now() - timedelta(minutes=1))
    expiring.decision_expire(table_id=playing.id, place=0, deadline=seat.get().deadline)
    assert seat.get().absent_since
    with watch(live, playing.id, playing.user_at(0)) as socket:
        back = want(socket, "return")
        assert (back["status"], back["number"]) == (200, playing.table.number)
        assert not seat.get().absent_since
        again = want(socket, "return")
        assert again == back, "who is there already stays"
        gone = want(socket, "resign")
        assert (gone["status"], gone["number"]) == (200, back["number"] + 1)
        assert want(socket, "resign")["error"] == "not_your_seat"
    assert seat.get().resigned_at


def test_standing_orders(live, begin):
    playing = begin(game="cuba", seats=2)
    kept = Plan.objects.filter(table=playing.id, user=playing.user_at(0))
    assert kept.get().orders == {"confirm_bills": True, "keep_first": "ask"}, "from the beginning"
    given = {"confirm_bills": True, "keep_first": "sugar"}
    with watch(live, playing.id, playing.user_at(0)) as socket:
        assert want(socket, "orders", orders=given) == {"type": "answer", "status": 200}
        assert kept.get().orders == given
        refused = want(socket, "orders", orders={"nonsense": 1})
        assert (refused["status"], refused["error"]) == (422, "malformed")
        assert refused["field"].startswith("orders")
        assert want(socket, "orders", orders=None)["status"] == 200
        assert not kept.exists()
    with watch(live, begin().id, playing.user_at(0)) as socket:
        refused = want(socket, "orders", orders=None)
        assert (refused["status"], refused["error"]) == (422, "not_possible")


WISHES: list[dict[str, Any]] = [
    {"kind": "undo"}, {"kind": "resign"}, {"kind": "return"}, {"kind": "orders", "orders": None}
]  # fmt: skip


@pytest.mark.parametrize("wish", WISHES)
def test_nobody_wishes_for_others(live, begin, people, wish):
    playing = begin()
    for user, status in ((people[3], 403), (None, 401)):
        with watch(live, playing.id, user) as socket:
            assert want(socket, **wish)["status"] == status
    with watch(live, playing.id, playing.user_at(0)) as socket:
        Session.objects.all().delete()
        with suppress(ConnectionClosed):  # whichever comes first
            assert want(socket, **wish) == {"type": "answer", "status": 401}
        assert closed_with(socket) == UNAUTHORIZED
    assert playing.kinds() == ["start"]


@pytest.mark.parametrize("wish", WISHES)
def test_wishes_come_under_the_same_bounds(live, begin, monkeypatch, wish):
    playing = begin()
    monkeypatch.setattr(live_module, "MOST_WAITING", 0)
    with watch(live, playing.id, playing.user_at(0)) as socket:
        assert want(socket, **wish) == {"type": "answer", "status": 503}
    assert playing.kinds() == ["start"]


@pytest.mark.parametrize(
    "said",
    [
        {"type": "undo"},
        {"type": "undo", "ref": "1"},
        {"type": "undo", "ref": 1, "number": 3},
        {"type": "orders", "ref": 1},
        {"type": "orders", "ref": 1, "orders": []},
        {"type": "resign", "ref": 1, "confirmed": True},
        {"type": "say", "ref": 1, "text": "nobody listens to the talk here"},
        {"type": "hello", "number": 1, "has": 7},
    ],
)
def test_wishes_that_are_none(live, begin, said):
    playing = begin()
    with watch(live, playing.id, playing.user_at(0)) as socket:
        socket.send(json.dumps(said))
        assert closed_with(socket) == closing.BAD_REQUEST
    assert playing.kinds() == ["start"]


def test_a_wish_counts_also_when_its_sender_has_left(live, begin, monkeypatch):
    playing = begin(seats=3)
    begun, enough, done = threading.Event(), threading.Event(), threading.Event()
    original = services.seat_resign

    def resign(**told: Any) -> int:
        begun.set()
        assert enough.wait(PATIENCE)
        number = original(**told)
        done.set()
        return number

    monkeypatch.setattr(services, "seat_resign", resign)
    with watch(live, playing.id, playing.user_at(0)) as socket:
        socket.send(json.dumps({"type": "resign", "ref": 1}))
        assert begun.wait(PATIENCE)
    enough.set()
    assert done.wait(PATIENCE)
    assert playing.kinds() == ["start", "resign"]


def test_a_wish_that_takes_long_keeps_nobody_waiting(live, begin, monkeypatch):
    slow, other = begin(), begin(seats=3)
    enough = threading.Event()
    original = services.seat_resign
    monkeypatch.setattr(
        services, "seat_resign", lambda **told: enough.wait(PATIENCE) and original(**told)
    )
    with (
        watch(live, slow.id, slow.user_at(0)) as one,
        watch(live, other.id, other.user_at(0)) as two,
    ):
        one.send(json.dumps({"type": "resign", "ref": 1}))
        play(two, heard_of(two, "update")["question"])
        assert heard_of(two, "answer")["status"] == 200
        assert slow.kinds() == ["start"]
        enough.set()
        assert heard_of(one, "answer")["status"] == 200


# --- Pages ---------------------------------------------------------------------------------------


def test_a_page_joins_its_table_with_its_first_hello(live, begin):
    playing = begin()
    path = f"tables/{playing.id}/?html=1"
    with open_socket(live, path, playing.user_at(0)) as page:
        assert heard_of(page, "waiting")["count"] == 1
        assert silent(page)
        page.send(json.dumps({"type": "hello", "number": 0, "has": ""}))
        assert heard_of(page, "update")["number"] == 1
        playing.play(1)
        assert heard_of(page, "update")["number"] == 2


def test_what_a_page_says_it_has_is_compared_whenever_it_says_so(live, begin):
    """Also with a table that has not moved on; a mere number asks for nothing then."""
    playing = begin()
    with watch(live, playing.id, playing.user_at(0), query="?html=1") as page:
        said = [heard(page) for _ in range(3)]
        assert {message.get("type", "update") for message in said} == {
            "update",
            "waiting",
            "present",
        }
        page.send(json.dumps({"type": "hello", "number": 1}))
        assert heard(page)["type"] == "present"
        assert silent(page)
        page.send(json.dumps({"type": "hello", "number": 1, "has": "something"}))
        assert heard_of(page, "update")["number"] == 1


def until_quiet(said: list[str]) -> None:
    """Wait until nothing more has been said for a while. Fails if it goes on."""
    for _ in range(20):
        before = len(said)
        pause(1)
        if len(said) == before:
            return
    raise AssertionError(f"the server goes on asking: {said}")


def test_connecting_takes_a_fixed_number_of_statements(live, begin, people, monkeypatch):
    """Whatever somebody plays and was said; a page that has not said hello reads no table."""
    said: list[str] = []
    execute, here = psycopg.Cursor.execute, threading.current_thread()

    def counting(self: Any, query: Any, *more: Any, **options: Any) -> Any:
        if threading.current_thread() is not here:
            said.append(query if isinstance(query, str) else bytes(query).decode())
        return execute(self, query, *more, **options)

    first = begin()
    user = first.user_at(0)

    def statements(query: str, *kinds: str) -> list[str]:
        with monkeypatch.context() as patch:
            patch.setattr(psycopg.Cursor, "execute", counting)
            until_quiet(said)  # what has happened before is told by then, and nobody counts again
            said.clear()
            with open_socket(live, f"tables/{first.id}/{query}", user) as socket:
                heard = set()
                while heard != set(kinds):
                    heard.add(json.loads(socket.recv(timeout=PATIENCE)).get("type", "update"))
                until_quiet(said)  # it is judged a moment after it was opened
        found = [text for text in said if text.lower().lstrip().startswith(("select", "with"))]
        said.clear()
        return found

    def both() -> tuple[int, int]:
        return len(statements("", "update")), len(statements("?html=1&chat=0", "chat", "waiting"))

    from accounts.chat import talking

    few = both()
    for number in range(6):
        begin()
        talking.message_say(table=first.table, user=user, text=str(number))
    assert both() == few == (5, 10), (
        "the session, its user, the table and its log, whether they may still; the session, its "
        "user, the table, what was said and read, who waits and, now followed, again, whether they "
        "may still, and for the first page of all what is announced and whether the site is stopped"
    )
