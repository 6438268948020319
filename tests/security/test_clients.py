"""Limits by address count a whole /64 as one client, whichever limit it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from allauth.core.internal import ratelimit
from django.conf import settings
from django.test import Client, RequestFactory
from django.urls import reverse

from config.pages import cards
from config.web import buckets, clients
from config.web.buckets import Bucket
from config.web.limits import SIGNING_IN, Rate

ROOT = Path(__file__).resolve().parents[2]
ADDRESSES = [f"2001:db8:1:2::{number:x}" for number in range(1, 101)]
Ask = Callable[[str], Any]
Fixture = Callable[[str], Any]


def guests(fixture: Fixture) -> Ask:
    return lambda address: Client(REMOTE_ADDR=address).post("/lobby/bots/", {"game": "cuba"})


def api_requests(fixture: Fixture) -> Ask:
    return lambda address: Client(REMOTE_ADDR=address).get("/api/v1/games")


def pictures(fixture: Fixture) -> Ask:
    games = iter(["cuba", "port_royal"] * len(ADDRESSES))

    def ask(address: str) -> None:
        cards._pictures._values.clear()
        Client(REMOTE_ADDR=address).get(f"/games/{next(games)}/card.png")

    return ask


def thoughts(fixture: Fixture) -> Ask:
    learner, here = Client(), "/games/pier/lessons/bidding/"
    while f"{here}hint/" not in learner.get(here).text:
        assert learner.post(f"{here}on").status_code == 302
    return lambda address: learner.post(f"{here}hint/", REMOTE_ADDR=address)


def trials_of_moves(fixture: Fixture) -> Ask:
    here = f"/tables/{fixture('begin')(seats=2).id}/what-if/1/back"
    return lambda address: Client(REMOTE_ADDR=address).post(here)


def doors(fixture: Fixture) -> Ask:
    fixture("club")
    here = reverse("openid_connect_login", args=["openid"])
    return lambda address: Client(REMOTE_ADDR=address).post(here)


def answers(fixture: Fixture) -> Ask:
    def ask(address: str) -> Any:
        client = Client(REMOTE_ADDR=address)
        client.cookies[settings.CSRF_COOKIE_NAME] = "c" * 32
        return client.post(reverse("appearance"), {"theme": "dark", "mark": address})

    return ask


def renewals(fixture: Fixture) -> Ask:
    here = reverse("device_renew")
    return lambda address: Client(REMOTE_ADDR=address).post(here, {}, "application/json")


BY_ADDRESS: dict[str, Callable[[Fixture], Ask]] = {
    "guests": guests, "api_requests": api_requests, "cards": pictures, "thoughts": thoughts,
    "trials_of_moves": trials_of_moves, "doors": doors, "answers": answers, "renewals": renewals,
}  # fmt: skip
BY_OTHERS = {"searches", "trials", "feeds", "notes", "clock_changes", "plans"}
"""Counted by user or by a secret."""


def all_buckets() -> Iterator[str]:
    return (name for name, bucket in vars(buckets).items() if isinstance(bucket, Bucket))


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    for name in all_buckets():
        getattr(buckets, name).levels.clear()
    monkeypatch.setattr(buckets.cards, "rate", Rate(1, 1))
    settings.GUESTS_AT_ONCE = 1


@pytest.mark.costly
@pytest.mark.parametrize("name", sorted(set(all_buckets()) - BY_OTHERS))
@pytest.mark.django_db
def test_a_whole_subnet_is_one_client_of_each_limit(
    name: str, request: pytest.FixtureRequest
) -> None:
    ask = BY_ADDRESS[name](request.getfixturevalue)
    bucket = getattr(buckets, name)
    bucket.levels.clear()
    for address in ADDRESSES:
        ask(address)
    assert list(bucket.levels) == ["2001:db8:1:2::/64"]


@pytest.mark.parametrize("name", [name for name, rates in SIGNING_IN.items() if "/ip" in rates])
def test_a_whole_subnet_is_one_client_of_each_limit_of_signing_in(name: str) -> None:
    (rate,) = [rate for rate in SIGNING_IN[name].split(",") if rate.endswith("/ip")]
    allowed = 0
    for address in ADDRESSES:
        request = RequestFactory(REMOTE_ADDR=address).post("/")
        asked = {"app": "account", "action": name, "config": {name: rate}}
        allowed += ratelimit.consume(request, **asked) is not None
    assert allowed == int(rate.split("/")[0])


def test_an_ipv4_address_written_as_ipv6_is_that_address() -> None:
    """django-allauth would cut all of them to one client."""
    for address in ("192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207"):
        request = RequestFactory(REMOTE_ADDR=address).get("/")
        assert clients.client_of(request) == ratelimit.get_ip(request) == "192.0.2.7"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "client"),
    [
        (0, "198.51.100.1", "192.0.2.7"),
        (1, "", "192.0.2.7"),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "invented, 198.51.100.1", "198.51.100.1"),
        (1, "198.51.100.1:4711", "198.51.100.1"),
        (1, "[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"),
        (1, "nonsense", clients.UNKNOWN),
        (2, "invented, 198.51.100.1, 10.0.0.9", "198.51.100.1"),
        (2, "198.51.100.1", "198.51.100.1"),
    ],
)
def test_only_our_own_proxies_are_believed(
    settings: Any, proxies: int, forwarded: str, client: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert clients.client_of(RequestFactory(headers=headers, REMOTE_ADDR="192.0.2.7").get("/")) == (
        client
    )


def test_only_one_module_reads_addresses() -> None:
    reading = re.compile(r"REMOTE_ADDR|FORWARDED.FOR|get_client_ip\(request\)", re.IGNORECASE)
    readers = {
        str(path.relative_to(ROOT))
        for app in ("accounts", "config", "games", "lobby")
        for path in (ROOT / app).rglob("*.py")
        if reading.search(path.read_text())
    }
    assert readers == {
        "config/web/clients.py",
        "config/settings.py",  # which says what the number of proxies is for
        "config/sight/exposing.py",  # asks for the peer itself: whether it is this machine
    }


def test_many_clients_do_not_make_a_busy_one_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "MOST_CLIENTS", 100)
    monkeypatch.setattr(buckets, "KEPT_CLIENTS", 75)
    now = [0.0]
    bucket = Bucket("searches", Rate(0.001, 5), lambda: now[0])
    waits = [bucket.wait("busy") for _ in range(6)]
    assert waits[4] == 0.0 < waits[5]
    for number in range(1000):
        now[0] += 0.01
        assert bucket.wait(f"client {number}") == 0.0
        assert len(bucket.levels) <= 100
    assert bucket.wait("busy") > 0.0
