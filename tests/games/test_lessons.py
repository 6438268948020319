"""The page of a lesson over HTTP, without a browser and mostly without an account."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client, RequestFactory

from games.guide.progress import KEY, Progress, kept_in
from games.models import LessonProgress, LogEntry, Table
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

HERE = "/games/pier/lessons/bidding/"


def page_of(client: Client) -> str:
    answer = client.get(HERE)
    assert answer.status_code == 200
    return answer.content.decode()


def asked(page: str) -> str:
    found = re.search(r'data-question="(\w*)"', page)
    assert found
    return found[1]


def play(client: Client, question: str | None = None, **move: Any) -> Any:
    told = {"question": asked(page_of(client)) if question is None else question, "move": move}
    return client.post(f"{HERE}moves", json.dumps(told), content_type="application/json")


def on(client: Client) -> Any:
    return client.post(f"{HERE}on", "{}", content_type="application/json")


def test_a_lesson_is_played_to_its_end_without_an_account() -> None:
    client = Client()
    assert "Step 1 of 4" in page_of(client)
    assert asked(page_of(client)) == "", "there is something to read first"
    assert on(client).status_code == 200
    assert play(client, kind="Bid", coins=3).json() == {"number": 1}
    assert "Ben bid only 1" in page_of(client), "what is said after the step"
    play(client, kind="Take", crate=7)
    play(client, kind="EndTurn")
    page = page_of(client)
    assert "The lesson is over" in page and "Now you know all of Pier" in page
    assert not Table.objects.exists() and not LogEntry.objects.exists(), "nothing is stored"


def test_what_a_step_does_not_accept_is_answered_with_its_reason() -> None:
    client = Client()
    on(client)
    play(client, kind="Bid", coins=0)
    assert "gets no crate as long as" in page_of(client)
    play(client, kind="Bid", coins=5)
    assert "That is possible too" in page_of(client)
    play(client, kind="Bid", coins=3)
    assert "That is possible too" not in page_of(client)


def test_what_the_rules_do_not_offer_is_refused_with_theirs() -> None:
    client = Client()
    on(client)
    before = page_of(client)
    refused = play(client, kind="Bid", coins=6)
    assert refused.status_code == 422 and refused.json()["message"] == "You have 5 coins."
    malformed = play(client, kind="Bid", coins="many")
    assert malformed.status_code == 422 and malformed.json()["error"] == "malformed_move"
    assert play(client, kind="Fly").json()["error"] == "unknown_kind"
    assert re.sub(r"csrf.*", "", page_of(client)) == re.sub(r"csrf.*", "", before)


@pytest.mark.parametrize("body", ["[]", "{}", '{"move": 1, "question": "a"}', '{"move": "x"}'])
def test_what_is_no_answer_at_all_is_refused(body: str) -> None:
    client = Client()
    on(client)
    answer = client.post(f"{HERE}moves", body, content_type="application/json")
    assert answer.status_code in (409, 422)
    assert "Step 2 of 4" in page_of(client)


def test_an_answer_counts_only_for_its_question() -> None:
    client = Client()
    assert play(client, "", kind="Bid", coins=3).status_code == 409
    on(client)
    question = asked(page_of(client))
    play(client, question, kind="Bid", coins=3)
    assert play(client, question, kind="Bid", coins=3).json()["error"] == "outdated"
    assert on(client).json()["error"] == "outdated", "here something is to be played"
    assert "Step 3 of 4" in page_of(client)


def test_forms_do_the_same_without_scripts() -> None:
    client = Client()
    client.post(f"{HERE}on")
    question = asked(page_of(client))
    told = {"question": question, "move": json.dumps({"kind": "Bid", "coins": 3})}
    assert client.post(f"{HERE}moves", told).headers["Location"] == HERE
    assert "Step 3 of 4" in page_of(client)
    client.post(f"{HERE}back")
    assert "Step 2 of 4" in page_of(client)
    client.post(f"{HERE}back")
    client.post(f"{HERE}back")
    assert "Step 1 of 4" in page_of(client)
    client.post(f"{HERE}on")
    client.post(f"{HERE}again")
    assert "Step 1 of 4" in page_of(client)


def test_a_user_goes_on_where_they_were_on_another_device() -> None:
    (ana,) = people_make("Ana")
    first, second = client_of(ana), client_of(ana)
    on(first)
    play(first, kind="Bid", coins=3)
    assert "Step 3 of 4" in page_of(second)
    play(second, kind="Take", crate=7)
    play(second, kind="EndTurn")
    finished = LessonProgress.objects.get(user=ana).finished_at
    assert finished is not None
    first.post(f"{HERE}again")
    assert LessonProgress.objects.get(user=ana).finished_at == finished, "it stays finished"


def test_what_a_visitor_has_done_is_theirs_after_signing_in() -> None:
    (ana,) = people_make("Ana")
    client = Client()
    on(client)
    client.force_login(ana)
    assert "Step 2 of 4" in page_of(client)
    play(client, kind="Bid", coins=3)
    assert LessonProgress.objects.get(user=ana).at == 2


def test_what_cannot_be_read_in_a_session_hides_no_other_lesson() -> None:
    request = RequestFactory().get("/")
    request.session = {KEY: {"pier/first": {"at": 2}, "pier/second": {"at": "two"}, "x": None}}
    assert kept_in(request) == {"pier/first": Progress(at=2)}


def test_a_lesson_that_has_changed_begins_again() -> None:
    (ana,) = people_make("Ana")
    moves = [{"kind": "Bid", "coins": 1}]
    LessonProgress.objects.create(user=ana, game="pier", lesson="bidding", at=3, moves=moves)
    assert "Step 1 of 4" in page_of(client_of(ana))


@pytest.mark.parametrize("address", ["/games/pier/lessons/no/", "/games/chess/lessons/bidding/"])
def test_there_is_no_other_lesson(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404
    assert client.post(f"{address}on").status_code == 404


def test_parts_that_the_page_has_are_not_sent_again(client: Client) -> None:
    whole = client.get(f"{HERE}live").json()
    assert set(whole["parts"]) >= {"turn", "board", "panel"}
    hashes = re.findall(r'data-hash="([\w-]+)"', page_of(client))
    again = client.get(f"{HERE}live", headers={"Parts": "".join(hashes)}).json()
    assert again["parts"] == {}


def test_a_page_takes_few_queries(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        page_of(Client())
    (ana,) = people_make("Ana")
    client = client_of(ana)
    on(client)
    page_of(client)
    with django_assert_num_queries(4):  # session, user, waiting tables, progress
        page_of(client)
