"""Whatever is fed to whatever reads foreign input: it reads it, or refuses it in its own words.

`tools/decoders.py` lists what reads; here each gets generated input, and what is near to right
input: a right document with one part of it replaced. `manage.py fuzz` goes on for longer.
"""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings as config
from django.urls import resolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.registry import GAMES
from tests.people import client_of
from tools.decoders import DECODERS, Decoder, fault
from tools.foreign import NASTY, STRATEGIES, near, right_documents, written

ROOT = Path(__file__).resolve().parents[2]
READS = re.compile(
    r"config\.web\.foreign_json|\bjson\.decode\(request|\bjson\.loads?\(|\.unsign\(|b64decode\("
)
WHERE = {
    "accounts/people/decisions.py", "accounts/mail/silence.py", "accounts/mail/unsubscribing.py",
    "accounts/notices/hooks.py",
    "accounts/notices/pushing.py", "accounts/notices/views.py", "config/socket/connection.py",
    "games/page/views.py", "games/trying/views.py", "lobby/tables/shares.py",
}  # fmt: skip
"""The files in which foreign input is read by other means than forms and Django Ninja."""
OF_OUR_OWN = {"config/web/bundling.py"}
"""The files in which a file of the project is read."""

pytestmark = pytest.mark.django_db
few = settings(
    max_examples=40, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)


@pytest.mark.parametrize("name", DECODERS)
def test_it_reads_or_refuses(name: str) -> None:
    decoder = DECODERS[name]

    @few
    @given(STRATEGIES[decoder.takes])
    def reads(given: Any) -> None:
        assert fault(decoder, given) is None

    reads()
    for nasty in NASTY[decoder.takes]:
        assert fault(decoder, nasty) is None, str(nasty)[:100]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_nearly_right(game: str) -> None:
    """Positions, moves and options as they are stored, with something in them exchanged."""
    for kind, document in right_documents(game):
        decoder = DECODERS[f"{kind} of {game}"]
        decoder.read(as_taken(decoder, document))  # as it is, it is right
        nearly_right(decoder, document)


def nearly_right(decoder: Decoder, document: Any) -> None:
    @few
    @given(near(document))
    def reads(changed: Any) -> None:
        assert fault(decoder, as_taken(decoder, changed)) is None

    reads()


def as_taken(decoder: Decoder, document: Any) -> Any:
    return json.dumps(document).encode() if decoder.takes == "bytes" else document


ADDRESSES = [
    "/join/{}/", "/accounts/mails/leave/{}/", "/accounts/mails/silence/{}/",
    "/accounts/feeds/{}/deadlines.ics", "/accounts/feeds/{}/tables.atom",
    "/tables/?before={}&after={}", "/tables/?since={}&until={}&person={}",
    "/my-games/next/?after={}", "/tables/TABLE/?at={}&since={}",
    "/tables/TABLE/live?since={}&at={}", "/tables/TABLE/earlier?before={}",
    "/lobby/?part={}&game={}",
    "/tables/TABLE/what-if/1/?at={}", "/api/v1/tables?before={}&game={}", "/{}",
    "/api/v1/tables/TABLE?since={}",
]  # fmt: skip
COOKIES = ["sessionid", "csrftoken", "messages", "django_language", "theme", "sobremesa"]
HEADERS = [
    "Parts",
    "Authorization",
    "Accept-Language",
    "If-None-Match",
    "If-Modified-Since",
    "Range",
]
BODIES = [
    "/tables/TABLE/what-if/1/moves",
    "/games/pier/lessons/bidding/moves",
    "/api/v1/tables/TABLE/moves",
    "/api/v1/tables",
    "/accounts/notices/devices/",
    "/tables/TABLE/moves",
]


def test_whatever_stands_in_an_address_a_cookie_a_header_or_a_body(begin: Any) -> None:
    """Tokens of links and feeds, cursors of lists, sessions: no page fails, whoever asks."""
    playing = begin(seats=2)
    client = client_of(playing.user_at(0))
    kept = client.cookies[config.SESSION_COOKIE_NAME].value
    numbered = [address.replace("TABLE", str(playing.id)) for address in (*ADDRESSES, *BODIES)]
    named = [address.partition("?")[0].replace("{}", "x") for address in numbered]
    assert all(resolve(address) for address in named if address != "/x")
    asked, posted = numbered[: len(ADDRESSES)], numbered[len(ADDRESSES) :]

    def ask(method: str, address: str, *args: Any, **more: Any) -> None:
        client.cookies[config.SESSION_COOKIE_NAME] = kept
        answer = getattr(client, method)(address, *args, **more)
        assert answer.status_code < 500, (method, address, more)

    @few
    @given(written, st.sampled_from(range(len(asked))), st.data())
    def is_answered(text: str, which: int, data: Any) -> None:
        ask("get", asked[which].replace("{}", quote(text, safe="")))
        ask("get", asked[-1], headers={data.draw(st.sampled_from(HEADERS)): header_of(text)})
        client.cookies[data.draw(st.sampled_from(COOKIES))] = header_of(text)
        answer = client.get("/lobby/")
        assert answer.status_code < 500, client.cookies
        client.cookies.clear()

    is_answered()
    for address, body in product(
        posted, [*NASTY["bytes"], b'{"question":"x","move":{"a":"\\ud800"}}']
    ):
        ask("post", address, body, content_type="application/json")


def header_of(text: str) -> str:
    """As much of a text as a header can hold."""
    return "".join(one for one in text if one.isprintable() and ord(one) < 256)


def test_nothing_else_reads() -> None:
    """Who reads foreign input in a new place adds it to the list."""
    files = [
        path
        for app in ("accounts", "config", "games", "lobby")
        for path in (ROOT / app).rglob("*.py")
    ]
    found = {str(path.relative_to(ROOT)) for path in files if READS.search(path.read_text())}
    assert found - OF_OUR_OWN == WHERE
