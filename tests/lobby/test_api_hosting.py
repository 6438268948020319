"""What hosts and friends do through the API: the same services as behind the pages."""

from __future__ import annotations

import pytest

from accounts.signing_in.guests.services import guest_make
from games.changing import services as games
from games.models import Table
from lobby.models import MailedInvitation
from tests.lobby.test_api import Program, ana, ben  # noqa: F401 - fixtures
from tests.people import client_of

pytestmark = pytest.mark.django_db

WISH = {"game": "port_royal", "seats": 3, "seats_min": 2}


def test_inviting_and_taking_back(ana: Program, ben: Program) -> None:  # noqa: F811
    table = ana.post("tables", {**WISH, "private": True}).json()["id"]
    assert ana.post(f"tables/{table}/invite", {"name": "Ben"}).status_code == 200
    assert [one["id"] for one in ben.get("invitations").json()] == [table]
    assert ana.post(f"tables/{table}/withdraw", {"name": "ben"}).status_code == 200
    assert ben.get("invitations").json() == []
    assert ana.post(f"tables/{table}/withdraw", {"name": "ben"}).json()["error"] == "not_invited"
    assert ana.post(f"tables/{table}/invite", {"name": "z@example.org"}).status_code == 200
    assert MailedInvitation.objects.get().address == "z@example.org"
    refused = ana.post(f"tables/{table}/invite", {"name": "@"})
    assert (refused.status_code, refused.json()["error"]) == (422, "address")


def test_changing_agreeing_removing(ana: Program, ben: Program) -> None:  # noqa: F811
    table = ana.post("tables", {**WISH, "pace": 3}).json()["id"]
    ben.post(f"tables/{table}/join")
    assert ben.post(f"tables/{table}/terms", {"pace": 1}).json()["error"] == "not_host"
    assert ana.post(f"tables/{table}/terms", {"pace": None}).status_code == 200
    told = ben.get(f"tables/{table}/terms").json()
    assert told["waiting_for"] == ["Ben"]
    assert told["changes"] == [{"name": "Time for a move", "before": "3 days", "after": "no limit"}]
    assert ben.post(f"tables/{table}/agree", {"stamp": "old"}).json()["error"] == "not_now"
    assert ben.post(f"tables/{table}/agree", {"stamp": told["stamp"]}).status_code == 200
    assert ben.get(f"tables/{table}/terms").json()["waiting_for"] == []
    assert ana.post(f"tables/{table}/remove", {"place": 1}).status_code == 200
    assert Table.objects.get(pk=table).seats.count() == 1
    assert ana.post(f"tables/{table}/remove", {"place": 0}).json()["error"] == "not_your_seat"


def test_the_same_again(ana: Program, ben: Program) -> None:  # noqa: F811
    wish = {"game": "port_royal", "seats": 2}
    table = ana.post("tables", wish).json()["id"]
    ben.post(f"tables/{table}/join")
    assert ana.post(f"tables/{table}/again").json()["error"] == "not_now"
    games.seat_resign(table_id=table, user_id=ben.user.pk)
    new = ben.post(f"tables/{table}/again").json()
    assert new["status"] == "open" and new["id"] != table
    again = ana.post(f"tables/{table}/again").json()
    assert (again["id"], again["status"]) == (new["id"], "playing")


def test_friends(ana: Program, ben: Program) -> None:  # noqa: F811
    assert ana.post("friends", {"name": "Nemo"}).status_code == 404
    assert ana.post("friends", {"name": "ben"}).json()["asked"] == ["Ben"]
    assert ben.get("friends").json()["asking"] == ["Ana"]
    assert ben.post("friends", {"name": "Ana"}).json()["friends"] == ["Ana"]
    assert ana.post("friends/end", {"name": "Ben"}).json() == {
        "friends": [],
        "asking": [],
        "asked": [],
    }


def test_a_guest_is_told_that_it_takes_an_account() -> None:
    answer = client_of(guest_make()).post(
        "/api/v1/tables", {"game": "port_royal", "seats": 3}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["error"]) == (403, "account_needed")


def test_any_clock(ana: Program, ben: Program) -> None:  # noqa: F811
    clock = {"kind": "budget", "start": 60, "increment": 5, "cap": 90, "most_protected": 30}
    wish = {"game": "port_royal", "seats": 3, "seats_min": 2}
    table = ana.post("tables", {**wish, "clock": clock}).json()
    assert {name: table["clock"][name] for name in clock} == clock
    (listed,) = ana.get("tables?mine=true").json()
    assert (listed["pace"], listed["clock"]) == (None, clock)
    address = f"tables/{table['id']}/terms"
    days = ana.post(address, {"pace": 2}).json()["clock"]
    assert (days["kind"], days["start"], days["most_protected"]) == ("answer", 2 * 24 * 60, 0)
    assert ana.get("tables?mine=true").json()[0]["pace"] == 2
    assert ana.post(address, {"guests": True}).json()["clock"] == days, "it stays as it is"
    none = ana.post(address, {"clock": {"kind": "none"}}).json()["clock"]
    assert (none["kind"], none["start"]) == ("none", 0)
    for wrong, field in (
        ({"kind": "answer"}, "pace_start"),
        ({"kind": "hourglass", "start": 5}, "pace"),
        ({**clock, "cap": 59}, "pace_cap"),
        ({**clock, "most_protected": 31 * 24 * 60}, "most_protected"),
    ):
        refused = ana.post("tables", {**wish, "clock": wrong})
        assert (refused.status_code, refused.json()["field"]) == (422, field)
