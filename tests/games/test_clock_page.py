"""The page of a table's clock: by forms alone, and the same over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.people.tokens import token_make
from games.storing.rows import table_load
from tests.games.conftest import Playing
from tests.people import client_of

pytestmark = pytest.mark.django_db

CLOCK = {"pace": "budget", "pace_start": 600, "pace_increment": 60, "pace_cap": 660}
PAUSE = {"kind": "pause", "minutes": "1440", "place": ""}


@pytest.fixture
def playing(begin: Any) -> Playing:
    table: Playing = begin(seats=2, most_protected=120, **CLOCK)
    return table


def address(playing: Playing) -> str:
    return reverse("table_clock", args=[playing.id])


def answer(playing: Playing, place: int, **said: str) -> Any:
    client = client_of(playing.user_at(place))
    seen = client.get(address(playing)).context["stamp"]
    url = reverse("table_clock_answer", args=[playing.id])
    return client.post(url, {"seen": seen or "", **said}, follow=True)


def test_asking_and_agreeing_on_the_page(playing: Playing) -> None:
    client = client_of(playing.user_at(0))
    shown = client.get(address(playing)).text
    assert "at most 2 hours" in shown and "in the budget" in shown
    assert client.post(address(playing), PAUSE).status_code == 302
    other = client_of(playing.user_at(1)).get(address(playing)).text
    assert "asks for a pause of 1 day" in other
    at_table = client_of(playing.user_at(1)).get(reverse("table", args=[playing.id])).text
    assert "asks for a pause of 1 day" in at_table and address(playing) in at_table
    assert "No clock runs until" in answer(playing, 1, agree="1").text
    assert table_load(playing.id).pause is not None
    client.post(address(playing), {"resume": "1"})
    answer(playing, 1, agree="1")
    assert table_load(playing.id).pause is None


def test_the_log_says_to_what_all_were_asked_to_agree(playing: Playing) -> None:
    """Also when nobody is asked any more, and after it was read anew from the database."""
    client_of(playing.user_at(0)).post(address(playing), PAUSE)
    answer(playing, 1, decline="1")
    asked = playing.table.log.get(kind="wish")
    lines = playing.update(1)["events"]
    (said,) = [line["text"] for line in lines if line["number"] == asked.number]
    assert "asks for a pause of 1 day" in said


def test_an_entry_of_before_says_that_all_were_asked(playing: Playing) -> None:
    client_of(playing.user_at(0)).post(address(playing), PAUSE)
    playing.table.log.filter(kind="wish").update(wish=None)
    lines = playing.update(1)["events"]
    assert any("asks everybody to agree" in line["text"] for line in lines)


def test_declining_and_taking_back(playing: Playing) -> None:
    for place in (1, 0):
        client_of(playing.user_at(0)).post(address(playing), PAUSE)
        answer(playing, place, decline="1")
        assert table_load(playing.id).wish is None


def test_what_is_wrong_is_said(playing: Playing) -> None:
    client = client_of(playing.user_at(0))
    wrong = client.post(address(playing), {**PAUSE, "minutes": "7"})
    assert wrong.status_code == 422 and list(wrong.context["form"].errors) == ["minutes"]
    none = client.post(address(playing), {**PAUSE, "kind": "more"})
    assert none.status_code == 422 and "nobody at that place" in none.text
    assert client.post(address(playing), {"resume": "1"}).status_code == 422


def test_a_time_in_numbers_of_ones_own(playing: Playing) -> None:
    client = client_of(playing.user_at(0))
    assert 'name="cap"' not in client.get(address(playing)).text, "the clock there is stays"
    own = {**PAUSE, "minutes": "own", "start": "5", "start_unit": "60"}
    for wrong, field in (
        ({"start": ""}, "start"), ({"start": "0"}, "start"), ({"start": "721"}, "start"),
        ({"minutes": "60"}, "start"),
        ({"kind": "more", "place": "0", "start": "15", "start_unit": "1440"}, "start"),
    ):  # fmt: skip
        refused = client.post(address(playing), {**own, **wrong})
        assert refused.status_code == 422
        assert list(refused.context["form"].errors) == [field], wrong
    assert client.post(address(playing), own).status_code == 302
    other = client_of(playing.user_at(1)).get(address(playing)).text
    assert "asks for a pause of 5 hours" in other


def test_others_look_on_only(playing: Playing, begin: Any, people: list[Any], client: Any) -> None:
    for one in (client, client_of(people[3])):
        assert "Ask the others" not in one.get(address(playing)).text
        one.post(address(playing), PAUSE)
        assert table_load(playing.id).wish is None
    timeless = client_of(people[0]).get(address(begin(seed="timeless")))
    assert 'value="end"' in timeless.text and 'value="pause"' not in timeless.text


def test_the_table_says_its_terms(playing: Playing, client: Any) -> None:
    shown = client.get(reverse("table", args=[playing.id])).text
    assert "10 hours in all, and 1 hour for each answer (at most 11 hours at once)" in shown
    assert address(playing) in shown


def test_over_the_api(playing: Playing, client: Any) -> None:
    tokens = [token_make(user=playing.user_at(place), name="clock") for place in (0, 1)]

    def post(who: int, what: str, **body: Any) -> Any:
        url = f"/api/v1/tables/{playing.id}/{what}"
        headers = {"authorization": f"Bearer {tokens[who]}"}
        return client.post(url, body, content_type="application/json", headers=headers)

    asked = post(0, "wish", kind="more", place=1, minutes=60).json()
    assert asked["clock"] == {
        "kind": "budget", "start": 600, "increment": 60, "cap": 660, "most_protected": 120,
        "paused_until": None,
        "wish": {"kind": "more", "by": 0, "place": 1, "minutes": 60, "increment": 0, "cap": 0,
                 "number": 0, "agreed": [0],
                 "stamp": "more-0-1-3600"},
    }  # fmt: skip
    assert post(1, "wish", kind="pause", minutes=60).json()["error"] == "not_possible"
    assert post(1, "wish/answer", stamp="old", agree=True).status_code == 409
    before = table_load(playing.id).seats[1].deadline
    done = post(1, "wish/answer", stamp="more-0-1-3600", agree=True).json()
    assert done["clock"]["wish"] is None
    after = table_load(playing.id).seats[1].deadline
    assert before is not None and after is not None and after > before
