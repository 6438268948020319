"""Bad input: a clear error, nothing lost, nothing shown that should not be. By HTTP and socket."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from accounts.models import User
from accounts.people.tokens import token_make
from games.changing.log_check import check_table
from games.judging.continuing import ContinuingVerdict
from games.models import LogEntry, Table
from tests.games.sockets import heard, heard_of, watch
from tests.people import client_of
from tools.patience import PATIENCE

PASS = "a long enough pass"

pytestmark = pytest.mark.django_db(transaction=True)


def send(client: Client, playing: Any, body: Any, what: str = "moves") -> Any:
    """POST anything, also what is no JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(f"/api/v1/tables/{playing.id}/{what}", content, "application/json")


def error(answer: Any) -> tuple[int, str]:
    """Status and code; every problem has the same shape."""
    told = answer.json()
    assert {"error", "message"} <= set(told) <= {"error", "message", "field"}
    assert told["message"]
    return answer.status_code, told["error"]


def right(playing: Any, place: int = 0, choice: int = 0) -> dict[str, Any]:
    question = playing.question(place)
    return {"question": question["id"], "move": question["moves"][choice]["move"]}


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[1,", b"\xff\xfe", b"{'question': 1}", b'{"a": NaN', b"null,", b"[" * 100_000],
    ids=lambda body: str(body[:12]),
)
def test_malformed_json(begin, unchanged, body):
    playing = begin()
    unchanged()
    answer = send(client_of(playing.user_at(0)), playing, body)
    assert answer.status_code in (400, 422)
    assert error(answer)[1] == "malformed"


@pytest.mark.parametrize(
    "change",
    [
        {"question": 7},
        {"question": None},
        {"question": ["x"]},
        {"question": "x" * 17},
        {"question": "x" * 1_000_000},
        {"move": "Bid"},
        {"move": None},
        {"move": []},
        {"ask": "yes"},
        {"extra": 1},
        {"user": 3},
    ],
    ids=lambda change: str(change)[:30],
)
def test_wrong_types_and_extra_fields(begin, unchanged, change):
    playing = begin()
    body = {**right(playing), **change}
    unchanged()
    assert error(send(client_of(playing.user_at(0)), playing, body)) == (422, "malformed")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({}, "unknown_kind"),
        ({"kind": "Steal"}, "unknown_kind"),
        ({"kind": 7}, "unknown_kind"),
        ({"kind": ["Bid"]}, "unknown_kind"),
        ({"kind": "Bid"}, "malformed_move"),
        ({"kind": "Bid", "coins": "3"}, "malformed_move"),
        ({"kind": "Bid", "coins": 3.0}, "malformed_move"),
        ({"kind": "Bid", "coins": True}, "malformed_move"),
        ({"kind": "Bid", "coins": -1}, "not_offered"),
        ({"kind": "Bid", "coins": 10**30}, "not_offered"),
        ({"kind": "Bid", "coins": None}, "malformed_move"),
        ({"kind": "Bid", "coins": 1, "seat": 1}, "malformed_move"),
        ({"kind": "Bid", "coins": {"$gt": 0}}, "malformed_move"),
        ({"kind": "x" * 1_000_000}, "unknown_kind"),
        ({"kind": "Bid", "coins": "\ud800"}, "malformed_move"),
        ({"kind": "Bid\x00", "coins": 1}, "unknown_kind"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_moves_that_are_none(begin, unchanged, move, code):
    playing = begin()
    body = {**right(playing), "move": move}
    unchanged()
    answer = send(client_of(playing.user_at(0)), playing, body)
    assert error(answer) == (422, code)
    assert len(answer.json()["message"]) < 300


def test_a_refusal_does_not_echo_a_million_characters(begin, unchanged):
    playing = begin()
    unchanged()
    body = {"question": "x" * 1_000_000, "move": {"kind": "y" * 1_000_000}}
    assert len(send(client_of(playing.user_at(0)), playing, body).content) < 1_000


def test_other_peoples_seats(begin, people, unchanged):
    playing = begin(seats=2)
    body = right(playing, 0)
    unchanged()
    assert error(send(client_of(people[3]), playing, body)) == (403, "not_your_seat")
    stale = send(client_of(playing.user_at(1)), playing, body)
    assert stale.status_code == 409, "the question of another seat is not mine"
    assert stale.json()["question"]["id"] != body["question"]


def test_stale_and_repeated_questions(begin):
    playing = begin(seats=2)
    client, body = client_of(playing.user_at(0)), right(playing, 0, 1)
    assert send(client, playing, body).status_code == 200
    again = send(client, playing, body)
    assert (again.status_code, again.json()["number"]) == (200, 2), "sent twice, counted once"
    other = {**body, "move": {**body["move"], "coins": 0}}
    stale = send(client, playing, other)
    assert (stale.status_code, stale.json()["number"]) == (409, 2)
    playing.play(1)
    assert send(client, playing, {**other, "question": "0" * 16}).status_code == 409
    assert playing.kinds() == ["start", "move", "move"]


def at_once(works: list[Callable[[], Any]]) -> list[Any]:
    """What works give that run at the same time, each in a thread and connection of its own."""

    def run(work: Callable[[], Any]) -> Any:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in [pool.submit(run, work) for work in works]]


def test_ten_simultaneous_submissions_of_the_same_move_count_once(begin):
    playing = begin(seats=2)
    body = right(playing, 0, 2)
    clients = [client_of(playing.user_at(0)) for _ in range(10)]
    answers = at_once([partial(send, client, playing, body) for client in clients])
    assert [answer.status_code for answer in answers] == [200] * 10
    assert LogEntry.objects.filter(table=playing.id, kind="move").count() == 1
    assert check_table(playing.id)[0] is ContinuingVerdict.SAME


def test_simultaneous_moves_of_different_seats_all_count(begin, people):
    playing = begin(seats=4)
    clients = [client_of(playing.user_at(place)) for place in range(4)]
    bodies = [right(playing, place, place) for place in range(4)]
    works = [partial(send, clients[place], playing, bodies[place]) for place in range(4)]
    assert [answer.status_code for answer in at_once(works)] == [200] * 4
    moved = LogEntry.objects.filter(table=playing.id, kind="move")
    assert sorted(moved.values_list("place", flat=True)) == [0, 1, 2, 3]
    assert check_table(playing.id)[0] is ContinuingVerdict.SAME


def test_guessing_table_ids_tells_nothing(begin, people):
    playing = begin(seats=2, private=True)
    for client in (Client(), client_of(people[3])):
        there = client.get(f"/api/v1/tables/{playing.id}")
        nowhere = client.get("/api/v1/tables/424242")
        assert (there.status_code, there.content) == (nowhere.status_code, nowhere.content)
        there = client.get(f"/tables/{playing.id}/")
        assert (there.status_code, client.get("/tables/424242/").status_code) == (404, 404)


@pytest.mark.parametrize("number", ["0", "-1", "9" * 30, "1e3", "x", "1;drop table", "%00", "١"])
def test_numbers_that_are_none(begin, people, number):
    playing = begin()
    client = client_of(playing.user_at(0))
    for address in (
        f"/api/v1/tables/{number}",
        f"/api/v1/tables/{number}/messages",
        f"/tables/{number}/",
        f"/tables/{number}/chat/",
        f"/lobby/tables/{number}/",
    ):
        assert client.get(address).status_code == 404
    assert error(client.get(f"/api/v1/tables/{number}"))[1] == "not_found"
    for since in (number, "-5"):
        answer = client.get(f"/api/v1/tables/{playing.id}", {"since": since})
        assert answer.status_code in (200, 422)


@pytest.mark.parametrize("what", ["moves", "undo", "resign", "return", "join", "leave", "start"])
def test_requests_forged_by_other_sites(begin, unchanged, what):
    playing = begin()
    body = right(playing)
    unchanged()
    client = client_of(playing.user_at(0), enforce_csrf_checks=True)
    assert error(send(client, playing, body, what)) == (403, "forgery")


@pytest.mark.parametrize(
    "address",
    ["lobby/bots/", "accounts/delete/", "accounts/tokens/", "accounts/people/ben/block/"],
)
def test_forms_forged_by_other_sites(people, address):
    client = client_of(people[0], enforce_csrf_checks=True)
    form = {"game": "port_royal", "sure": "on", "name": "x"}
    assert client.post(f"/{address}", form).status_code == 403
    assert User.objects.filter(pk=people[0].pk).exists()
    assert not Table.objects.exists() and not people[0].tokens.exists()


def test_other_sites_may_not_read_the_api(begin):
    playing = begin()
    answer = Client().get(
        f"/api/v1/tables/{playing.id}", headers={"Origin": "https://elsewhere.example"}
    )
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_sockets_from_a_foreign_origin(live, begin):
    playing = begin()
    secure = live.replace("http", "https", 1)
    others = ("https://elsewhere.example", "null", "http://127.0.0.1.evil.example")
    for origin in (*others, secure, "http://127.0.0.1", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus) as refused:
            watch(live, playing.id, playing.user_at(0), origin=origin)
        assert refused.value.response.status_code == 403


def test_sockets_without_a_session_see_what_visitors_may(live, begin):
    playing = begin()
    playing.play(0, 3)
    with watch(live, playing.id) as socket:
        update = heard(socket)
    assert update["question"] is None
    assert all(player["bid"] is None for player in update["view"]["players"])
    address = f"{live.replace('http', 'ws', 1)}/ws/tables/{playing.id}/"
    forged = {"Cookie": "sessionid=" + "a" * 32}
    with connect(address, origin=live, additional_headers=forged) as socket:
        assert heard(socket)["question"] is None


def closed_with(socket: Any) -> int:
    with contextlib.suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=PATIENCE)
    code: int = socket.close_code
    return code


def test_sockets_to_private_tables(live, begin, people):
    playing = begin(seats=2, private=True)
    for user in (None, people[3]):
        for table_id in (playing.id, 424242):
            with watch(live, table_id, user) as socket:
                assert closed_with(socket) == 4404, "the same as for a table that is none"


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", '{"type": "move"}', '{"type": "hello", "number": "x"}', "x" * 100_000],
)
def test_sockets_that_are_told_nonsense(live, begin, unchanged, message):
    playing = begin()
    unchanged()
    with watch(live, playing.id, playing.user_at(0)) as socket:
        heard(socket)
        socket.send(message)
        assert closed_with(socket) in (4400, 1009)


def test_flooding_messages(live, begin, unchanged):
    playing = begin()
    unchanged()
    with watch(live, playing.id, playing.user_at(0)) as socket:
        heard(socket)
        with contextlib.suppress(ConnectionClosed):
            for _ in range(500):
                socket.send('{"type": "hello", "number": 1}')
        assert closed_with(socket) == 4429


def test_requests_without_end(begin, settings):
    playing = begin()
    settings.API_RATE, settings.API_BURST = 0.001, 30  # a second
    client = client_of(playing.user_at(0))
    statuses = [client.get(f"/api/v1/tables/{playing.id}") for _ in range(40)]
    refused = [answer for answer in statuses if answer.status_code == 429]
    assert len(refused) == 10
    assert error(refused[0]) == (429, "too_many") and int(refused[0]["Retry-After"]) >= 1
    assert client_of(playing.user_at(1)).get("/api/v1/me").status_code == 200, "others go on"


def test_a_revoked_token_plays_no_more(begin, unchanged):
    playing = begin()
    user = playing.user_at(0)
    headers = {"Authorization": f"Bearer {token_make(user=user, name='bot')}"}
    user.tokens.all().delete()
    body = right(playing)
    unchanged()
    answer = Client().post(
        f"/api/v1/tables/{playing.id}/moves", body, "application/json", headers=headers
    )
    assert error(answer) == (401, "bad_token")


@pytest.mark.parametrize(
    "options",
    [
        {"no_such_option": True},
        {"expansion": "perhaps"},
        {"contracts": 99},
        {"__class__": "x"},
        {"": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize("game", ["port_royal", "santiago_de_cuba", "cuba", "guatemala_cafe"])
def test_options_that_make_no_sense(people, game, options):
    body = {"game": game, "seats": 4, "options": options}
    answer = client_of(people[0]).post("/api/v1/tables", body, "application/json")
    assert error(answer) == (422, "table_invalid")
    assert not Table.objects.exists()


@pytest.mark.parametrize("seats", [0, 99, -1, 10**20])
def test_numbers_of_seats_that_make_no_sense(people, seats):
    client = client_of(people[0])
    body = {"game": "port_royal", "seats": seats}
    assert error(client.post("/api/v1/tables", body, "application/json")) == (422, "table_invalid")
    form = {"seats_min": str(seats), "seats_max": str(seats), "bots": "0", "at_timeout": "bot"}
    assert client.post("/lobby/open/port_royal/", form).status_code == 422
    assert not Table.objects.exists()


def test_names_with_markup(begin, people):
    markup = "<img src=x>"
    User.objects.filter(pk=people[0].pk).update(username=markup)  # as if the form had let it pass
    playing = begin(seats=2)
    playing.play(0, 1)
    playing.play(1, 0)
    for address in (f"/tables/{playing.id}/", "/lobby/", f"/tables/{playing.id}/chat/"):
        assert markup not in client_of(people[1]).get(address).text
    page = client_of(people[1]).get(f"/tables/{playing.id}/").text
    assert "&lt;img src=x&gt;" in page
    refused = Client().post(
        "/accounts/signup/",
        {
            "username": markup,
            "email": "x@example.org",
            "password1": "a-b-c-1-2-d-3",
            "password2": "a-b-c-1-2-d-3",
        },
    )
    assert refused.status_code == 200 and not User.objects.filter(email="x@example.org").exists()
    assert markup not in refused.text


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "UTC\x00", "x" * 10_000])
def test_time_zones_that_do_not_exist(people, zone):
    client = client_of(people[0])
    form = {
        "language": "de", "time_zone": zone, "theme": "dark", "palette": "usual",
        "confirm": "never", "mails": "off", "next_order": "oldest",
    }  # fmt: skip
    assert "errorlist" in client.post("/accounts/settings/", form).text
    people[0].refresh_from_db()
    assert (people[0].time_zone, people[0].theme) == ("", "auto")
    User.objects.filter(pk=people[0].pk).update(time_zone="Atlantis/Deep")
    for address in ("/accounts/settings/", "/lobby/", "/my-games/", "/api/v1/me"):
        assert client.get(address).status_code == 200


def test_a_time_zone_that_is_gone_does_not_hide_a_table(live, begin):
    playing = begin()
    User.objects.filter(pk=playing.user_at(0).pk).update(time_zone="Atlantis/Deep")
    assert client_of(playing.user_at(0)).get(f"/tables/{playing.id}/").status_code == 200
    with watch(live, playing.id, playing.user_at(0), query="?html=1") as socket:
        assert heard_of(socket, "update")["number"] == 1


def test_what_is_not_there_is_told_as_json():
    addresses = ["nothing", "tables/x/y/z", "tables/%0A/plan", "%0D%0A", "tables/1/%0A"]
    for address in ("/api/", "/api/v2/tables", *(f"/api/v1/{name}" for name in addresses)):
        assert error(Client().get(address)) == (404, "not_found")
