"""The log: which request, user, table and job each line is about, and no secrets."""

from __future__ import annotations

import http.client
import json
import logging
import re
from typing import Any

import pytest
from django.conf import settings as active
from django.db import connection
from django.test import Client
from websockets.sync.client import connect

from config.sight.hiding import LONGEST_LINE, LONGEST_WORD, MOST_LINES, without_secrets
from config.sight.lines import LineFormatter
from games.tasks import bots_play
from tests.config.sight.conftest import Written
from tests.games.sockets import closed_with, cookie_of, heard, open_socket
from tests.games.test_sockets import play
from tests.people import client_of
from tools.working import forget_jobs, work

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "Zq3xV9_secretTokenOfALink"
GIVEN = "0b1c9a5e-8f3d-4a6b-9c2e-1d7f5a3b8c4d"


def broken(*_: object, **__: object) -> None:
    raise RuntimeError(f"nothing for {KEY}, key {active.SECRET_KEY}")


def test_a_page_that_fails(written: Written, people: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lobby.tables.selectors.table_by_token", broken)
    client = client_of(people[0], raise_request_exception=False)
    answer = client.post(f"/join/{KEY}/?secret=sauce", {"password": "two sugars"})
    record = written.of("django.request")
    assert record["message"] == "Internal Server Error: /join/<str:token>/"
    assert record["route"] == "POST /join/<str:token>/"
    assert record["request"] == answer["X-Request-ID"]
    assert record["user"] == people[0].pk
    assert record["error"].startswith("RuntimeError: nothing for …")
    assert "test_logs.py" in record["traceback"]
    for secret in (KEY, active.SECRET_KEY, "sauce", "sugars", client.cookies["sessionid"].value):
        assert secret not in written.text


def test_an_address_that_names_nothing_may_be_a_misspelt_key(written: Written) -> None:
    answer = Client().get(f"/jion/{KEY.lower()}/")
    record = written.of("django.request")
    assert (record["message"], record["request"]) == ("Not Found: /…", answer["X-Request-ID"])


@pytest.mark.parametrize("level", ["WARNING", "ERROR"])
def test_a_request_that_is_nonsense_is_a_warning_without_a_trace(
    written: Written, level: str
) -> None:
    root = logging.getLogger()
    before = root.level
    root.setLevel(level)
    try:
        answer = Client(raise_request_exception=False).get("/", headers={"host": "evil.example"})
    finally:
        root.setLevel(before)
    assert answer.status_code == 400
    if level == "ERROR":
        assert written.records == []
        return
    assert written.records
    for record in written.records:
        assert record["logger"] == "django.security.DisallowedHost"
        assert record["level"] == "WARNING" and "traceback" not in record


def test_a_page_of_a_table(written: Written, begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = begin()
    monkeypatch.setattr("games.changing.services.seat_resign", broken)
    client = client_of(playing.user_at(0), raise_request_exception=False)
    answer = client.post(f"/api/v1/tables/{playing.id}/resign")
    assert answer.status_code == 500
    record = written.of("django.request")
    assert (record["table"], record["user"]) == (playing.id, playing.user_at(0).pk)


def test_a_wish_over_a_socket_that_fails(
    live: str, written: Written, begin: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TRUSTED_PROXIES = 1
    playing = begin()
    user = playing.user_at(0)
    headers = {"Cookie": cookie_of(user), "X-Request-ID": GIVEN}
    address = f"{live.replace('http', 'ws', 1)}/ws/tables/{playing.id}/"
    with connect(address, origin=live, additional_headers=headers) as socket:
        question = heard(socket)["question"]
        monkeypatch.setattr("games.changing.services.move_submit", broken)
        play(socket, {**question, "id": "0" * 16})
        assert heard(socket)["status"] == 500
    record = written.of("games.watching.visits")
    assert (record["table"], record["user"], record["request"]) == (playing.id, user.pk, GIVEN)


def test_a_job_that_fails(written: Written, begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    forget_jobs()
    playing = begin()
    monkeypatch.setattr("games.changing.services.bot_move", broken)
    number = bots_play.defer(table_id=playing.id, for_user=playing.user_at(0).pk)
    with connection.cursor() as cursor:  # its last attempt
        cursor.execute("update procrastinate_jobs set attempts = 8")
    work()
    (record,) = [one for one in written.records if one.get("job") == number and "error" in one]
    assert record["task"] == "games.bots_play"
    assert (record["table"], record["user"]) == (playing.id, playing.user_at(0).pk)
    assert KEY not in written.text and "table_id" not in record["message"]


@pytest.mark.parametrize(
    ("given", "proxies", "taken"),
    [
        (GIVEN, 1, True),
        (GIVEN, 0, False),
        ("short", 1, False),
        ("a" * 65, 1, False),
        ('12345678"}{"user": 1', 1, False),
        ("12345678 tabs\tand more", 1, False),
    ],
)
def test_only_the_proxy_names_a_request_and_only_sensibly(
    settings: Any, given: str, proxies: int, taken: bool
) -> None:
    settings.TRUSTED_PROXIES = proxies
    answer = Client().get("/accounts/login/", headers={"x-request-id": given})
    assert (answer["X-Request-ID"] == given) == taken
    assert answer["X-Request-ID"].replace("-", "").isalnum()


def test_lines_for_people_tell_the_same() -> None:
    record = logging.makeLogRecord({
        "name": "django.request", "levelname": "ERROR", "msg": "At smtp://me:pw1@mail: %s",
        "args": (KEY,), "job": None,
    })  # fmt: skip
    line = LineFormatter().format(record)
    assert line.endswith("ERROR django.request: At smtp://…mail: …")
    record = logging.makeLogRecord({
        "name": "procrastinate.worker", "msg": "Job x(text='a letter')", "action": "job_error",
        "job": {"id": 7, "task_name": "accounts.letter_send", "task_kwargs": {"text": "a letter"}},
    })  # fmt: skip
    line = LineFormatter().format(record)
    assert line.endswith("job error: accounts.letter_send [job=7 task=accounts.letter_send]")


def test_every_record_is_one_line(written: Written) -> None:
    logging.getLogger("config.push").warning("two\nlines %s", {"a": object()})
    assert len(written.text.splitlines()) == 1
    assert json.loads(written.text)["message"].startswith("two\nlines")


LONG = "aA0" * 20_000
ODD: dict[str, dict[str, Any]] = {
    "origin": {"path": "/accounts/login/", "headers": {"origin": f"https://{LONG}"}},
    "origin without a scheme": {"path": "/accounts/login/", "headers": {"origin": LONG}},
    "referer": {
        "path": "/accounts/login/",
        "headers": {"referer": f"https://{LONG}/"},
        "secure": True,
    },
    "host": {"path": "/accounts/login/", "headers": {"host": LONG}},
    "forwarded": {"path": "/accounts/login/", "headers": {"x-forwarded-for": LONG}},
    "agent": {"path": "/accounts/login/", "headers": {"user-agent": LONG}},
    "cookie": {"path": "/accounts/login/", "headers": {"cookie": f"sessionid={LONG}"}},
    "token": {"path": "/api/v1/tables", "headers": {"authorization": f"Bearer {LONG}"}},
    "path": {"path": f"/{LONG}"},
    "path of the API": {"path": f"/api/v1/{LONG}"},
    "path below the administration": {"path": f"/admin/r/{'/' * 60_000}x"},
    "path of a picture": {"path": f"/games/cuba/rules/{'-' * 60_000}x"},
    "query": {"path": f"/tables/0/?{LONG}={LONG}"},
    "form": {"path": "/accounts/login/", "data": {LONG: LONG, "login": LONG, "password": LONG}},
    "JSON": {
        "path": "/api/v1/tables",
        "data": {"game": LONG, LONG: LONG},
        "content_type": "application/json",
    },
}


def assert_short(written: Written) -> None:
    assert written.records
    for record in written.records:
        for line in [part for words in record.values() for part in str(words).split("\n")]:
            assert len(line) <= LONGEST_LINE + len(" …")
        assert len(record.get("traceback", "").splitlines()) <= MOST_LINES
    assert not re.search(rf"[aA0/-]{{{LONGEST_WORD + 1}}}", written.text)


@pytest.mark.parametrize("odd", ODD.values(), ids=list(ODD))
@pytest.mark.parametrize("level", ["WARNING", "INFO"])
def test_what_is_long_is_cut(
    written: Written, odd: dict[str, Any], level: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(level):
        answer = Client(enforce_csrf_checks=True, raise_request_exception=False).post(**odd)
    assert 400 <= answer.status_code < 500
    assert_short(written)


@pytest.mark.parametrize("header", ["Origin", "Referer", "Host", "Cookie", "X-Forwarded-For"])
def test_what_is_long_is_cut_by_the_other_server_too(
    live: str, written: Written, header: str
) -> None:
    """Daphne takes headers of 16 kB."""
    connection = http.client.HTTPConnection(live.removeprefix("http://"))
    connection.request("POST", "/accounts/login/", headers={header: f"https://{LONG[:15_000]}"})
    assert connection.getresponse().status in (400, 403)
    assert_short(written)


@pytest.mark.parametrize(
    "path",
    [
        "none/", "tables/-1/", "../admin/", "%00/", "tables/" + "9" * 4_000 + "/",
        "tables/" + "9" * 9_000 + "/", LONG[:15_000], "tables/1/?since=" + "9" * 15_000,
    ],
)  # fmt: skip
def test_a_socket_whose_address_names_nothing(live: str, written: Written, path: str) -> None:
    with open_socket(live, path) as socket:
        assert closed_with(socket) in (4400, 4404)
    logging.getLogger("tests").warning("The end")
    assert all(record["level"] == "WARNING" for record in written.records)
    assert_short(written)


def test_a_path_with_foreign_letters_is_not_told(written: Written) -> None:
    Client().get(f"/jion/{KEY.lower()}-é/")
    assert written.of("django.request")["message"] == "Not Found: /…"


def test_no_key_is_cut_in_two_so_that_a_part_is_told() -> None:
    for length in range(LONGEST_LINE - 60, LONGEST_LINE + 20):
        told = without_secrets(f"{'a ' * (length // 2)}{KEY} at smtp://me:pw1@mail")
        assert "pw1" not in told and KEY[:4] not in told
    assert without_secrets(f"smtp://me:pw1@{LONG}") == "…"
